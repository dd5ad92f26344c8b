import { covers, realPath, type Surroundings } from './paths.ts';

/**
 * Whether a path in the project lies under one of the exempt entries.
 *
 * Entries are prefixes at segment boundaries: `docs/` and `docs` cover the folder and all below it,
 * `AGENTS.md` covers that file and not `AGENTS.md.bak`. Like the path, an entry is judged by where it leads: a
 * `docs` that is a link exempts the folder behind it. Linked entries that lead out of the project, or to all
 * of it, exempt nothing.
 *
 * @param target real path, inside `project`.
 * @param project real path of the folder that holds the map.
 * @param entries relative to `project`, with `/`; see the setting `exemptPaths`.
 */
export function isExempt(
  target: string,
  project: string,
  entries: readonly string[],
  { fs, path }: Surroundings,
): boolean {
  const prefixes = entries.map((entry) => path.resolve(project, entry));
  if (prefixes.some((prefix) => covers(prefix, target, path))) return true;
  return prefixes.some((prefix) => {
    const led = realPath(prefix, fs);
    return led !== undefined && led !== prefix && led !== project && covers(project, led, path)
      ? covers(led, target, path)
      : false;
  });
}
