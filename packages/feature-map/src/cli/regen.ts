import { INDEX_FILE, MAP_FOLDER } from '../map/page-link.ts';
import { findPage, isIndex } from '../map/reply-names.ts';
import type { FeatureMap } from '../map/types.ts';
import { quote } from '../quote.ts';
import { outcomeValue } from '../regen/outcome-schema.ts';
import { newTexts, outcomeText, type RegenOutcome } from '../regen/outcome-text.ts';
import { runRegen } from '../regen/run-regen.ts';
import { nodeWriter } from '../write/node-writer.ts';
import { CannotRun, UsageError } from './cannot-run.ts';
import { defineCommand } from './command.ts';
import { openProject } from './project.ts';
import { type Style, shown } from './style.ts';

export const command = defineCommand({
  operands: '[page]',
  count: { min: 0, max: 1 },
  about:
    'Brings the map into shape without touching its prose: missing titles, status\n' +
    'lines and headings, ### parts for sections that are too big, an index that agrees\n' +
    'with the pages. Prints a plan; of one page, or README.md for the index, if named.\n\n' +
    'Exit codes: 0 nothing is left to change, 1 something is, 2 no map, no such page,\n' +
    'or a wrong settings file.',
  options: {
    show: { kind: 'flag', about: 'print the new texts instead of the plan' },
    apply: { kind: 'flag', about: 'write what the plan says' },
  },
  async run([page], { show, apply, ...common }, here) {
    if (show && apply) throw new UsageError('--show prints and --apply writes: leave out one of them');
    const { root, map, settings } = openProject(common, here);
    const { maxSectionBytes } = settings;
    const only = page === undefined ? undefined : fileOf(map, page);
    const outcome = await runRegen(map, { maxSectionBytes, only }, apply ? nodeWriter(root) : undefined);
    const texts = show ? outcome.files.map(({ page, text }) => ({ page, text })) : undefined;
    return {
      exit: outcome.files.every(({ state }) => state === 'written') ? 0 : 1,
      text: (style) => (show ? shown(newTexts(outcome.files), style) : regenLines(outcome, style).join('\n')),
      json: { ...outcomeValue(outcome), ...(texts === undefined ? {} : { texts }) },
    };
  },
});

function regenLines(outcome: RegenOutcome, style: Style): string[] {
  const [, ...lines] = outcomeText(outcome).split('\n');
  const count = outcome.files.length;
  const files = count === 1 ? '1 file' : `${count} files`;
  if (count === 0) return [style('green', 'Nothing is to be changed.'), ...lines];
  if (!outcome.applied) {
    return [
      style('yellow', `${files} to be changed: --show prints the new texts, --apply writes them.`),
      ...lines,
    ];
  }
  const written = outcome.files.filter(({ state }) => state === 'written').length;
  return [style(written === count ? 'green' : 'red', `${written} of ${files} written.`), ...lines];
}

/** The file of the map that is named as `feature_map` takes its names. */
function fileOf(map: FeatureMap, wanted: string): string {
  if (isIndex(map, wanted)) return INDEX_FILE;
  const found = findPage(map, wanted);
  if ('item' in found) return found.item.path;
  if ('choices' in found) {
    const choices = found.choices.slice(0, 5).map(({ path }) => quote(path));
    throw new CannotRun(`${quote(wanted)} fits more than one page: ${choices.join(', ')}`);
  }
  const meant = found.nearest === undefined ? '' : `; did you mean ${quote(found.nearest.path)}?`;
  throw new CannotRun(`${MAP_FOLDER} has no page ${quote(wanted)} that can be read${meant}`);
}
