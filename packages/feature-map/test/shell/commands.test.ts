import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { COMMANDS } from '../../src/shell/read-command.ts';
import { WRAPPERS } from '../../src/shell/wrappers.ts';
import { askBash, labelledProject } from './bash-call.ts';
import { type Cases, FILTER_CASES, LOOKUP_CASES, NEUTRAL_CASES, WRAPPER_CASES } from './cases.ts';

/** Programs that read as another one does. */
const SAME: Readonly<Record<string, string>> = {
  egrep: 'grep',
  fgrep: 'grep',
  fdfind: 'fd',
  gawk: 'awk',
  mawk: 'awk',
  nawk: 'awk',
};

function assertCases(root: string, name: string, { denied, allowed }: Cases): void {
  assert.ok(denied.length > 0 && allowed.length > 0, name);
  for (const line of denied) assert.equal(askBash(root, line).deny, true, `denied: ${line}`);
  for (const line of allowed) assert.equal(askBash(root, line).deny, false, `allowed: ${line}`);
}

test('every program of the table has its cases, and no other has', () => {
  const cases = [LOOKUP_CASES, WRAPPER_CASES, FILTER_CASES, NEUTRAL_CASES].flatMap((all) => Object.keys(all));
  const known = [...COMMANDS.keys(), ...WRAPPERS.keys()].map((name) => SAME[name] ?? name);
  assert.deepEqual(cases.toSorted(), [...new Set(known)].sort());
});

for (const [name, cases] of Object.entries(LOOKUP_CASES)) {
  test(`${name} is a lookup by its own path arguments`, (t) => assertCases(labelledProject(t), name, cases));
}

test('other names of a program read as it does', (t) => {
  const root = labelledProject(t);
  for (const [name, program] of Object.entries(SAME)) {
    const rename = (lines: readonly string[]) =>
      lines.map((line) => line.replace(new RegExp(`\\b${program}\\b`), name));
    const { denied = [], allowed = [] } = LOOKUP_CASES[program] ?? {};
    assertCases(root, name, { denied: rename(denied), allowed: rename(allowed) });
  }
});

for (const [name, cases] of Object.entries(WRAPPER_CASES)) {
  test(`${name} is judged by what it runs`, (t) => assertCases(labelledProject(t), name, cases));
}

for (const [name, { denied, allowed }] of Object.entries(FILTER_CASES)) {
  test(`${name} is neutral behind a lookup, and something else on files`, (t) => {
    const root = labelledProject(t);
    const behind = (lines: readonly string[]) => lines.map((line) => `cat src/index.ts | ${line}`);
    assertCases(root, name, { denied: behind(denied), allowed: [...behind(allowed), ...denied, ...allowed] });
    for (const line of denied) {
      assert.equal(askBash(root, `npm test | ${line}`).rule, 'other-command', line);
    }
  });
}

test('neutral commands alone are allowed, and change nothing for a lookup at their side', (t) => {
  const root = labelledProject(t);
  for (const [name, line] of Object.entries(NEUTRAL_CASES)) {
    assert.equal(askBash(root, line).rule, 'no-path', name);
    assert.equal(askBash(root, `rg a\n${line}`).deny, true, name);
    assert.equal(askBash(root, `rg a\n${line} > out.txt`).deny, false, name);
  }
});

test('a program is known in the folders where programs are, and nowhere else', (t) => {
  const root = labelledProject(t);
  for (const folder of ['/bin/', '/usr/bin/', '/usr/local/bin/', '/opt/homebrew/bin/']) {
    assert.equal(askBash(root, `${folder}cat src/index.ts`).deny, true, folder);
  }
  for (const folder of ['./', 'scripts/', '~/bin/', '/tmp/', join(root, 'bin/')]) {
    assert.equal(askBash(root, `${folder}cat src/index.ts`).deny, false, folder);
  }
});

test('names that objects have from birth are no programs', (t) => {
  const root = labelledProject(t);
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
    assert.equal(askBash(root, `${name} src/index.ts`).rule, 'other-command', name);
    assert.equal(askBash(root, `cat --${name} src/index.ts`).deny, true, name);
  }
});
