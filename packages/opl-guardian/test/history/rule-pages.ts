import { readFileSync } from 'node:fs';
import { RULES } from '../../src/history/rules.ts';
import { TARGET_APIS, type TargetApi } from '../../src/history/target.ts';
import type { Message } from './nasty-history.ts';

export type AnyRule = (typeof RULES)[number];

/** Where the pages of the rules are. */
export const PAGES = new URL('../../docs/rules/', import.meta.url);

/** The lines with which the page of a rule begins: made from the rule. */
export function headOf({ id, title, apis, remedy }: AnyRule): string {
  const refusing = apis.length === TARGET_APIS.length ? 'all' : apis.map((api) => `\`${api}\``).join(', ');
  return `# \`${id}\`: ${title}\n\n- APIs that it concerns: ${refusing}\n- Remedy: ${remedy}\n- In a session file: \`opl-guardian repair <file>\` shows what it would change ([all rules](README.md))\n`;
}

/** The list of all rules: made from them. */
export function indexPage(): string {
  const rows = RULES.map(({ id, apis, title, remedy }) => {
    const refusing = apis.length === TARGET_APIS.length ? 'all' : apis.join(', ');
    return `| [\`${id}\`](${id}.md) | ${refusing} | ${title} | ${remedy} |`;
  });
  return [
    '# Rules',
    '',
    'What in a stored history makes a provider refuse every later request, or a host stop, and what becomes of it: in',
    'each request where the guard is installed, in the file where `opl-guardian repair` mends it. Each page has the',
    'error texts to search for, and an example that is tested.',
    '',
    `The APIs are ${TARGET_APIS.map((api) => `\`${api}\``).join(', ')}.`,
    '',
    '| Rule | APIs | What it is | Remedy |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

/** The page of a rule, and the example that it shows. */
export function readPage(id: string): {
  text: string;
  target: TargetApi;
  refused: Message[];
  sent: Message[];
} {
  const text = readFileSync(new URL(`${id}.md`, PAGES), 'utf8');
  const target = TARGET_APIS.find((api) => text.includes(`\n## Refused by ${api}\n`));
  const [refused, sent] = [...text.matchAll(/```json\n(.*?)```/gs)].map(([, json = '']) => JSON.parse(json));
  if (target === undefined || refused === undefined || sent === undefined)
    throw new Error(`docs/rules/${id}.md needs "Refused by <API>" and "Sent instead", each with a JSON list`);
  return { text, target, refused, sent };
}
