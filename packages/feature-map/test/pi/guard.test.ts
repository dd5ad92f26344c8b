import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  atOnce,
  CAT,
  type Call,
  denials,
  MAP,
  oneByOne,
  open,
  READ,
  SOURCE,
  setUp,
  TOPIC,
} from './project.ts';

test('the guard denies the first source lookup once, and always yields', async (t) => {
  const pi = await open(await setUp(t));

  const said = await pi.say(...oneByOne(READ, READ, CAT));

  assert.deepEqual(denials(said), [true, false, false]);
  const [denial, retry] = said.results;
  assert.match(
    denial?.text ?? '',
    /^read "src\/tickets\.ts" goes straight to source.*feature_map.*topic.*once/,
  );
  assert.equal(retry?.text, SOURCE['src/tickets.ts']);
  assert.deepEqual(pi.extensionErrors, []);
});

test('the whole loop: a denied command, the map with a topic, and then the command proceeds', async (t) => {
  const pi = await open(await setUp(t));

  const said = await pi.say(...oneByOne(CAT, TOPIC, CAT));

  assert.deepEqual(denials(said), [true, false, false]);
  const [denial, map, command] = said.results;
  assert.match(denial?.text ?? '', /^bash "src\/seats\.ts"/);
  assert.match(map?.text ?? '', /Sells one ticket/);
  assert.equal(command?.text, SOURCE['src/seats.ts']);
});

test('a session that calls for the map first is never denied, whatever comes of that call', async (t) => {
  const set = await setUp(t);
  for (const args of [{}, { topic: 'tickets' }, { page: 'nowhere.md' }, { tpoic: 'tickets' }, 'no JSON']) {
    const pi = await open(set);
    const said = await pi.say(...oneByOne(['feature_map', args], READ, CAT));
    assert.deepEqual(denials(said), [false, false, false], JSON.stringify(args));
  }
});

test('of a parallel batch the first lookup is denied and the others run', async (t) => {
  const pi = await open(await setUp(t));
  const said = await pi.say(...atOnce(READ, READ, CAT));
  assert.deepEqual(denials(said), [true, false, false]);
});

test('feature_map in front of a lookup in one message clears the way, also with wrong arguments', async (t) => {
  const set = await setUp(t);
  for (const call of [TOPIC, ['feature_map', { tpoic: 'tickets' }]] as const) {
    const pi = await open(set);
    assert.deepEqual(denials(await pi.say(...atOnce(call, READ))), [false, false]);
  }
});

test('a lookup in front of feature_map in one message is denied', async (t) => {
  const pi = await open(await setUp(t));
  assert.deepEqual(denials(await pi.say(...atOnce(READ, TOPIC, CAT))), [true, false, false]);
});

test('feature_map_check is no way of reading the map', async (t) => {
  const pi = await open(await setUp(t));
  assert.deepEqual(denials(await pi.say(...oneByOne(['feature_map_check', {}], READ))), [false, true]);
});

test('calls that look up no source are let through and use nothing up', async (t) => {
  const set = await setUp(t);
  const pi = await open(set);
  const calls: Call[] = [
    ['read', { path: 'README.md' }],
    ['read', { path: 'docs/features/tickets.md' }],
    ['read', { path: 'src/missing.ts' }],
    ['read', { path: join(set.sandbox.agentDir, 'models.json') }],
    ['write', { path: 'src/new.ts', content: 'export {};\n' }],
    ['edit', { path: 'src/new.ts', edits: [{ oldText: 'export {};', newText: 'export {}' }] }],
    ['bash', { command: 'cat docs/features/README.md' }],
    ['bash', { command: 'echo ready && cat src/tickets.ts > copy.txt' }],
    ['bash', { command: 'git status --short | tail -3' }],
  ];
  const said = await pi.say(...oneByOne(...calls, READ));
  assert.deepEqual(denials(said), [...calls.map(() => false), true]);
});

test('a shell command that searches the source is denied, and one that works is not', async (t) => {
  const set = await setUp(t);
  for (const [command, denied] of [
    ['rg sellTicket', true],
    ['grep -rn sellTicket src | head', true],
    ['cd src && cat tickets.ts', true],
    ['node --version && cat src/tickets.ts', false],
    ['sed -i s/a/a/ src/tickets.ts', false],
    ['rg sellTicket docs', false],
  ] as const) {
    const pi = await open(set);
    assert.deepEqual(denials(await pi.say(...oneByOne(['bash', { command }]))), [denied], command);
  }
});

