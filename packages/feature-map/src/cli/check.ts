import { checkMap } from '../map/check.ts';
import type { Finding } from '../map/findings.ts';
import type { FeatureMap } from '../map/types.ts';
import { openProject as openFacts } from '../stale/open-project.ts';
import { defineCommand } from './command.ts';
import { findingAnnotation, findingLines } from './finding-lines.ts';
import { openProject } from './project.ts';
import { type Style, shown } from './style.ts';

export const command = defineCommand({
  operands: '',
  count: { min: 0, max: 0 },
  about:
    'Says where the map is wrong (drift): where index and pages disagree, and which of\n' +
    'the files, symbols and tests that a page names are no longer there. Says too where\n' +
    'it could serve better (advice). Each finding has page, line, rule and remedy; in\n' +
    'GitHub Actions it becomes an annotation as well.\n\n' +
    'Exit codes: 0 no drift, 1 drift, 2 no map or a wrong settings file.',
  options: { strict: { kind: 'flag', about: 'advice counts as well' } },
  run(_operands, { strict, ...common }, here) {
    const { root, map, settings } = openProject(common, here);
    const { maxSectionBytes } = settings;
    const result = checkMap(map, { maxSectionBytes, project: openFacts(root) });
    const { clean, findings, exempted = 0, notes = [] } = result;
    return {
      exit: clean && !(strict && findings.length > 0) ? 0 : 1,
      text: (style) =>
        [
          ...findings.map((finding) => findingLines(finding, root, here.cwd, style)),
          ...notes.map((note) => shown(note, style)),
          totals(map, findings, exempted, style),
        ].join('\n'),
      json: {
        root,
        clean,
        pages: map.pages.length,
        rows: map.table?.rows.length ?? 0,
        exempted,
        findings,
        notes,
      },
      annotations: findings.map((finding) => findingAnnotation(finding, root)),
    };
  },
});

function totals(
  { pages, table }: FeatureMap,
  findings: readonly Finding[],
  exempted: number,
  style: Style,
): string {
  const drift = findings.filter(({ severity }) => severity === 'drift').length;
  const verdict = drift === 0 ? style('green', 'No drift found') : style('red', 'Drift found');
  const counts = {
    pages: pages.length,
    rows: table?.rows.length ?? 0,
    drift,
    advice: findings.length - drift,
    exempted,
  };
  return `${verdict}: ${Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')}.`;
}
