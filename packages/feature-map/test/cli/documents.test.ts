import assert from 'node:assert/strict';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DOCUMENT_PATHS } from '../../src/init/documents.ts';
import { featureMap, featureMapJson, lendery, scratch, writeFiles } from './cli.ts';

test('init prints the documents and writes nothing', async (t) => {
  const cwd = scratch(t);
  writeFiles(cwd, { 'package.json': '{"name": "harbour", "description": "Books berths."}' });
  const { code, stdout } = await featureMap(['init'], { cwd });
  assert.equal(code, 0);
  for (const path of DOCUMENT_PATHS) {
    assert.ok(stdout.includes(`${path}: new, --write writes it; `), stdout);
    assert.ok(stdout.includes(`===== ${path} =====`));
    assert.ok(!existsSync(join(cwd, path)));
  }
  assert.match(stdout, /harbour/);
  assert.match(stdout, /Books berths\./);
});

test('init --write writes what does not exist, lists what is left to fill in, and keeps what is there', async (t) => {
  const cwd = scratch(t);
  writeFiles(cwd, { 'AGENTS.md': 'mine\n' });
  const { code, stdout } = await featureMap(['init', '--write'], { cwd });
  assert.equal(code, 0);
  assert.match(stdout, /^AGENTS\.md: exists and was kept; --force replaces it$/m);
  assert.match(stdout, /^docs\/features\/README\.md: written; \d+ places to fill in$/m);
  assert.match(stdout, /^To fill in:\n {2}HANDOFF\.md:\d+ /m);
  assert.equal(readFileSync(join(cwd, 'AGENTS.md'), 'utf8'), 'mine\n');

  const check = await featureMap(['check'], { cwd });
  assert.equal(check.code, 0, 'a map that was just begun is clean');
});

test('init --force replaces, and --only picks', async (t) => {
  const cwd = scratch(t);
  writeFiles(cwd, { 'AGENTS.md': 'mine\n', 'HANDOFF.md': 'mine\n' });
  const only = ['--only', 'AGENTS.md,docs/SPEC.md'];
  const { stdout } = await featureMap(['init', '--write', '--force', ...only], { cwd });
  assert.match(stdout, /^AGENTS\.md: replaced/m);
  assert.notEqual(readFileSync(join(cwd, 'AGENTS.md'), 'utf8'), 'mine\n');
  assert.equal(readFileSync(join(cwd, 'HANDOFF.md'), 'utf8'), 'mine\n');
  assert.ok(!existsSync(join(cwd, 'docs/features/README.md')));

  const wrong = await featureMap(['init', '--only', 'AGENT.md'], { cwd });
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /--only: unknown document; did you mean AGENTS\.md\?/);
});

test('a document that cannot be written is exit code 1 and named with the reason; the others are written', async (t) => {
  const cwd = scratch(t);
  symlinkSync(join(scratch(t), 'elsewhere.md'), join(cwd, 'AGENTS.md'));
  const { code, stdout } = await featureMap(['init', '--write'], { cwd });
  assert.equal(code, 1);
  assert.match(stdout, /^AGENTS\.md: not written: it is.* a link /m);
  assert.ok(existsSync(join(cwd, 'HANDOFF.md')));
});

test('adopt plans what documents lack: each item with place, kind, rule, remedy and the text to put in', async (t) => {
  const cwd = scratch(t);
  writeFiles(cwd, {
    'AGENTS.md': '# Agents\n\nBe kind.\n',
    'docs/guide.md': '# Guide\n',
    'docs/features/berths.md': '# Berths\n\nStatus: shipped · Read when: booking a berth\n',
    'docs/features/README.md': '# Map\n\n| Feature | Doc | Read when |\n|---|---|---|\n',
  });
  const { code, stdout } = await featureMap(['adopt'], { cwd });
  assert.equal(code, 1);
  assert.match(stdout, /^docs\/features\/berths\.md:1 deterministic drift index\/unlinked-page\n/m);
  assert.match(stdout, /^ {2}\| \| .*\[berths\.md\]\(berths\.md\) \| booking a berth \|$/m);
  assert.match(stdout, /^AGENTS\.md:\d+ \w+ advice adopt\/missing-block\n/m);
  assert.match(stdout, /^docs\/guide\.md:1 judgment advice adopt\/outside-map\n/m);
  assert.match(stdout, /^To do: deterministic \d+, judgment \d+\.$/m);
});

test('adopt --apply writes only documents that do not exist', async (t) => {
  const root = lendery(t, { 'AGENTS.md': 'mine\n' });
  const before = readFileSync(join(root, 'docs/features/README.md'), 'utf8');
  const { value } = await featureMapJson(['adopt', '--apply'], { cwd: root });
  const written = value.written as { path: string }[];
  assert.deepEqual(written.map(({ path }) => path).sort(), ['HANDOFF.md', 'docs/SPEC.md']);
  assert.equal(readFileSync(join(root, 'AGENTS.md'), 'utf8'), 'mine\n');
  assert.equal(readFileSync(join(root, 'docs/features/README.md'), 'utf8'), before);
});

test('a project with nothing to adopt is sent to init', async (t) => {
  const { code, stdout } = await featureMap(['adopt'], { cwd: scratch(t) });
  assert.equal(code, 1);
  assert.match(stdout, /Begin with feature-map init\./);
});
