import { type PageBehind, pagesBehind, sinceFindings } from '../stale/check-since.ts';
import { readChanges } from '../stale/git-changes.ts';
import { openProject as openFacts } from '../stale/open-project.ts';
import { CannotRun, UsageError } from './cannot-run.ts';
import { defineCommand } from './command.ts';
import { findingAnnotation, findingLines } from './finding-lines.ts';
import { openProject } from './project.ts';
import { type Style, shown } from './style.ts';

export const command = defineCommand({
  operands: '',
  count: { min: 0, max: 0 },
  about:
    'Lists the pages whose named files changed since the page did, those with most such\n' +
    'files first. That is advice: a file can change and its page stay true.\n\n' +
    'Exit codes: 0 listed, 1 with --strict where there are any, 2 no map, a wrong\n' +
    'settings file, or a revision that git does not know.',
  options: {
    since: {
      kind: 'value',
      value: 'revision',
      about: 'required: look at what changed after it, e.g. v1.2 or main',
    },
    strict: { kind: 'flag', about: 'advice counts' },
  },
  run(_operands, { since, strict, ...common }, here) {
    if (since === undefined) throw new UsageError('stale needs a revision: --since=<revision>');
    const { root, map } = openProject(common, here);
    const changes = readChanges(root, since);
    if (typeof changes === 'string') throw new CannotRun(changes);
    const behind = pagesBehind(map, openFacts(root), changes);
    const findings = sinceFindings(behind);
    return {
      exit: strict && behind.length > 0 ? 1 : 0,
      text: (style) =>
        [
          ...findings.map((finding, at) =>
            [findingLines(finding, root, here.cwd, style), ...fileLines(behind[at], style)].join('\n'),
          ),
          style(
            behind.length === 0 ? 'green' : 'yellow',
            `Pages that may have fallen behind: ${behind.length} of ${map.pages.length}.`,
          ),
        ].join('\n'),
      json: { root, since, pages: behind },
      annotations: findings.map((finding) => findingAnnotation(finding, root)),
    };
  },
});

function fileLines(behind: PageBehind | undefined, style: Style): string[] {
  return (behind?.files ?? []).map(({ path, changes }) => {
    return `  ${shown(path, style)}, ${changes === 1 ? '1 change' : `${changes} changes`}`;
  });
}
