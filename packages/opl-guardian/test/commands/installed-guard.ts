import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const own = fileURLToPath(new URL('../../', import.meta.url));

/** The folder of this workspace's packages and programs. */
export const NODE_MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url));

/** The version of the package, as it is written in its manifest. */
export const { version } = JSON.parse(readFileSync(path.join(own, 'package.json'), 'utf8')) as {
  version: string;
};

/** Builds the package into a folder as its build does, from the sources as they are. */
export async function buildGuard(folder: string): Promise<string> {
  const bundle = (name: string) =>
    build({
      entryPoints: [path.join(own, 'src', `${name}.ts`)],
      outfile: path.join(folder, 'dist', `${name}.js`),
      bundle: true,
      format: 'esm',
      platform: 'node',
      external: ['@earendil-works/*'],
      logLevel: 'error',
    });
  await Promise.all([bundle('index'), bundle('dsh')]);
  for (const file of ['package.json', 'cordis.patch.yml'])
    cpSync(path.join(own, file), path.join(folder, file));
  return folder;
}

/** Writes files: relative path to content, an object as JSON. */
export function writeTree(folder: string, files: Readonly<Record<string, string | object>>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
}

/** Puts a package under a name into a folder of packages, as a package manager does by a link. */
export function link(target: string, place: string): void {
  mkdirSync(path.dirname(place), { recursive: true });
  symlinkSync(target, place);
}
