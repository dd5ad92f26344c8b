import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { do_not_optimize, measure } from 'mitata';
import { openMap } from '../packages/feature-map/src/map/reader.ts';
import { featureMapReply } from '../packages/feature-map/src/map/reply.ts';

/** What a call of `feature_map` costs on a map on disk; times in milliseconds. */
export interface CallRow {
  pages: number;
  mapBytes: number;
  call: string;
  /** The first call of a new process: the whole map is read and indexed. Median of processes. */
  coldMs: number;
  /** A later call: the folder is listed, each page is looked at for changes. */
  warmMs: number;
  warmP99Ms: number;
  /** A call after one page changed. Median. */
  changedMs: number;
  replyBytes: number;
}

const LIMITS = { maxBytes: 12_000, sectionsPerTopic: 3, maxSectionBytes: 2048 };
const PAGE_BYTES = 6000;
const COLD_RUNS = 3;
const CHANGED_RUNS = 9;
const CALLS: readonly Record<string, unknown>[] = [
  { topic: 'why does the ledger retry a delayed transfer' },
  { topic: 'where is batch-7.ts tested' },
  {},
  { page: 'area-1/feature-7.md' },
];

/** Words for page texts; common ones come first and are drawn more often. */
const WORDS =
  `the a of to and is in it that not by when with as one for page state read write call file test order value list
  queue batch retry delay transfer ledger account balance cursor window snapshot journal reader writer parser token
  border margin anchor signal packet header footer cache index shard replica quorum leader lease clock skew drift
  budget quota limit burst bucket drain flush settle commit abort fence guard`.split(/\s+/);

/** Numbers from 0 up to 1, the same in each run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

function pageText(number: number, random: () => number): string {
  const word = () => WORDS[Math.floor(random() ** 2 * WORDS.length)] ?? 'word';
  const symbol = () => `${word()}${number}_${word()}()`;
  const sentences = (bytes: number) => {
    let text = '';
    while (text.length < bytes) text += `${Array.from({ length: 14 }, word).join(' ')} \`${symbol()}\`.\n`;
    return text;
  };
  const path = () => `\`src/${word()}/${word()}-${number}.ts\``;
  return [
    `# The ${word()} ${word()} ${number}\n\nStatus: shipped · Read when: changing the ${word()} or ${word()} ${word()}`,
    `## What it does\n\n${sentences(PAGE_BYTES * 0.15)}`,
    `## Map\n\n${Array.from({ length: 6 }, () => `- ${path()}: \`${symbol()}\`.`).join('\n')}`,
    `## How & why\n\n${sentences(PAGE_BYTES * 0.45)}\n### Traps\n\n${sentences(PAGE_BYTES * 0.15)}`,
    `## Tests that pin it\n\n${sentences(PAGE_BYTES * 0.15)}`,
    `## Related\n\n[feature-${number + 1}.md](feature-${number + 1}.md)\n`,
  ].join('\n\n');
}

/** Writes a map; gives its size in bytes. */
function writeMap(root: string, pages: number): number {
  const folder = join(root, 'docs/features');
  const random = randomNumbers(pages);
  const rows = ['| Feature | Page | Read when |', '| --- | --- | --- |'];
  let bytes = 0;
  for (let number = 0; number < pages; number += 1) {
    const path = `area-${number % 3}/feature-${number}.md`;
    const text = pageText(number, random);
    mkdirSync(join(folder, `area-${number % 3}`), { recursive: true });
    writeFileSync(join(folder, path), text);
    rows.push(`| Feature ${number} | [${path}](${path}) | changing feature ${number} |`);
    bytes += Buffer.byteLength(text);
  }
  writeFileSync(join(folder, 'README.md'), `# Map\n\n${rows.join('\n')}\n`);
  return bytes;
}

async function measureCall(
  root: string,
  pages: number,
  mapBytes: number,
  args: Record<string, unknown>,
): Promise<CallRow> {
  const store = openMap(root);
  const call = () => featureMapReply(store.load(), args, LIMITS).text;
  const replyBytes = Buffer.byteLength(call());
  const cold = Array.from({ length: COLD_RUNS }, () => coldRun(root, args));
  const { p50, p99 } = await measure(() => do_not_optimize(call()));
  const changed = Array.from({ length: CHANGED_RUNS }, (_, run) => {
    writeFileSync(join(root, 'docs/features/area-0/feature-0.md'), pageText(run, randomNumbers(run)));
    const start = performance.now();
    call();
    return performance.now() - start;
  });
  const ms = (ns: number) => Number((ns / 1e6).toFixed(3));
  return {
    pages,
    mapBytes,
    call: JSON.stringify(args),
    coldMs: median(cold),
    warmMs: ms(p50),
    warmP99Ms: ms(p99),
    changedMs: median(changed),
    replyBytes,
  };
}

function median(values: number[]): number {
  const middle = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
  return Number(middle.toFixed(3));
}

/** The first call of a process of its own, without the start of that process. */
function coldRun(root: string, args: Record<string, unknown>): number {
  return Number(execFileSync(process.execPath, [fileURLToPath(import.meta.url), root, JSON.stringify(args)]));
}

/** Measures calls of `feature_map` on maps of 10, 100 and 1,000 pages of about 6 kB. */
export async function benchFeatureMapCall(sizes: readonly number[] = [10, 100, 1000]): Promise<CallRow[]> {
  const rows: CallRow[] = [];
  for (const pages of sizes) {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'bench-feature-map-')));
    try {
      const bytes = writeMap(root, pages);
      for (const args of CALLS) rows.push(await measureCall(root, pages, bytes, args));
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  }
  return rows;
}

/** The slowest median of warm topic calls on the largest map. */
export function warmTopicMs(rows: readonly CallRow[]): number {
  const pages = Math.max(...rows.map((row) => row.pages));
  return Math.max(
    ...rows.filter((row) => row.pages === pages && row.call.includes('topic')).map((row) => row.warmMs),
  );
}

const [, script, root, args] = process.argv;
if (script === fileURLToPath(import.meta.url)) {
  if (root !== undefined && args !== undefined) {
    const start = performance.now();
    featureMapReply(openMap(root).load(), JSON.parse(args), LIMITS);
    process.stdout.write(String(performance.now() - start));
  } else {
    console.table(await benchFeatureMapCall());
  }
}
