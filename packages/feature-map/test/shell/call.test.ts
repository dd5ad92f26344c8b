import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { decide, newGuardSession } from '../../src/guard.ts';
import { DEFAULT_SETTINGS } from '../../src/settings.ts';
import { CALL_SHAPE } from '../../src/tool-call.ts';
import { ask, PROJECT, recordedFs, rulesOf, scratch } from '../guard/scratch.ts';
import { askBash, bashRules } from './bash-call.ts';

test('bash is no source tool unless the host says so', (t) => {
  const root = scratch(t, PROJECT);
  assert.equal(DEFAULT_SETTINGS.sourceTools.includes('bash'), false);
  assert.equal(ask(root, 'bash', { command: 'cat src/a.ts' }, rulesOf()).rule, 'other-tool');
  assert.equal(askBash(root, 'cat src/a.ts').rule, 'source-path');
});

test('a shell call is denied once, and the same line proceeds then', (t) => {
  const root = scratch(t, PROJECT);
  const session = newGuardSession(root);
  const call = { tool: 'bash', arguments: { command: 'rg x' } };
  const first = decide(call, session, bashRules());
  assert.equal(first.deny, true);
  assert.match(
    first.deny ? first.reason : '',
    /^bash \(pattern "x"\) goes straight to source, .*calling bash again/,
  );
  assert.equal(decide(call, session, bashRules()).rule, 'asked');
});

test('a shell call of a session that called for the map is not even read', (t) => {
  const root = scratch(t, PROJECT);
  const session = newGuardSession(root);
  decide({ tool: 'feature_map', arguments: {} }, session, bashRules());
  assert.equal(
    decide({ tool: 'bash', arguments: { command: 'rg x' } }, session, bashRules()).rule,
    'consulted',
  );
});

test('the disk is asked about nothing in a settled session, and about no line that its text lets through', (t) => {
  const root = scratch(t, PROJECT);
  const { fs, calls } = recordedFs();
  const rules = bashRules({ fs });
  const asked = { ...newGuardSession(root), asked: true };
  decide({ tool: 'bash', arguments: { command: 'cat src/a.ts' } }, asked, rules);
  assert.equal(calls.length, 0);

  const toFindTheMap = () => {
    calls.length = 0;
    askBash(root, 'npm test', rules);
    return calls.length;
  };
  const known = toFindTheMap();
  for (const line of [
    'npm test && cat src/a.ts',
    'cat src/a.ts > copy',
    'cat src/a.ts "',
    'echo src/a.ts; sleep 1',
  ]) {
    calls.length = 0;
    askBash(root, line, rules);
    assert.equal(calls.length, known, line);
  }
  for (const line of ['cat src/a.ts', 'cat README.md']) {
    calls.length = 0;
    askBash(root, line, rules);
    assert.ok(calls.length > known, line);
    assert.ok(
      calls.slice(known).every((call) => call.includes(root)),
      line,
    );
  }
});

test('the arguments of a shell tool are a command line and, if the host has that, a folder', (t) => {
  const root = scratch(t, PROJECT);
  const rule = (args: unknown) => ask(root, 'bash', args, bashRules()).rule;
  assert.equal(rule({ command: 'cat a.ts', workdir: 'src' }), 'source-path');
  assert.equal(rule({ command: 'cat a.ts', workdir: join(root, 'src') }), 'source-path');
  assert.equal(rule({ command: 'rg x', workdir: 'docs' }), 'exempt');
  assert.equal(rule({ command: 'rg x', workdir: '..' }), 'outside');
  assert.equal(rule({ command: 'rg x', workdir: 'gone' }), 'missing');
  assert.equal(rule({ command: 'rg x', workdir: '', timeout: 5, description: 'Search' }), 'project-search');
  assert.equal(rule({ command: '' }), 'no-path');
  // Of `bash` no other argument is a path, whatever its name is elsewhere.
  assert.equal(rule({ command: 'npm test', path: 'src/a.ts', pattern: 'x' }), 'other-command');
  for (const args of [
    {},
    { path: 'src/a.ts' },
    { command: ['cat', 'src/a.ts'] },
    { command: 1 },
    { command: 'rg x', workdir: 1 },
  ]) {
    assert.equal(rule(args), 'bad-arguments', JSON.stringify(args));
  }
});

test('a tool whose command argument is no command line is judged by its path', (t) => {
  const root = scratch(t, PROJECT);
  const rules = rulesOf({ sourceTools: ['str_replace_editor'] });
  const call = { command: 'view', path: 'src/a.ts' };
  assert.equal(ask(root, 'str_replace_editor', call, rules).rule, 'source-path');
});

test('a shell tool is known in any case, and a host can name its own and their arguments', (t) => {
  const root = scratch(t, PROJECT);
  const claude = rulesOf({ sourceTools: ['Bash'] });
  assert.equal(ask(root, 'Bash', { command: 'cat src/a.ts' }, claude).rule, 'source-path');
  const shape = { ...CALL_SHAPE, shellTools: ['run'], command: 'line', folder: 'dir_path' };
  const rules = rulesOf({ sourceTools: ['run', 'bash'] }, { shape });
  assert.equal(ask(root, 'run', { line: 'cat a.ts', dir_path: 'src' }, rules).rule, 'source-path');
  assert.equal(ask(root, 'bash', { command: 'cat src/a.ts' }, rules).rule, 'no-path');
});

test('a session in a subfolder has its lines judged from there', (t) => {
  const root = scratch(t, PROJECT);
  assert.equal(askBash(join(root, 'src'), 'cat a.ts').rule, 'source-path');
  assert.equal(askBash(join(root, 'src'), 'cat src/a.ts').rule, 'missing');
  assert.equal(askBash(join(root, 'docs'), 'rg x').rule, 'exempt');
});
