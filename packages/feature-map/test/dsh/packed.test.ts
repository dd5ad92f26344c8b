import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { denials, oneByOne, sandbox, writeRepository } from './project.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const PACKAGE = 'agent-feature-map';

interface Manifest {
  dsh: { bundle: { patch: string } };
}

/** Temporary harness home; its profile is laid out once for all tests here. */
let home: string;
let profile: string;
let installed: string;

/**
 * A profile as the host lays it out: packages of its own in `profiles/<name>/node_modules`, and links to the
 * host's packages one level up, where Node's resolution meets them.
 */
before(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'dsh-profile-')));
  profile = join(home, 'profiles', 'test');
  installed = join(profile, 'node_modules', PACKAGE);
  await mkdir(installed, { recursive: true });
  const hostPackages = join(home, 'profiles', 'node_modules');
  await mkdir(hostPackages);
  await symlink(join(root, 'node_modules', '@deepseek-ai'), join(hostPackages, '@deepseek-ai'), 'junction');

  const pack = ['pack', '--workspace', PACKAGE, '--json', '--ignore-scripts', '--pack-destination', home];
  const { stdout } = await run('npm', pack, { cwd: root });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  await run('tar', ['-xzf', join(home, filename), '-C', installed, '--strip-components', '1']);
});

after(() => rm(home, { recursive: true, force: true }));

test('the packed plugin, named by its own bundle row and resolved from a profile, guards a session', async (t) => {
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as Manifest;
  const patch = await readFile(join(installed, manifest.dsh.bundle.patch), 'utf8');
  const row = /^- insert:\n {4}- id: (?<id>\S+)\n {6}name: (?<name>\S+)\n$/m.exec(patch)?.groups;
  assert.equal(row?.id, 'feature-map');

  const file = createRequire(join(profile, 'cordis.patch.yml')).resolve(row.name ?? '');
  assert.ok(file.startsWith(installed));
  const plugin = await import(pathToFileURL(file).href);
  assert.deepEqual(Object.keys(plugin).sort(), ['Config', 'apply', 'inject', 'name']);

  const host = await sandbox(t);
  await writeRepository(host.dir);
  await assert.rejects(host.load(plugin, { modee: 'off' }), /modee/);
  await host.load(plugin);
  const agent = await host.createAgent();
  const read = ['read', { file_path: 'src/billing.ts' }] as const;
  const said = await agent.say('go', ...oneByOne(read, ['feature_map', { topic: 'invoices' }], read));
  assert.deepEqual(denials(said), [true, false, false]);
  assert.match(said.toolResults[1]?.text ?? '', /Writes one invoice per order/);
});

test('at runtime the plugin imports its own files, Node and the schema library of the host, and nothing else', async () => {
  const foreign = await importsOf(join(installed, 'dist', 'host', 'dsh.js'));

  assert.deepEqual([...foreign].sort(), ['@deepseek-ai/schemastery']);
});

/** Bare specifiers, without Node's own, that a module and the files it imports ask for. */
async function importsOf(entry: string): Promise<Set<string>> {
  const seen = new Set<string>();
  const bare = new Set<string>();
  const queue = [pathToFileURL(entry).href];
  for (let url = queue.pop(); url !== undefined; url = queue.pop()) {
    if (seen.has(url)) continue;
    seen.add(url);
    const code = await readFile(fileURLToPath(url), 'utf8');
    for (const [, specifier = ''] of code.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g)) {
      if (specifier.startsWith('.')) queue.push(new URL(specifier, url).href);
      else if (!specifier.startsWith('node:')) bare.add(specifier);
    }
  }
  return bare;
}
