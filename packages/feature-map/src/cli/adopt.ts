import type { PlanItem } from '../adopt/plan-item.ts';
import { type AdoptResult, runAdopt } from '../adopt/run-adopt.ts';
import { documentWriter } from '../init/document-writer.ts';
import { documentSources } from '../init/project-documents.ts';
import { nodeWriter } from '../write/node-writer.ts';
import { defineCommand } from './command.ts';
import { fillInLines } from './fill-in-lines.ts';
import { findingLines } from './finding-lines.ts';
import { openRoot, settingsOf } from './project.ts';
import { type Style, shown } from './style.ts';

export const command = defineCommand({
  operands: '',
  count: { min: 0, max: 0 },
  about:
    'Plans how the documents that a project has become a feature map. An item is\n' +
    'deterministic (it follows from the files) or judgment (an author has to say it).\n\n' +
    'Exit codes: 0 nothing is left to do, 1 something is, 2 a wrong settings file.',
  options: {
    apply: { kind: 'flag', about: 'write the documents that do not exist; nothing else is changed' },
  },
  async run(_operands, { apply, ...common }, here) {
    const root = openRoot(common, here);
    const { maxSectionBytes } = settingsOf(root);
    const result = await runAdopt(
      root,
      { apply },
      maxSectionBytes,
      documentSources(),
      documentWriter(nodeWriter(root)),
    );
    const open = result.items.filter(({ done }) => !done);
    return {
      exit: open.length > 0 || result.sendToInit ? 1 : 0,
      text: (style) => adoptLines(result, open, here.cwd, style).join('\n'),
      json: result,
    };
  },
});

function adoptLines(
  { root, sendToInit, written, refused }: AdoptResult,
  open: readonly PlanItem[],
  cwd: string,
  style: Style,
): string[] {
  if (sendToInit)
    return ['There is nothing to adopt: no AGENTS.md and no documents. Begin with feature-map init.'];
  const judgment = open.filter(({ kind }) => kind === 'judgment').length;
  const totals =
    open.length === 0
      ? style('green', 'Nothing is left to do.')
      : style('yellow', `To do: deterministic ${open.length - judgment}, judgment ${judgment}.`);
  return [
    ...open.map((item) => [findingLines(item, root, cwd, style), ...insertLines(item, style)].join('\n')),
    ...written.map(({ path }) => `Written: ${path}`),
    ...refused.map(({ path, reason }) => `Not written: ${path} ${reason}`),
    ...fillInLines(written),
    totals,
  ];
}

/** The text that the item asks to be put in, set apart from what is said about it. */
function insertLines({ insert }: PlanItem, style: Style): string[] {
  return insert === undefined
    ? []
    : insert.split('\n').map((line) => `  ${style('dim', '|')} ${shown(line, style)}`);
}
