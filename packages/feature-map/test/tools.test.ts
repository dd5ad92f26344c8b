import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { checkReply, checkReplySchema } from '../src/check-reply.ts';
import { byteLength } from '../src/map/budget.ts';
import type { CheckResult } from '../src/map/check.ts';
import { openMap } from '../src/map/reader.ts';
import { KEPT_MAPS, recentMaps } from '../src/recent-maps.ts';
import { DEFAULT_SETTINGS } from '../src/settings.ts';
import { type MapTool, mapTools } from '../src/tools.ts';

const LENDERY = fileURLToPath(new URL('fixtures/lendery/', import.meta.url));
const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

function tool(name: string): MapTool {
  const found = mapTools(() => DEFAULT_SETTINGS).find((candidate) => candidate.name === name);
  assert.ok(found, name);
  return found;
}

function check(cwd: string): CheckResult {
  const reply = tool('feature_map_check').run({}, cwd);
  assert.ok(!reply.isError);
  return reply.value as CheckResult;
}

async function scratch(t: TestContext): Promise<string> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'map-tools-')));
  t.after(() => rm(dir, { recursive: true, force: true }));
  await mkdir(join(dir, '.git'));
  return dir;
}

async function brokenMap(t: TestContext, rows: number): Promise<string> {
  const dir = await scratch(t);
  await mkdir(join(dir, 'docs/features'), { recursive: true });
  const table = Array.from({ length: rows }, (_, at) => `| Feature ${at} | [x](page-${at}.md) | never |`);
  const index = ['| Feature | Doc | Read when |', '| --- | --- | --- |', ...table, ''].join('\n');
  await writeFile(join(dir, 'docs/features/README.md'), index);
  return dir;
}

test('a healthy map agrees with itself', () => {
  for (const root of [LENDERY, REPOSITORY]) {
    const { clean, text } = check(root);
    assert.equal(clean, true, text);
  }
});

test('a map with more findings than a reply holds names the first ones whole and counts the others', async (t) => {
  const dir = await brokenMap(t, 400);
  const { clean, findings, text } = check(dir);

  assert.equal(clean, false);
  assert.equal(findings.length, 400);
  assert.ok(byteLength(text) <= DEFAULT_SETTINGS.maxBytes);
  assert.ok(byteLength(text) > DEFAULT_SETTINGS.maxBytes / 2);
  const named = findings.filter(({ message }) => text.includes(message)).length;
  assert.equal(/\[(\d+) of 400 findings are left out/.exec(text)?.[1], String(400 - named));
});

test('a check reply stays within any budget', async (t) => {
  const map = openMap(await brokenMap(t, 40)).load();
  fc.assert(
    fc.property(fc.integer({ min: 1024, max: 20_000 }), (maxBytes) => {
      const reply = checkReply(map, {}, { ...DEFAULT_SETTINGS, maxBytes });
      assert.ok(!reply.isError && byteLength(reply.value.text) <= maxBytes);
    }),
  );
});

test('a check reply has the form that its schema promises', async (t) => {
  const { properties } = checkReplySchema;
  for (const dir of [LENDERY, await brokenMap(t, 3)]) {
    const value = check(dir);
    assert.deepEqual(
      Object.keys(value).filter((key) => !Object.hasOwn(properties, key)),
      [],
    );
    for (const finding of value.findings) {
      const declared = properties.findings.items;
      for (const key of Object.keys(finding)) assert.ok(Object.hasOwn(declared.properties, key), key);
      for (const key of declared.required) assert.ok(Object.hasOwn(finding, key), key);
    }
  }
});

test('no arguments of any kind make a tool throw or exceed the budget', () => {
  const anyArguments = fc.oneof(
    fc.anything({ withNullPrototype: true }),
    fc.record(
      {
        topic: fc.anything(),
        page: fc.oneof(fc.constantFrom('search.md', '../../package.json', '/etc/passwd'), fc.anything()),
        section: fc.anything(),
        full: fc.anything(),
        offset: fc.anything(),
      },
      { requiredKeys: [] },
    ),
  );
  const tools = mapTools(() => DEFAULT_SETTINGS);
  fc.assert(
    fc.property(anyArguments, fc.constantFrom(LENDERY, '/nowhere/at/all', undefined), (args, cwd) => {
      for (const { run } of tools) {
        const reply = run(args, cwd);
        const text = reply.isError ? reply.text : reply.value.text;
        assert.ok(text.length > 0 && byteLength(text) <= DEFAULT_SETTINGS.maxBytes);
      }
    }),
    { numRuns: 300 },
  );
});

test('a project without a map is told where one would be looked for, and how it begins', async (t) => {
  const dir = await scratch(t);
  for (const name of ['feature_map', 'feature_map_check']) {
    const reply = tool(name).run({}, dir);
    assert.ok(!reply.isError);
    assert.ok(reply.value.text.includes(dir));
    assert.match(reply.value.text, /docs\/features\/README\.md/);
  }
});

test('maps of many projects are served side by side, each with its own pages', async (t) => {
  const { run } = tool('feature_map');
  const dirs: string[] = [];
  for (let at = 0; at < 10; at += 1) {
    const dir = await brokenMap(t, 1);
    await writeFile(
      join(dir, 'docs/features/page-0.md'),
      `# Page of ${at}\n\n## What it does\n\nNumber ${at}.\n`,
    );
    dirs.push(dir);
  }
  for (const round of [1, 2]) {
    for (const [at, dir] of dirs.entries()) {
      const reply = run({ page: 'page-0.md', full: true }, dir);
      assert.ok(!reply.isError && reply.value.text.includes(`Number ${at}.`), `round ${round}`);
    }
  }
});

test('maps stay open between calls, the least recently used of many do not', () => {
  const opened: string[] = [];
  const mapOf = recentMaps((root) => {
    opened.push(root);
    return openMap(root);
  });
  const roots = Array.from({ length: KEPT_MAPS }, (_, at) => `/project-${at}`);
  for (const root of [...roots, ...roots]) mapOf(root);
  assert.deepEqual(opened, roots);

  mapOf('/project-0');
  mapOf('/one-more');
  mapOf('/project-0');
  mapOf('/project-1');
  assert.deepEqual(opened.slice(KEPT_MAPS), ['/one-more', '/project-1']);
});
