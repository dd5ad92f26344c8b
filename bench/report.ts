/** A benchmark with its rows' shape forgotten. */
export interface Bench {
  /** Name of the result file. */
  name: string;
  run: () => Promise<{ rows: readonly object[]; targets: Target[] }>;
}

/** Joins a benchmark with the targets that its rows are held to. */
export function bench<R extends object>(
  name: string,
  run: () => Promise<readonly R[]>,
  targets: (rows: readonly R[]) => Target[] = () => [],
): Bench {
  return {
    name,
    run: async () => {
      const rows = await run();
      return { rows, targets: targets(rows) };
    },
  };
}

/** A figure that somebody promised, and whether this run keeps it. */
export interface Target {
  target: string;
  met: boolean;
}

export function atMost(what: string, figure: number, limit: number, unit: string): Target {
  return { target: `${what}: ${round(figure)} ${unit}, at most ${limit} ${unit}`, met: figure <= limit };
}

export function atLeast(what: string, figure: number, limit: number, unit = ''): Target {
  return { target: `${what}: ${round(figure)}${unit}, at least ${limit}${unit}`, met: figure >= limit };
}

/** The row of a case. Throws when there is none, so that a renamed case cannot lose its target. */
export function find<R extends { case: string }>(rows: readonly R[], name: string): R {
  const row = rows.find((each) => each.case === name);
  if (row === undefined) throw new Error(`No benchmark row is called ${name}`);
  return row;
}

const round = (figure: number) => Math.round(figure * 1000) / 1000;
