import type { Outcome } from './outcome.ts';
import type { Row } from './summary.ts';

const share = (value: number): string => value.toFixed(2);

const COLUMNS: readonly [heading: string, cell: (row: Row) => string][] = [
  ['half', (row) => row.half],
  ['set', (row) => row.set],
  ['kind', (row) => row.kind],
  ['arm', (row) => row.arm],
  ['n', (row) => String(row.answerable)],
  ['hit@1', (row) => share(row.hit1)],
  ['hit@3', (row) => share(row.hit3)],
  ['MRR', (row) => share(row.mrr)],
  ['whole', (row) => share(row.whole3)],
  ['wrongly told', (row) => String(row.wronglyTold)],
  ['misses told', (row) => `${row.missesTold}/${row.misses}`],
  ['reply B', (row) => String(row.bytes.reply)],
  ['/ pages', (row) => row.ofPages.toFixed(3)],
  ['/ grep+read', (row) => row.ofHunt.toFixed(3)],
  ['/ index', (row) => row.ofIndex.toFixed(3)],
];

/** The figures as a Markdown table. */
export function table(rows: readonly Row[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(COLUMNS.map(([heading]) => heading)),
    line(COLUMNS.map(() => '---')),
    ...rows.map((row) => line(COLUMNS.map(([, cell]) => cell(row)))),
  ].join('\n');
}

/** One line for each lost question: where its answer stood, and what was shown instead. */
export function lossList(lost: readonly Outcome[]): string {
  return lost
    .map((outcome) => {
      const rank = outcome.rank === undefined ? 'no answer' : `answer at ${outcome.rank}`;
      const verdict =
        outcome.kind === 'miss' ? 'miss not told' : `${rank}${outcome.whole ? '' : ', not whole'}`;
      const shown = outcome.shown.length === 0 ? 'nothing' : outcome.shown.join('; ');
      return `- ${outcome.arm} ${outcome.id} "${outcome.question}": ${verdict}. Shown: ${shown}`;
    })
    .join('\n');
}
