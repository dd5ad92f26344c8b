import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { consult, decide, type GuardSession, newGuardSession } from '../../src/guard.ts';
import { PROJECT, recordedFs, rulesOf, scratch, under } from './scratch.ts';

const READ = { tool: 'read', arguments: { file_path: 'src/a.ts' } };

test('the first source lookup of a session is denied, and every later one proceeds', (t) => {
  const session = newGuardSession(scratch(t, PROJECT));
  const rules = rulesOf();
  assert.equal(decide(READ, session, rules).deny, true);
  assert.equal(session.asked, true);
  assert.deepEqual(decide(READ, session, rules), { deny: false, rule: 'asked' });
  const other = { tool: 'grep', arguments: { pattern: 'x' } };
  assert.deepEqual(decide(other, session, rules), { deny: false, rule: 'asked' });
});

test('asked comes before every other rule', (t) => {
  const { fs, calls } = recordedFs();
  const session: GuardSession = { cwd: scratch(t, PROJECT), asked: true, consulted: true, waived: true };
  for (const tool of ['read', 'bash', 'feature_map']) {
    assert.deepEqual(decide({ ...READ, tool }, session, rulesOf({}, { fs })), { deny: false, rule: 'asked' });
  }
  assert.deepEqual(calls, []);
});

test('a tool outside sourceTools is allowed before its session is looked at, and settles nothing', (t) => {
  const { fs, calls } = recordedFs();
  const rules = rulesOf({}, { fs });
  assert.deepEqual(decide({ ...READ, tool: 'bash' }, undefined, rules), { deny: false, rule: 'other-tool' });
  const session = newGuardSession(scratch(t, PROJECT));
  for (const tool of ['bash', 'edit', 'Read', 'READ', ' read', '', '__proto__', 'constructor']) {
    assert.deepEqual(decide({ ...READ, tool }, session, rules), { deny: false, rule: 'other-tool' });
  }
  assert.deepEqual(calls, []);
  assert.equal(decide(READ, session, rules).deny, true);
});

test('a call without a session, or without an absolute working folder, is allowed and settles nothing', () => {
  const { fs, calls } = recordedFs();
  const rules = rulesOf({}, { fs });
  assert.deepEqual(decide(READ, undefined, rules), { deny: false, rule: 'no-session' });
  for (const cwd of [undefined, '', 'src', './', '~/project']) {
    const session = newGuardSession(cwd);
    assert.deepEqual(decide(READ, session, rules), { deny: false, rule: 'no-cwd' });
    assert.deepEqual(session, newGuardSession(cwd));
  }
  assert.deepEqual(calls, []);
});

test('a session that consulted the map is not asked', (t) => {
  const session = newGuardSession(scratch(t, PROJECT));
  consult(session);
  assert.deepEqual(decide(READ, session, rulesOf()), { deny: false, rule: 'consulted' });
  assert.equal(session.asked, false);
});

test('a call for the map consults it, whatever its arguments, before the calls behind it are judged', (t) => {
  for (const [tool, args] of [
    ['feature_map', {}],
    ['feature_map', { topic: 'guard' }],
    ['feature_map', 'not JSON {'],
    ['feature_map', null],
    ['feature_map_regen', { apply: false }],
  ] as const) {
    const session = newGuardSession(scratch(t, PROJECT));
    assert.deepEqual(decide({ tool, arguments: args }, session, rulesOf()), {
      deny: false,
      rule: 'map-tool',
    });
    assert.deepEqual(decide(READ, session, rulesOf()), { deny: false, rule: 'consulted' });
  }
  assert.deepEqual(decide({ tool: 'feature_map', arguments: {} }, undefined, rulesOf()), {
    deny: false,
    rule: 'map-tool',
  });
});

test('a project without a map is waived for the session, and costs it no denial', (t) => {
  const root = scratch(t, { '.git/': '', 'src/a.ts': '' });
  const session = newGuardSession(root);
  assert.deepEqual(decide(READ, session, rulesOf()), { deny: false, rule: 'no-map' });
  assert.equal(session.waived, true);
  assert.deepEqual(decide(READ, session, rulesOf()), { deny: false, rule: 'waived' });
});

test('a working folder that is gone has no map', (t) => {
  const root = scratch(t, PROJECT);
  rmSync(join(root, 'src'), { recursive: true });
  const session = newGuardSession(join(root, 'src'));
  assert.deepEqual(decide(READ, session, rulesOf()), { deny: false, rule: 'no-map' });
});

