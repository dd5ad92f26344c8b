import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { GUARD_NAME } from './guard-package.ts';

/** What `npm pack` puts behind the name of a package: its version, and the ending of a tarball. */
const PACKED = /(-\d[^/\\]*)?\.(tgz|tar\.gz|tar)$/;

/** A path of a tarball in the place of a package. */
interface TarballSource {
  /** Why Pi does not load it, as a clause. */
  readonly off: string;
  /** Absolute path of the tarball where it is there. */
  readonly tarball?: string;
}

/**
 * Looks for the path of a tarball where Pi wants a package. Pi loads a local path as code, and starts with no extension
 * that fails to load; behind `npm:` it takes the path for the package's name, and finds nothing under that name.
 *
 * @param named the local path, absolute, or what stands behind `npm:` as the name
 * @returns `undefined` for another source, and for a tarball of another package that does no harm
 */
export function tarballSource(named: string, isOfNpm: boolean): TarballSource | undefined {
  if (!PACKED.test(named)) return undefined;
  const isThere = path.isAbsolute(named) && (statSync(named, { throwIfNoEntry: false })?.isFile() ?? false);
  const isGuard = path.basename(named).replace(PACKED, '') === GUARD_NAME;
  const tarball = isThere ? { tarball: named } : {};
  if (isOfNpm) {
    const off = 'Pi takes the path of a tarball for the name of a package, and finds nothing under it';
    return isGuard ? { off, ...tarball } : undefined;
  }
  if (isThere) {
    return { off: 'Pi does not unpack a tarball, and fails with it at every start', ...tarball };
  }
  return isGuard && !existsSync(named)
    ? { off: `Pi does not unpack a tarball, and ${named} is not there` }
    : undefined;
}
