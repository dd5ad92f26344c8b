import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DOCUMENT_PATHS } from '../../src/init/documents.ts';
import { featureMap, featureMapJson, git, lendery, scratch, writeFiles } from './cli.ts';

const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));

const LOOSE = `# Parking\n\nStatus: new · Read when: changing where bikes are parked\n\n## What it does\n\nParks bikes.\n`;

/** A project with a page that lacks headings and has no row. */
function unshaped(t: TestContext): string {
  return lendery(t, { 'docs/features/parking.md': LOOSE });
}

/** Every file of a map, by its path. */
function mapTexts(root: string): Record<string, string> {
  const folder = join(root, 'docs/features');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

test('regen prints a plan and writes nothing: exit code 1 while something is to be changed', async (t) => {
  const root = unshaped(t);
  const before = mapTexts(root);
  const { code, stdout } = await featureMap(['regen'], { cwd: root });
  assert.equal(code, 1);
  assert.match(stdout, /^\d+ files to be changed: --show prints the new texts, --apply writes them\.$/m);
  assert.match(stdout, /^- parking\.md /m);
  assert.match(stdout, /^- README\.md /m);
  assert.deepEqual(mapTexts(root), before);
});

test('regen --apply writes what the plan says, and a second run finds nothing to change', async (t) => {
  const root = unshaped(t);
  const applied = await featureMap(['regen', '--apply'], { cwd: root });
  assert.equal(applied.code, 0);
  assert.match(applied.stdout, /^\d+ of \d+ files written\.$/m);
  const after = mapTexts(root);
  assert.match(after['README.md'] ?? '', /\[parking\.md\]\(parking\.md\)/);
  assert.match(after['parking.md'] ?? '', /^## Tests that pin it$/m);
  for (const line of LOOSE.split('\n')) assert.ok(after['parking.md']?.includes(line), line);

  const again = await featureMap(['regen', '--apply'], { cwd: root });
  assert.equal(again.code, 0);
  assert.match(again.stdout, /^Nothing is to be changed\.$/m);
  assert.deepEqual(mapTexts(root), after);
});

test('regen --show prints the texts that --apply would write, of one page where one is named', async (t) => {
  const root = unshaped(t);
  const { value } = await featureMapJson(['regen', 'parking.md', '--show'], { cwd: root });
  const [text, ...others] = value.texts as { page: string; text: string }[];
  assert.deepEqual(others, []);
  const { stdout } = await featureMap(['regen', 'parking.md', '--show'], { cwd: root });
  assert.ok(stdout.includes(text?.text ?? '-'));

  assert.equal((await featureMap(['regen', 'parking.md', '--apply'], { cwd: root })).code, 0);
  assert.equal(mapTexts(root)['parking.md'], text?.text);
});

test('a page that is no page of the map is named with the nearest one', async (t) => {
  const { code, stderr } = await featureMap(['regen', 'fee.md'], { cwd: lendery(t) });
  assert.equal(code, 2);
  assert.match(stderr, /no page "fee\.md".*; did you mean "fees\.md"\?/);
});

test('--show and --apply exclude each other', async (t) => {
  const { code, stderr } = await featureMap(['regen', '--show', '--apply'], { cwd: lendery(t) });
  assert.equal(code, 2);
  assert.match(stderr, /leave out one of them/);
});

test('a link in the map that leads out of the project is neither read nor written through', async (t) => {
  const root = unshaped(t);
  const outside = join(scratch(t), 'outside.md');
  writeFileSync(outside, LOOSE);
  symlinkSync(outside, join(root, 'docs/features/outside.md'));
  const { code, stdout } = await featureMap(['regen', '--apply'], { cwd: root });
  assert.equal(code, 0);
  assert.match(stdout, /outside\.md.* link that leads out of the map/);
  assert.equal(readFileSync(outside, 'utf8'), LOOSE);
});

test('a row of a renamed page is pointed anew by the record of git', async (t) => {
  const root = scratch(t);
  const page = `# Berths\n\nStatus: shipped · Read when: booking\n\n${'Books berths for boats of any length. '.repeat(20)}\n`;
  writeFiles(root, {
    'docs/features/README.md':
      '# Map\n\n| Feature | Doc | Read when |\n| --- | --- | --- |\n| Moorings | [berths.md](berths.md) | booking |\n',
    'docs/features/berths.md': page,
    'docs/features/other.md': page.replaceAll('erths', 'oats'),
  });
  git(root, 'init', '-q');
  git(root, 'add', '.');
  git(root, 'commit', '-qm', 'one');
  git(root, 'mv', 'docs/features/berths.md', 'docs/features/quay.md');
  git(root, 'commit', '-qm', 'two');

  await featureMap(['regen', '--apply'], { cwd: root });
  assert.match(mapTexts(root)['README.md'] ?? '', /^\| Moorings \| \[[^\]]*\]\(quay\.md\) \| booking \|$/m);
});

test('a copy of this repository goes through init, adopt and regen, and its map stays as it reads', async (t) => {
  const root = join(scratch(t), 'copy');
  for (const name of ['docs', 'README.md', 'package.json', '.gitignore']) {
    cpSync(join(REPOSITORY, name), join(root, name), { recursive: true });
  }
  git(root, 'init', '-q');
  const prose = (texts: Record<string, string>) =>
    Object.values(texts).flatMap((text) => text.split('\n').filter((line) => /^[-A-Z].{40}/.test(line)));
  const before = mapTexts(root);

  const init = await featureMapJson(['init', '--write'], { cwd: root });
  assert.equal(init.code, 0);
  assert.ok(DOCUMENT_PATHS.every((path) => readFileSync(join(root, path), 'utf8').length > 0));
  assert.deepEqual(mapTexts(root), before, 'the map that is there is kept');

  const adopt = await featureMapJson(['adopt'], { cwd: root });
  const rules = (adopt.value.items as { rule: string }[]).map(({ rule }) => rule);
  assert.ok(
    !rules.includes('adopt/missing-document') && !rules.includes('index/unlinked-page'),
    rules.join(),
  );

  assert.equal((await featureMap(['regen', '--apply'], { cwd: root })).code, 0);
  const after = mapTexts(root);
  assert.deepEqual(prose(after), prose(before));
  assert.equal((await featureMap(['regen'], { cwd: root })).code, 0);
});