test("a command that the user runs is nobody else's business", async (t) => {
  const pi = await open(await setUp(t));
  const { output } = await pi.session.executeBash('cat src/seats.ts');
  assert.equal(output, SOURCE['src/seats.ts']);
  assert.deepEqual(denials(await pi.say(...oneByOne(READ))), [true]);
});

test('a path with @, with ~, as a URL or with an odd space means the file that Pi reads', async (t) => {
  const set = await setUp(t, { files: { 'src/two words.ts': 'export {};\n' } });
  const { project } = set.sandbox;
  for (const [path, denied] of [
    ['@src/tickets.ts', true],
    [`@${join(project, 'src/tickets.ts')}`, true],
    [pathToFileURL(join(project, 'src/tickets.ts')).href, true],
    ['src/two\u00a0words.ts', true],
    ['@docs/features/tickets.md', false],
    ['~/notes.md', false],
    ['file://elsewhere/src/tickets.ts', false],
  ] as const) {
    const pi = await open(set);
    assert.deepEqual(denials(await pi.say(...oneByOne(['read', { path }]))), [denied], path);
  }
});

test('a project without a map is left alone', async (t) => {
  const pi = await open(await setUp(t, { map: false }));
  assert.deepEqual(denials(await pi.say(...oneByOne(READ, CAT))), [false, false]);
});

test('a map that appears during a session is not asked for in that session', async (t) => {
  const set = await setUp(t, { map: false });
  const pi = await open(set);
  await pi.say(...oneByOne());
  await mkdir(join(set.sandbox.project, 'docs/features'), { recursive: true });
  await writeFile(join(set.sandbox.project, 'docs/features/README.md'), MAP['docs/features/README.md']);

  const said = await pi.say(...oneByOne(READ, ['feature_map', {}]));

  assert.deepEqual(denials(said), [false, false]);
  assert.match(said.results[1]?.text ?? '', /tickets\.md/);
  assert.deepEqual(denials(await (await open(set)).say(...oneByOne(READ))), [true]);
});

test('a session in a folder of a project is guarded by the map above it', async (t) => {
  const set = await setUp(t, { git: false, map: false });
  const map = join(set.sandbox.root, 'docs/features');
  await mkdir(map, { recursive: true });
  await writeFile(join(map, 'README.md'), MAP['docs/features/README.md']);

  const pi = await open(set);

  assert.deepEqual(denials(await pi.say(...oneByOne(READ, READ))), [true, false]);
});

test('grep, find and ls are lookups where the settings name them, and not elsewhere', async (t) => {
  const tools = ['read', 'bash', 'grep', 'find', 'ls', 'feature_map'];
  const named = JSON.stringify({ sourceTools: { pi: ['read', 'bash', 'grep', 'find', 'ls'] } });
  const set = await setUp(t, { files: { 'docs/features/feature-map.json': named } });
  const cases: readonly (readonly [Call, boolean])[] = [
    [['grep', { pattern: 'sellTicket' }], true],
    [['grep', { pattern: 'sellTicket', path: '@src' }], true],
    [['grep', { pattern: 'sellTicket', path: 'docs' }], false],
    [['grep', { pattern: 'sellTicket', glob: 'docs/**/*.md' }], false],
    [['find', { pattern: '**/*.ts' }], true],
    [['find', { pattern: 'docs/**/*.md' }], false],
    [['find', { pattern: '*.ts', path: 'src' }], true],
    [['grep', { pattern: 'sellTicket', path: '' }], true],
    [['ls', {}], true],
    [['ls', { path: '' }], true],
    [['ls', { path: 'src' }], true],
    [['ls', { path: 'docs' }], false],
  ];
  for (const [call, denied] of cases) {
    const pi = await open(set, { tools });
    assert.deepEqual(denials(await pi.say(...oneByOne(call))), [denied], JSON.stringify(call));
  }

  const pi = await open(await setUp(t), { tools });
  assert.deepEqual(
    denials(await pi.say(...oneByOne(...cases.map(([call]) => call)))),
    cases.map(() => false),
  );
});

test('without feature_map among its tools a session is neither denied nor told of it', async (t) => {
  const pi = await open(await setUp(t), { tools: ['read', 'bash'] });
  const said = await pi.say(...oneByOne(READ, CAT));
  assert.deepEqual(denials(said), [false, false]);
  assert.doesNotMatch(JSON.stringify(said.requests), /feature_map/);
});
