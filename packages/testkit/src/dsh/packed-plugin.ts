import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Plugin } from '@deepseek-ai/cordis';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** A plugin that was packed, unpacked into a profile, and found there as the host finds it. */
export interface PackedPlugin {
  plugin: Plugin;
  /** The row that the package's bundle adds to a profile. */
  row: { id: string; name: string };
  /** Packages that the module and its own files import, without Node's. */
  imports: string[];
  /** Removes the profile. */
  dispose(): Promise<void>;
}

/**
 * Packs a built workspace package and lays out a profile as the host does: packages of its own in
 * `profiles/<name>/node_modules`, and links to the host's packages one level up, where Node's resolution meets
 * them. Throws when the package is not built, or its bundle names no module that can be found.
 */
export async function installPackedPlugin(packageName: string): Promise<PackedPlugin> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'dsh-profile-')));
  const profile = join(home, 'profiles', 'test');
  const installed = join(profile, 'node_modules', packageName);
  await mkdir(installed, { recursive: true });
  const hostPackages = join(home, 'profiles', 'node_modules');
  await mkdir(hostPackages);
  await symlink(join(root, 'node_modules', '@deepseek-ai'), join(hostPackages, '@deepseek-ai'), 'junction');

  const pack = ['pack', '--workspace', packageName, '--json', '--ignore-scripts', '--pack-destination', home];
  const { stdout } = await run('npm', pack, { cwd: root });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  await run('tar', ['-xzf', join(home, filename), '-C', installed, '--strip-components', '1']);

  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  const patch = await readFile(join(installed, manifest.dsh.bundle.patch), 'utf8');
  const { id = '', name = '' } = /id: (?<id>\S+)\s+name: (?<name>\S+)/.exec(patch)?.groups ?? {};
  const file = createRequire(join(profile, 'cordis.patch.yml')).resolve(name);
  if (!file.startsWith(installed)) throw new Error(`${name} was resolved outside the profile`);
  return {
    plugin: await import(pathToFileURL(file).href),
    row: { id, name },
    imports: [...(await importsOf(file))].sort(),
    dispose: () => rm(home, { recursive: true, force: true }),
  };
}

/** A static import or re-export at the start of a line, or a dynamic import. */
const IMPORT = /(?:^(?:import|export)\b[^;'"=(]*\bfrom\s*|^import\s*|\bimport\()['"]([^'"]+)['"]/gm;

async function importsOf(entry: string): Promise<Set<string>> {
  const seen = new Set<string>();
  const bare = new Set<string>();
  const queue = [pathToFileURL(entry).href];
  for (let url = queue.pop(); url !== undefined; url = queue.pop()) {
    if (seen.has(url)) continue;
    seen.add(url);
    const code = await readFile(fileURLToPath(url), 'utf8');
    for (const [, specifier = ''] of code.matchAll(IMPORT)) {
      if (specifier.startsWith('.')) queue.push(new URL(specifier, url).href);
      else if (!specifier.startsWith('node:')) bare.add(specifier);
    }
  }
  return bare;
}
