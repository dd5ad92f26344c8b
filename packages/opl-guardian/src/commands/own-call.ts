import path from 'node:path';
import { packageAbove, packageIn, readJsonObject } from './doctor/package-folder.ts';
import { shellWord } from './shown-path.ts';

/** The name of the program and of its package. */
const NAME = 'opl-guardian';

/** Real path of the package that this program belongs to. */
const OWN_FOLDER = packageAbove(import.meta.filename)?.folder;

/**
 * How the user calls this program, for commands that he may copy: npx says to what it starts that it is npx, and
 * keeps beside a package where that came from.
 *
 * @param env of this process
 * @param folder real path of this package
 */
export function ownCall(
  env: Readonly<Record<string, string | undefined>>,
  folder: string | undefined = OWN_FOLDER,
): string {
  if (env.npm_command !== 'exec' || env.npm_lifecycle_event !== 'npx') return NAME;
  return `npx ${shellWord((folder && tarballOfNpx(folder)) || NAME)}`;
}

/**
 * The tarball that npx unpacked a package from, as an absolute path; `undefined` for a package that npx does not
 * keep, or that came from elsewhere. npx installs into a folder of its own, whose manifest names the source.
 *
 * @param folder real path of the package
 */
export function tarballOfNpx(folder: string): string | undefined {
  const modules = path.dirname(folder);
  const root = path.dirname(modules);
  if (path.basename(modules) !== 'node_modules' || path.basename(path.dirname(root)) !== '_npx') {
    return undefined;
  }
  const dependencies: unknown = readJsonObject(path.join(root, 'package.json'))?.dependencies;
  const source: unknown = Reflect.get(Object(dependencies), packageIn(folder)?.name ?? NAME);
  if (typeof source !== 'string' || !source.startsWith('file:')) return undefined;
  return path.resolve(root, source.slice('file:'.length));
}
