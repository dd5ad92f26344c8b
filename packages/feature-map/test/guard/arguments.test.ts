import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decide, newGuardSession } from '../../src/guard.ts';
import { ask, PROJECT, rulesOf, scratch } from './scratch.ts';

test('arguments that are no object are allowed, the raw string of invalid JSON among them', (t) => {
  const root = scratch(t, PROJECT);
  for (const args of [
    undefined,
    null,
    0,
    true,
    '{"file_path":"src/a.ts"',
    'src/a.ts',
    [],
    [{ path: 'src' }],
    () => {},
  ]) {
    assert.equal(ask(root, 'read', args).rule, 'bad-arguments', String(args));
  }
});

test('an argument of a wrong type makes the call one that its tool refuses, and the guard allows it', (t) => {
  const root = scratch(t, PROJECT);
  for (const value of [1, false, [], ['src/a.ts'], {}, { path: 'src' }, 1n, Symbol('src')]) {
    for (const name of ['file_path', 'path', 'filePath']) {
      assert.equal(ask(root, 'read', { [name]: value }).rule, 'bad-arguments');
    }
    assert.equal(ask(root, 'grep', { pattern: value }).rule, 'bad-arguments');
    assert.equal(ask(root, 'grep', { pattern: 'x', path: value }).rule, 'bad-arguments');
    assert.equal(ask(root, 'grep', { pattern: 'x', include: value }).rule, 'bad-arguments');
  }
});

test('an argument that is undefined or null is not there', (t) => {
  const root = scratch(t, PROJECT);
  for (const none of [undefined, null]) {
    assert.equal(ask(root, 'grep', { pattern: 'x', path: none, include: none }).rule, 'project-search');
    assert.equal(ask(root, 'grep', { pattern: none, path: 'src' }).rule, 'bad-arguments');
    assert.equal(ask(root, 'read', { file_path: none }).rule, 'no-path');
    assert.equal(
      ask(root, 'read', { file_path: 'src/a.ts', path: none, filePath: none }).rule,
      'source-path',
    );
  }
});

test('a call of a file tool without a path is allowed', (t) => {
  const root = scratch(t, PROJECT);
  for (const args of [{}, { offset: 1 }, { file_path: '' }, { file_path: ' \n' }]) {
    assert.equal(ask(root, 'read', args).rule, 'no-path');
  }
});

test('a NUL in a path or glob is allowed', (t) => {
  const root = scratch(t, PROJECT);
  assert.equal(ask(root, 'read', { file_path: 'src/a.ts\0' }).rule, 'missing');
  assert.equal(ask(root, 'grep', { pattern: 'x', path: '\0' }).rule, 'missing');
  assert.equal(ask(root, 'glob', { pattern: 'src\0/*' }).rule, 'missing');
});

test('arguments that throw when they are read are allowed', (t) => {
  const root = scratch(t, PROJECT);
  const trap = {
    get path(): string {
      throw new Error('trap');
    },
  };
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  assert.equal(ask(root, 'read', trap).rule, 'bad-arguments');
  assert.equal(ask(root, 'read', proxy).rule, 'bad-arguments');
});

test('property: no value of any argument makes the guard throw', (t) => {
  const root = scratch(t, PROJECT);
  const rules = rulesOf();
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc
      .array(
        fc.constantFrom(
          '/',
          '..',
          '.',
          'src',
          'docs',
          'a.ts',
          '*',
          '**',
          '{',
          '[',
          '\\',
          '!',
          '\0',
          '~',
          'C:',
        ),
      )
      .map((pieces) => pieces.join('')),
  );
  const value = fc.oneof({ weight: 4, arbitrary: text }, fc.anything());
  const args = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.dictionary(fc.constantFrom('file_path', 'path', 'filePath', 'pattern', 'include'), value),
    },
    fc.anything({ withNullPrototype: true, withBigInt: true, withSparseArray: true }),
  );
  fc.assert(
    fc.property(
      fc.constantFrom('read', 'grep', 'glob'),
      args,
      fc.option(text, { nil: undefined }),
      (tool, given, cwd) => {
        for (const folder of [root, cwd, cwd === undefined ? undefined : `/${cwd}`]) {
          const session = newGuardSession(folder);
          const decision = decide({ tool, arguments: given }, session, rules);
          assert.equal(session.asked, decision.deny);
        }
      },
    ),
    { numRuns: 1000 },
  );
});