test('a call that is no source lookup leaves the session unasked', (t) => {
  const session = newGuardSession(scratch(t, PROJECT));
  const rules = rulesOf();
  const docs = { tool: 'read', arguments: { file_path: 'docs/adr/one.md' } };
  assert.deepEqual(decide(docs, session, rules), { deny: false, rule: 'exempt' });
  assert.deepEqual(session, newGuardSession(session.cwd));
  assert.equal(decide(READ, session, rules).deny, true);
});

test('no file is touched once a session is settled', (t) => {
  const { fs, calls } = recordedFs();
  const rules = rulesOf({}, { fs });
  const root = scratch(t, { ...under('mapped', PROJECT), 'bare/.git/': '', 'bare/src/a.ts': '' });
  const asked = newGuardSession(join(root, 'mapped'));
  const waived = newGuardSession(join(root, 'bare'));
  decide(READ, asked, rules);
  decide(READ, waived, rules);
  assert.ok(calls.length > 0, 'an open session is judged by the file system');

  calls.length = 0;
  const consulted = newGuardSession(join(root, 'mapped'));
  consult(consulted);
  for (const session of [asked, waived, consulted]) {
    assert.equal(decide(READ, session, rules).deny, false);
    assert.equal(decide({ tool: 'glob', arguments: { pattern: 'src/**' } }, session, rules).deny, false);
  }
  assert.deepEqual(calls, []);
});

test('an open session costs a look at the map, at the working folder and at the target', (t) => {
  const root = scratch(t, PROJECT);
  const { fs, calls } = recordedFs();
  const index = join(root, 'docs/features/README.md');
  const map = [
    `realpath ${root}`,
    `stat ${index}`,
    `realpath ${join(root, 'docs/features')}`,
    `realpath ${index}`,
    `realpath ${root}`,
  ];
  const costs = (tool: string, args: unknown) => {
    calls.length = 0;
    decide({ tool, arguments: args }, newGuardSession(root), rulesOf({}, { fs }));
    return calls;
  };
  assert.deepEqual(costs('read', { file_path: 'docs/adr/one.md' }), [
    ...map,
    `realpath ${join(root, 'docs/adr/one.md')}`,
  ]);
  assert.deepEqual(costs('grep', { pattern: 'x' }), [...map, `realpath ${root}`]);
  assert.deepEqual(costs('read', { file_path: 'src/a.ts' }), [
    ...map,
    `realpath ${join(root, 'src/a.ts')}`,
    `stat ${join(root, 'src/a.ts')}`,
  ]);
});

test('each session is asked for itself', (t) => {
  const cwd = scratch(t, PROJECT);
  const rules = rulesOf();
  const [parent, subagent] = [newGuardSession(cwd), newGuardSession(cwd)];
  assert.equal(decide(READ, parent, rules).deny, true);
  assert.equal(decide(READ, subagent, rules).deny, true);
  assert.equal(decide(READ, parent, rules).deny, false);
});

test('renamed tools are guarded by their names, and leave the defaults alone', (t) => {
  const cwd = scratch(t, PROJECT);
  const rules = rulesOf({ sourceTools: ['view'] });
  assert.equal(decide(READ, newGuardSession(cwd), rules).rule, 'other-tool');
  const view = { tool: 'view', arguments: { path: 'src/a.ts' } };
  assert.equal(decide(view, newGuardSession(cwd), rules).deny, true);
});

test('property: any sequence of calls is denied at most once, at its first source lookup', (t) => {
  const root = scratch(t, PROJECT);
  const rules = rulesOf();
  const path = fc.constantFrom('src/a.ts', 'src', '.', 'docs', 'AGENTS.md', 'nope', '..', '\0', root);
  const call = fc.record({
    tool: fc.constantFrom('read', 'grep', 'glob', 'bash', 'feature_map', 'feature_map_check'),
    arguments: fc.oneof(
      fc.record({ file_path: path }),
      fc.record(
        { pattern: fc.constantFrom('x', 'src/**', 'docs/**', '*.ts'), path },
        { requiredKeys: ['pattern'] },
      ),
      fc.anything(),
    ),
  });
  fc.assert(
    fc.property(fc.array(call, { maxLength: 12 }), (calls) => {
      const session = newGuardSession(root);
      const fresh = calls.map((each) => decide(each, newGuardSession(root), rules));
      const denied = calls.flatMap((each, at) => (decide(each, session, rules).deny ? [at] : []));
      const firstLookup = fresh.findIndex(({ deny }) => deny);
      const consulted = calls.slice(0, firstLookup + 1).some(({ tool }) => tool === 'feature_map');
      assert.deepEqual(denied, firstLookup === -1 || consulted ? [] : [firstLookup]);
    }),
    { numRuns: 500 },
  );
});
