import { type Finding, finding } from '../map/findings.ts';
import { MAP_FOLDER } from '../map/page-link.ts';
import type { FeatureMap } from '../map/types.ts';
import { quote } from '../quote.ts';
import type { PageClaims } from './claims.ts';
import { FileTree } from './file-tree.ts';
import type { ProjectFacts } from './project-facts.ts';
import { readClaims } from './read-claims.ts';
import { listOf } from './verdict.ts';

/** Files that changed together, from the project's root: a commit, or what is not committed yet. */
export type Change = readonly string[];

/** A page that may have fallen behind its files. */
export interface PageBehind {
  /** Path relative to the map's folder. */
  readonly page: string;
  /** The files that it names and that changed since it did, those with most changes first. */
  readonly files: readonly { readonly path: string; readonly changes: number }[];
}

/**
 * The pages whose named files changed after the page itself did, those with most such files first. A change that
 * holds the page as well brings it up to date. Pure apart from the file list that it asks for.
 *
 * @param changes the changes to look at, the latest first
 */
export function pagesBehind(
  map: FeatureMap,
  project: Pick<ProjectFacts, 'files'>,
  changes: readonly Change[],
): PageBehind[] {
  const tree = new FileTree(project.files().paths);
  const changedIn = new Map<string, number[]>();
  for (const [index, files] of changes.entries()) {
    for (const file of new Set(files)) {
      const indices = changedIn.get(file);
      if (indices === undefined) changedIn.set(file, [index]);
      else indices.push(index);
    }
  }
  return map.pages
    .map((page) => behind(readClaims(page, tree), changedIn))
    .filter(({ files }) => files.length > 0)
    .sort((a, b) => b.files.length - a.files.length || changesOf(b) - changesOf(a));
}

function behind({ page, claims }: PageClaims, changedIn: ReadonlyMap<string, readonly number[]>): PageBehind {
  const [updated = Number.POSITIVE_INFINITY] = changedIn.get(`${MAP_FOLDER}/${page.path}`) ?? [];
  const named = claims.flatMap((claim) =>
    claim.kind === 'path' && claim.target?.kind === 'file' ? claim.target.path : [],
  );
  const files = [...new Set(named)]
    .filter((path) => !path.startsWith(`${MAP_FOLDER}/`))
    .map((path) => {
      const since = (changedIn.get(path) ?? []).filter((index) => index < updated);
      return { path, changes: since.length };
    })
    .filter(({ changes }) => changes > 0)
    .sort((a, b) => b.changes - a.changes);
  return { page: page.path, files };
}

function changesOf({ files }: PageBehind): number {
  return files.reduce((sum, { changes }) => sum + changes, 0);
}

/** Pages that fell behind as findings, in their order. */
export function sinceFindings(behind: readonly PageBehind[]): Finding[] {
  return behind.map(({ page, files }) => {
    const count = files.length === 1 ? '1 file that' : `${files.length} files that`;
    const message = `${count} ${quote(page)} names changed since it did: ${listOf(files.map(({ path }) => path))}.`;
    return finding('stale/since', { page, line: 1, message });
  });
}
