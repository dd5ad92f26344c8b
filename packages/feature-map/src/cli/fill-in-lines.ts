import type { FillIn } from '../init/render.ts';

/** The places of documents that an author has to fill in, below a line that says so; nothing where there are none. */
export function fillInLines(
  documents: readonly { readonly path: string; readonly fillIns: readonly FillIn[] }[],
): string[] {
  const lines = documents.flatMap(({ path, fillIns }) =>
    fillIns.map(({ line, what }) => `  ${path}:${line} ${what}`),
  );
  return lines.length === 0 ? [] : ['To fill in:', ...lines];
}
