import { covers, realPath, type Surroundings } from './paths.ts';

/**
 * Whether a path in the project lies under one of the exempt entries.
 *
 * Entries are prefixes at segment boundaries: `docs/` and `docs` cover the folder and all below it,
 * `AGENTS.md` covers that file and not `AGENTS.md.bak`. An entry that is a link exempts nothing: what it leads to
 * is source unless an entry names that as well. On a disk that ignores case, an entry may be written in any.
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
  const plainTarget = plain(target);
  return prefixes.some((prefix) => {
    if (!covers(plain(prefix), plainTarget, path)) return false;
    const onDisk = realPath(prefix, fs);
    return onDisk !== undefined && covers(onDisk, target, path);
  });
}

/** The same for paths that some disks take for one. */
function plain(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
