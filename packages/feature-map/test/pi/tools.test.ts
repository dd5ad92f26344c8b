import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { SETTINGS_FILE } from '../../src/settings-file.ts';
import { atOnce, type Call, oneByOne, open, setUp, toolsOf } from './project.ts';

const NAMES = [
  'feature_map',
  'feature_map_check',
  'feature_map_init',
  'feature_map_adopt',
  'feature_map_regen',
];

test('the tools are offered with closed schemas, in a project without a map too', async (t) => {
  for (const map of [true, false]) {
    const pi = await open(await setUp(t, { map }));
    const { requests } = await pi.say(...oneByOne());
    const tools = toolsOf(requests[0] ?? assert.fail());
    for (const name of NAMES) {
      assert.equal((tools.get(name) as { additionalProperties?: unknown }).additionalProperties, false, name);
    }
  }
});

test('the index, a page and a check are answered', async (t) => {
  const set = await setUp(t);
  const pi = await open(set);
  const { results } = await pi.say(
    ...oneByOne(
      ['feature_map', {}],
      ['feature_map', { page: 'tickets.md', full: true }],
      ['feature_map_check', {}],
    ),
  );
  const [index, page, check] = results;
  assert.match(index?.text ?? '', /changing how tickets are sold/);
  assert.match(page?.text ?? '', /Sells one ticket/);
  assert.match(check?.text ?? '', /clean|agree/i);

  await rm(join(set.sandbox.project, 'docs/features/tickets.md'));
  const again = await pi.say(...oneByOne(['feature_map_check', {}]));
  assert.deepEqual(
    [again.results[0]?.isError, /tickets\.md/.test(again.results[0]?.text ?? '')],
    [false, true],
  );
});

test('wrong arguments get an error that says what is wrong', async (t) => {
  const pi = await open(await setUp(t));
  const cases: readonly (readonly [Call, RegExp])[] = [
    [['feature_map', { tpoic: 'x' }], /tpoic: unknown field/],
    [['feature_map', { topic: {} }], /topic: expected string/],
    [['feature_map', { offset: -1 }], /offset/],
    [['feature_map', { section: 'Map' }], /page/],
    [['feature_map', { topic: ' ' }], /topic/],
    [['feature_map', { page: '../../README.md' }], /no page|pages/i],
    [['feature_map_check', { page: 'x' }], /page: unknown field/],
    [['feature_map_init', { only: ['src/a.ts'] }], /only/],
    [['feature_map_regen', { show: true, apply: true }], /feature_map_regen: /],
  ];
  for (const [call, complaint] of cases) {
    const { results } = await pi.say(...oneByOne(call));
    assert.equal(results[0]?.isError, true, JSON.stringify(call));
    assert.match(results[0].text, complaint);
  }
});

test('a project without a map is told how to begin one, and may do so', async (t) => {
  const set = await setUp(t, { map: false });
  const pi = await open(set);
  const index = join(set.sandbox.project, 'docs/features/README.md');

  const before = await pi.say(
    ...oneByOne(['feature_map', {}], ['feature_map_adopt', {}], ['feature_map_init', {}]),
  );
  assert.match(before.results[0]?.text ?? '', /docs\/features\/README\.md/);
  assert.deepEqual(
    before.results.map(({ isError }) => isError),
    [false, false, false],
  );
  assert.equal(existsSync(index), false);

  const init: Call = ['feature_map_init', { write: true, only: ['docs/features/README.md'] }];
  const { results } = await pi.say(...oneByOne(init, ['feature_map', {}]));
  assert.match(readFileSync(index, 'utf8'), /^# /);
  assert.equal(results[1]?.isError, false);
  assert.doesNotMatch(results[1].text, /keeps no feature map/);
});

const ORPHAN = {
  'docs/features/seats.md':
    '# Seats\n\nStatus: shipped · Read when: changing seats\n\n## What it does\n\nBooks.\n',
};

test('adopt and regen write to the disk when they are told to', async (t) => {
  const set = await setUp(t, { files: ORPHAN });
  const pi = await open(set);

  const { results } = await pi.say(
    ...oneByOne(['feature_map_regen', { apply: true }], ['feature_map_adopt', { apply: true }]),
  );

  assert.deepEqual(
    results.map(({ isError }) => isError),
    [false, false],
  );
  const index = readFileSync(join(set.sandbox.project, 'docs/features/README.md'), 'utf8');
  assert.match(index, /\| Seats \| \[seats\.md\]/);
  assert.ok(existsSync(join(set.sandbox.project, 'AGENTS.md')));
});

test('what a tool writes is there for the next call of the same message', async (t) => {
  const pi = await open(await setUp(t, { files: ORPHAN }));
  const before = await pi.say(...oneByOne(['feature_map_check', {}]));
  assert.match(before.results[0]?.text ?? '', /drift 1/);
  const { results } = await pi.say(
    ...atOnce(['feature_map_regen', { apply: true }], ['feature_map_check', {}]),
  );
  assert.match(results[1]?.text ?? '', /drift 0/);
});

test('the tools say which of them only read', async (t) => {
  const pi = await open(await setUp(t));
  const readOnly = pi.session
    .getAllTools()
    .filter(({ name, annotations }) => name.startsWith('feature_map') && annotations?.readOnlyHint);
  assert.deepEqual(
    readOnly.map(({ name }) => name),
    ['feature_map', 'feature_map_check'],
  );
});

test("a reply keeps to the project's maxBytes, and to a changed one at the next call", async (t) => {
  const set = await setUp(t, { files: { [SETTINGS_FILE]: '{"maxBytes": 1024}' } });
  const { project } = set.sandbox;
  const page = `# Tickets\n\n## What it does\n\n${'Sells one ticket for each seat. '.repeat(200)}\n`;
  await writeFile(join(project, 'docs/features/tickets.md'), page);
  const call: Call = ['feature_map', { page: 'tickets.md', full: true }];
  const pi = await open(set);
  assert.ok(((await pi.say(...oneByOne(call))).results[0]?.text.length ?? 0) <= 1024);

  await writeFile(join(project, SETTINGS_FILE), '{"maxBytes": 4096}');
  assert.ok(((await pi.say(...oneByOne(call))).results[0]?.text.length ?? 0) > 1024);
});
