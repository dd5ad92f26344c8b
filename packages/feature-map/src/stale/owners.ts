import type { NameClaim } from './claims.ts';

/** The files that a name is listed with, `undefined` where one of them is gone, a folder, or not told apart. */
export function ownersOf({ owners }: NameClaim): string[] | undefined {
  const files: string[] = [];
  for (const { target } of owners) {
    if (target?.kind !== 'file') return undefined;
    files.push(target.path);
  }
  return files;
}
