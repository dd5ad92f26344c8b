import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratch } from '../guard/scratch.ts';
import { labelledTree, placed, readLabels, type ShellLabel } from './labels.ts';

const LABELS = readLabels();
const PROGRAMS =
  /\b(?:git (?:\S+ )*grep|ls -\w*R|sed -n|rg|grep|find|fd|tree|cat|head|tail|less|awk)(?![\w-])/g;
const TABLE = 'awk,cat,fd,find,git grep,grep,head,less,ls -R,rg,sed -n,tail,tree';

function count(matches: (label: ShellLabel) => boolean): number {
  return LABELS.filter(matches).length;
}

test('every label has the five fields and nothing else', () => {
  for (const label of LABELS) {
    const shown = JSON.stringify(label);
    assert.deepEqual(Object.keys(label), ['command', 'cwd', 'denied', 'why', 'typed'], shown);
    assert.equal(typeof label.command, 'string', shown);
    assert.equal(typeof label.cwd, 'string', shown);
    assert.equal(typeof label.denied, 'boolean', shown);
    assert.ok(label.typed === 'agent' || label.typed === 'made', shown);
  }
});

test('every label says why', () => {
  for (const { why, command } of LABELS) {
    assert.ok(typeof why === 'string' && why.trim() === why && why.length >= 10, command);
  }
});

test('there are at least 260 labels, 120 denied and 100 allowed', () => {
  assert.ok(LABELS.length >= 260, `${LABELS.length}`);
  assert.ok(count((label) => label.denied) >= 120);
  assert.ok(count((label) => !label.denied) >= 100);
});

test('at least half of the labels, denied and allowed, are as agents type them', () => {
  for (const denied of [true, false]) {
    const typed = count((label) => label.denied === denied && label.typed === 'agent');
    assert.ok(typed * 2 >= count((label) => label.denied === denied), `denied: ${denied}, ${typed}`);
  }
});

test('no command is labelled twice for one working folder', () => {
  const seen = new Set<string>();
  for (const { command, cwd } of LABELS) {
    const key = JSON.stringify([cwd, command]);
    assert.ok(!seen.has(key), key);
    seen.add(key);
  }
});

test('every program of the table has denied and allowed commands', () => {
  for (const denied of [true, false]) {
    const found = LABELS.filter((label) => label.denied === denied)
      .flatMap(({ command }) => command.match(PROGRAMS) ?? [])
      .map((name) => name.replace(/^git .*/, 'git grep').replace(/^ls .*/, 'ls -R'));
    assert.equal([...new Set(found)].sort().join(), TABLE, `denied: ${denied}`);
  }
});

test('the tree is a project with a map, and every working folder is in it', (t) => {
  const root = scratch(t, labelledTree());
  assert.ok(existsSync(join(root, '.git')));
  assert.ok(statSync(join(root, 'docs/features/README.md')).isFile());
  for (const label of LABELS) {
    assert.ok(statSync(placed(label, root).cwd).isDirectory(), label.cwd);
  }
});

test('a denied command is one that Bash can parse', () => {
  for (const { command } of LABELS.filter((label) => label.denied)) {
    const { status, stderr } = spawnSync('bash', ['-n', '-c', command], { encoding: 'utf8' });
    assert.equal(status, 0, `${command}\n${stderr}`);
  }
});
