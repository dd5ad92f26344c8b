import { checkMap } from '../map/check.ts';
import { defineCommand } from './command.ts';
import { findingAnnotation, findingLines } from './finding-lines.ts';
import { openProject } from './project.ts';

export const command = defineCommand({
  operands: '',
  count: { min: 0, max: 0 },
  about:
    'Says where the map is wrong (drift) and where it could serve better (advice),\n' +
    'with page, line, rule and remedy of each finding. In GitHub Actions the findings\n' +
    'become annotations too.\n\n' +
    'Exit codes: 0 no drift, 1 drift, 2 no map or a wrong settings file.',
  options: { strict: { kind: 'flag', about: 'advice counts as well' } },
  run(_operands, { strict, ...common }, here) {
    const { root, map, settings } = openProject(common, here);
    const { clean, findings, text } = checkMap(map, settings);
    const [totals = ''] = text.split('\n', 1);
    return {
      exit: clean && !(strict && findings.length > 0) ? 0 : 1,
      text: (style) =>
        [
          ...findings.map((finding) => findingLines(finding, root, here.cwd, style)),
          style(clean ? 'green' : 'red', totals),
        ].join('\n'),
      json: { root, clean, pages: map.pages.length, rows: map.table?.rows.length ?? 0, findings },
      annotations: findings.map((finding) => findingAnnotation(finding, root)),
    };
  },
});
