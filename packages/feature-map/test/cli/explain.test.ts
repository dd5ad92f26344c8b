import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { decide, guardRules, newGuardSession } from '../../src/guard.ts';
import { RULE_TEXTS } from '../../src/rule-texts.ts';
import { DEFAULT_SETTINGS } from '../../src/settings.ts';
import { featureMap, featureMapHere, featureMapJson, lendery, scratch, writeFiles } from './cli.ts';

const SOURCE = 'server/src/fees/deposit.ts';

test('a source lookup is denied: exit code 1, with the rule and what the model gets', async (t) => {
  const root = lendery(t);
  const { code, stdout } = await featureMap(['explain', 'read', SOURCE], { cwd: root });
  assert.equal(code, 1);
  assert.match(stdout, /^read \{"path":"server\/src\/fees\/deposit\.ts"\}: denied source-path\n/);
  assert.ok(stdout.includes(RULE_TEXTS['source-path']));
  const call = { tool: 'read', arguments: { path: SOURCE } };
  const decision = decide(call, newGuardSession(root), guardRules(DEFAULT_SETTINGS));
  assert.ok(decision.deny && stdout.includes(decision.reason));
});

test('an exempt path is allowed: exit code 0, with the setting that exempts it', async (t) => {
  const { code, stdout } = await featureMap(['explain', 'read', 'docs/features/fees.md'], {
    cwd: lendery(t),
  });
  assert.equal(code, 0);
  assert.match(stdout, /: allowed exempt\n {2}Allowed: .*\n {2}exemptPaths: docs\/, AGENTS\.md/);
});

for (const [args, rule] of [
  [['grep', 'server', '--pattern', 'deposit'], 'source-search'],
  [['grep', '--pattern', 'deposit'], 'project-search'],
  [['grep', '.', '--pattern', 'deposit'], 'project-search'],
  [['glob', 'server/**/*.ts'], 'project-search'],
  [['glob', 'docs/**'], 'exempt'],
  [['glob', 'server', '--pattern', '*.ts'], 'source-search'],
  [['read', 'nowhere.ts'], 'missing'],
  [['read', '../..'], 'outside'],
  [['bash', `cat ${SOURCE}`], 'other-tool'],
  [['bash', `cat ${SOURCE}`, '--host', 'pi'], 'source-path'],
  [['bash', 'npm test', '--host', 'pi'], 'other-command'],
  [['read', `@${SOURCE}`, '--host', 'pi'], 'source-path'],
  [['read', `@${SOURCE}`], 'missing'],
  [['feature_map'], 'map-tool'],
  [['read'], 'no-path'],
  [['read', '--args', `{"file_path": "${SOURCE}", "offset": 3}`], 'source-path'],
  [['read', '--args', '{"file_path": 7}'], 'bad-arguments'],
] as const) {
  test(`explain ${args.join(' ')}: the rule is ${rule}`, async (t) => {
    const { code, stdout } = await featureMapHere(['explain', ...args, '--json'], { cwd: lendery(t) });
    const value = JSON.parse(stdout);
    assert.equal(value.rule, rule);
    assert.equal(code, value.denied === true ? 1 : 0);
    assert.equal(value.denied, /^(?:source|project)-/.test(rule));
  });
}

test('paths are relative to the folder in which the session works', async (t) => {
  const root = lendery(t);
  const inside = await featureMapJson(['explain', 'read', 'deposit.ts'], {
    cwd: join(root, 'server/src/fees'),
  });
  assert.equal(inside.value.rule, 'source-path');
  const named = await featureMapJson(
    ['explain', 'read', 'deposit.ts', '--root', join(root, 'server/src/fees')],
    {
      cwd: scratch(t),
    },
  );
  assert.equal(named.value.rule, 'source-path');
});

test('a project without a map is allowed everything', async (t) => {
  const cwd = scratch(t);
  writeFiles(cwd, { 'src/a.ts': '' });
  const { code, value } = await featureMapJson(['explain', 'read', 'src/a.ts'], { cwd });
  assert.equal(code, 0);
  assert.equal(value.rule, 'no-map');
  assert.equal(value.root, null);
});

test('the settings of the project decide: its mode, its exempt paths, its lookups of each host', async (t) => {
  const settings = { mode: 'enforce', exemptPaths: ['server/src/fees'], sourceTools: { dsh: ['look'] } };
  const root = lendery(t, { 'docs/features/feature-map.json': JSON.stringify(settings) });
  const rule = async (...args: string[]) =>
    (await featureMapJson(['explain', ...args], { cwd: root })).value.rule;
  assert.equal(await rule('look', SOURCE), 'exempt');
  assert.equal(await rule('look', 'server/src/loans/due.ts'), 'source-path');
  assert.equal(await rule('read', 'server/src/loans/due.ts'), 'other-tool');
  assert.equal(await rule('read', 'server/src/loans/due.ts', '--host', 'pi'), 'source-path');

  writeFiles(root, { 'docs/features/feature-map.json': '{"mode": "prompt"}' });
  const { code, stdout } = await featureMap(['explain', 'read', SOURCE], { cwd: root });
  assert.equal(code, 0);
  assert.match(stdout, /allowed mode\n {2}Allowed: in mode `prompt` there is no guard\./);
});

for (const [args, complaint] of [
  [['read', 'x', '--args', '{}'], /--args gives all arguments/],
  [['read', '--args', '{'], /--args is no JSON: "\{"/],
  [['read', '--args', '[]'], /--args is to be a JSON object/],
  [['read', 'x', '--host', 'dhs'], /--host: unknown host; did you mean dsh\?/],
  [['read', 'x', 'y'], /unexpected: "y"/],
] as const) {
  test(`explain ${args.join(' ')} is refused`, async (t) => {
    const { code, stderr } = await featureMapHere(['explain', ...args], { cwd: scratch(t) });
    assert.equal(code, 2);
    assert.match(stderr, complaint);
  });
}
