import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DOCUMENT_PATHS } from '../../src/init/documents.ts';
import { type CliResult, featureMap, featureMapHere, git, lendery, scratch } from './cli.ts';

const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));

/** A copy of this repository as it lies on disk, with one commit. */
function ownProject(t: TestContext): string {
  const root = join(scratch(t), 'copy');
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: REPOSITORY,
    encoding: 'utf8',
  });
  for (const file of listed.split('\0').filter((path) => path !== '' && existsSync(join(REPOSITORY, path)))) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(join(REPOSITORY, file), join(root, file));
  }
  return commit(root);
}

function commit(root: string): string {
  git(root, 'init', '-q');
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'one');
  return root;
}

function run(root: string, ...args: string[]): Promise<CliResult> {
  return featureMap(args, { cwd: root });
}

function here(root: string, ...args: string[]): Promise<CliResult> {
  return featureMapHere(args, { cwd: root });
}

test('a project without documents gets its map by init, and adopt and regen have nothing left that follows from files', async (t) => {
  const root = lendery(t);
  for (const path of ['docs', '.git']) rmSync(join(root, path), { recursive: true });
  commit(root);

  assert.equal((await run(root, 'init', '--write')).code, 0);
  for (const path of DOCUMENT_PATHS) assert.ok(existsSync(join(root, path)), path);
  const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).slice(0, 12);
  assert.ok(readFileSync(join(root, 'HANDOFF.md'), 'utf8').includes(head));

  assert.match((await run(root, 'adopt', '--apply')).stdout, /To do: deterministic 0|Nothing is left/);
  assert.equal((await run(root, 'regen', '--apply')).code, 0);
  const check = await run(root, 'check');
  assert.equal(check.code, 0, check.stdout);
});

for (const [what, project] of [
  ['the fixture', (t: TestContext) => lendery(t)],
  ['this repository', ownProject],
] as const) {
  test(`a copy of ${what} whose index and pages have drifted apart is clean after adopt and regen`, async (t) => {
    const root = project(t);
    assert.equal((await here(root, 'check')).code, 0);
    const folder = join(root, 'docs/features');
    const [moved = '', unlisted = ''] = readdirSync(folder).filter((file) => /^[^A-Z].*\.md$/.test(file));
    const index = readFileSync(join(folder, 'README.md'), 'utf8').split('\n');
    writeFileSync(
      join(folder, 'README.md'),
      index.filter((line) => !line.includes(`](${unlisted})`)).join('\n'),
    );
    mkdirSync(join(folder, 'area'));
    cpSync(join(folder, moved), join(folder, 'area', moved));
    rmSync(join(folder, moved));
    rmSync(join(root, 'HANDOFF.md'), { force: true });
    assert.equal((await here(root, 'check')).code, 1);
    const row = index.find((line) => line.includes(`](${moved})`)) ?? '';

    const adopt = await here(root, 'adopt', '--apply');
    assert.match(adopt.stdout, /^Written: HANDOFF\.md$/m);
    const regen = await here(root, 'regen', '--apply');
    assert.equal(regen.code, 0, regen.stdout);
    assert.equal((await here(root, 'regen', '--apply')).stdout.split('\n')[0], 'Nothing is to be changed.');

    const after = readFileSync(join(folder, 'README.md'), 'utf8');
    assert.ok(row !== '' && after.includes(row.replace(`](${moved})`, `](area/${moved})`)), after);
    assert.ok(after.includes(`](${unlisted})`));
    const check = await here(root, 'check');
    assert.equal(check.code, 0, check.stdout);
  });
}
