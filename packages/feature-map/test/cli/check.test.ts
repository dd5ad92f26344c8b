import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { featureMap, featureMapJson, lendery, writeFiles } from './cli.ts';

/** A project whose map has drift: a page that is gone and one without a row. */
function drifted(t: TestContext): string {
  const root = lendery(t, { 'docs/features/parking.md': '# Parking\n\n## What it does\n\nParks.\n' });
  rmSync(join(root, 'docs/features/payments.md'));
  return root;
}

test('a map without a finding is exit code 0 and one line', async (t) => {
  const root = lendery(t, { 'docs/features/feature-map.json': '{"maxSectionBytes": 8192}' });
  const { code, stdout, stderr } = await featureMap(['check'], { cwd: root });
  assert.equal(code, 0);
  assert.match(stdout, /^No drift found: pages \d+, rows \d+, drift 0, advice 0, exempted 0\.\n$/);
  assert.equal(stderr, '');
});

test('drift is exit code 1, and each finding names page, line, rule and remedy', async (t) => {
  const { code, stdout } = await featureMap(['check'], { cwd: drifted(t) });
  assert.equal(code, 1);
  assert.match(
    stdout,
    /^docs\/features\/README\.md:\d+ drift index\/broken-link\n {2}.*payments\.md.*\n {2}Correct the link, or delete the row\./m,
  );
  assert.match(stdout, /^docs\/features\/parking\.md:1 drift index\/unlinked-page\n/m);
  assert.match(stdout, /^Drift found: .*drift 2, advice \d+, exempted 0\.\n$/m);
});

test('a file that a page names and that is gone is drift', async (t) => {
  const root = lendery(t);
  rmSync(join(root, 'server/src/fees/deposit.ts'));
  const { code, stdout } = await featureMap(['check'], { cwd: root });
  assert.equal(code, 1);
  assert.match(stdout, /^docs\/features\/fees\.md:\d+ drift stale\/path\n {2}.*deposit\.ts/m);
});

test('an exemption beside the item is counted', async (t) => {
  const root = lendery(t);
  rmSync(join(root, 'server/src/fees/deposit.ts'));
  const page = join(root, 'docs/features/fees.md');
  const text = readFileSync(page, 'utf8');
  writeFileSync(page, text.replace(/^- `server\/src\/fees\/deposit\.ts`/m, '$& <!-- map: allow stale -->'));
  const { value } = await featureMapJson(['check'], { cwd: root });
  assert.ok(Number(value.exempted) >= 1, JSON.stringify(value));
});

test('a place is named as the working folder has it', async (t) => {
  const root = drifted(t);
  const { stdout } = await featureMap(['check'], { cwd: join(root, 'docs') });
  assert.match(stdout, /^features\/parking\.md:1 drift/m);
  const elsewhere = await featureMap(['check', '--root', '..'], { cwd: join(root, 'server') });
  assert.match(elsewhere.stdout, /^\.\.\/docs\/features\/parking\.md:1 drift/m);
});

test('advice alone is exit code 0, and 1 with --strict', async (t) => {
  const root = lendery(t);
  writeFiles(root, { 'docs/features/feature-map.json': '{"maxSectionBytes": 256}' });
  const loose = await featureMap(['check'], { cwd: root });
  assert.equal(loose.code, 0);
  assert.match(loose.stdout, / advice section\/too-big\n/);
  assert.equal((await featureMap(['check', '--strict'], { cwd: root })).code, 1);
});

test('--json gives every finding as data, and nothing else on standard output', async (t) => {
  const root = drifted(t);
  const { code, value } = await featureMapJson(['check'], { cwd: root });
  assert.equal(code, 1);
  assert.equal(value.clean, false);
  assert.equal(value.root, root);
  const findings = value.findings as { rule: string; page: string; line: number; remedy: string }[];
  const drift = findings.filter(({ rule }) => rule.startsWith('index/'));
  assert.deepEqual(
    drift.map(({ rule, page }) => [rule, page]),
    [
      ['index/broken-link', 'README.md'],
      ['index/unlinked-page', 'parking.md'],
    ],
  );
});

test('in GitHub Actions each finding is an annotation of its line, drift an error and advice a warning', async (t) => {
  const root = drifted(t);
  const { code, stdout } = await featureMap(['check'], {
    cwd: join(root, 'docs'),
    env: { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: root },
  });
  assert.equal(code, 1);
  assert.match(
    stdout,
    /^::error file=docs\/features\/parking\.md,line=1,title=feature-map index\/unlinked-page::\S/m,
  );
  assert.match(
    stdout,
    /^::warning file=docs\/features\/parking\.md,line=1,title=feature-map page\/no-trigger::/m,
  );
  const errors = stdout.split('\n').filter((line) => line.startsWith('::error '));
  assert.equal(errors.length, 2);
});

test('elsewhere, and with --json, there are no annotations', async (t) => {
  const root = drifted(t);
  assert.doesNotMatch((await featureMap(['check'], { cwd: root })).stdout, /^::/m);
  const inActions = { cwd: root, env: { GITHUB_ACTIONS: 'true' } };
  assert.equal((await featureMapJson(['check'], inActions)).value.clean, false);
});

test('a page whose name is a workflow command or moves the cursor cannot forge one', async (t) => {
  const root = lendery(t);
  for (const name of ['::error ::owned.md', 'a\n::error ::owned.md', 'c\u001b[2J.md', 'a,b:c%0A.md']) {
    writeFileSync(join(root, 'docs/features', name), '# Name\n');
  }
  const plain = await featureMap(['check'], { cwd: root });
  assert.ok(!plain.stdout.includes('\u001b'));
  assert.doesNotMatch(plain.stdout, /^\s*::/m);

  const { stdout } = await featureMap(['check'], { cwd: root, env: { GITHUB_ACTIONS: 'true' } });
  const [, token = ''] = /^::stop-commands::(\S+)\n/.exec(stdout) ?? [];
  assert.ok(token.length > 20);
  const [before = '', after = ''] = stdout.split(`\n::${token}::\n`);
  assert.match(before, /Drift found/);
  const lines = after.trimEnd().split('\n');
  assert.ok(
    lines.every((line) => /^::(?:error|warning) file=docs\/features\/\S.*,line=\d+,title=/.test(line)),
  );
  assert.ok(lines.some((line) => line.includes('file=docs/features/a%2Cb%3Ac%250A.md,')));
  assert.ok(lines.some((line) => line.includes('file=docs/features/a%0A%3A%3Aerror %3A%3Aowned.md,')));
});
