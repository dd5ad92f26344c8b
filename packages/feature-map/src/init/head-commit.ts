import type { ProjectFiles } from './project-files.ts';

const HASH = /^(?:[\da-f]{40}|[\da-f]{64})$/;
/** Digits of a hash that documents show. */
export const SHOWN_HASH = 12;
const REF = /^ref: (refs\/[\w./+@-]+)$/;

/**
 * The commit that is checked out, abbreviated, read from the project's own `.git` folder without starting git.
 *
 * @returns `undefined` before the first commit, and where git keeps it elsewhere: in a worktree, a submodule, a subfolder
 * of a repository, or another store of references. Does not throw.
 *
 * Source of the layout: https://git-scm.com/docs/gitrepository-layout
 */
export function headCommit(project: ProjectFiles): string | undefined {
  const head = textAt(project, '.git/HEAD')?.trim() ?? '';
  const ref = REF.exec(head)?.[1];
  const hash = ref === undefined ? head : (looseRef(project, ref) ?? packedRef(project, ref) ?? '');
  return HASH.test(hash) ? hash.slice(0, SHOWN_HASH) : undefined;
}

function looseRef(project: ProjectFiles, ref: string): string | undefined {
  return ref.split('/').includes('..') ? undefined : textAt(project, `.git/${ref}`)?.trim();
}

function packedRef(project: ProjectFiles, ref: string): string | undefined {
  const lines = textAt(project, '.git/packed-refs')?.split('\n') ?? [];
  return lines.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0];
}

function textAt(project: ProjectFiles, file: string): string | undefined {
  const place = project.at(file);
  return place.kind === 'text' ? place.text : undefined;
}
