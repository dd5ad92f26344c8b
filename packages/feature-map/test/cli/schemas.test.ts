import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { schemaErrors } from '@session-guards/testkit';
import { COMMAND_NAMES, type CommandName } from '../../src/cli/commands.ts';
import { featureMapHere, git, lendery, scratch, writeFiles } from './cli.ts';
import { TOOL_SCHEMAS } from './report-schemas.ts';

const SCHEMAS = new URL('../../schemas/', import.meta.url);

function schemaFile(command: string): URL {
  return new URL(`${command}-report.schema.json`, SCHEMAS);
}

function schemaOf(command: string): object {
  return JSON.parse(readFileSync(schemaFile(command), 'utf8'));
}

/** A repository whose map was true at the tag `first`, and has drift and advice. */
function drifted(t: TestContext): string {
  const root = repository(t);
  writeFiles(root, { 'docs/features/parking.md': '# Parking\n', 'server/src/fees/deposit.ts': '' });
  rmSync(join(root, 'docs/features/payments.md'));
  return root;
}

function repository(t: TestContext): string {
  const root = lendery(t);
  rmSync(join(root, '.git'), { recursive: true });
  git(root, 'init', '-q');
  git(root, 'add', '.');
  git(root, 'commit', '-qm', 'one');
  git(root, 'tag', 'first');
  return root;
}

/** Calls of each command, made in turn, that bring out every part of its value. */
const CALLS: Readonly<Record<CommandName, readonly (readonly string[])[]>> = {
  check: [[]],
  init: [[], ['--only', 'AGENTS.md'], ['--write'], ['--write', '--force']],
  adopt: [[], ['--apply'], []],
  regen: [[], ['--show'], ['fees.md'], ['--apply'], []],
  stale: [['--since', 'first']],
  topic: [['deposit'], ['kubernetes']],
  explain: [
    ['read', 'server/src/fees/deposit.ts'],
    ['read', 'nowhere'],
    ['read', '--args', '{"file_path": 7}'],
  ],
};

for (const [command, schema] of Object.entries(TOOL_SCHEMAS)) {
  test(`the published schema of ${command} is made from its tool's (UPDATE_SCHEMAS=1 writes it anew)`, () => {
    const file = schemaFile(command);
    if (process.env.UPDATE_SCHEMAS === '1') writeFileSync(file, `${JSON.stringify(schema, null, 2)}\n`);
    assert.deepEqual(schemaOf(command), schema);
  });
}

for (const command of COMMAND_NAMES) {
  test(`what ${command} --json writes is what its published schema says`, async (t) => {
    const schema = schemaOf(command);
    for (const root of [repository(t), drifted(t)]) {
      for (const call of CALLS[command]) {
        const { stdout, stderr } = await featureMapHere([command, ...call, '--json'], { cwd: root });
        assert.equal(stderr, '');
        assert.deepEqual(schemaErrors(JSON.parse(stdout), schema), [], call.join(' '));
      }
    }
  });
}

test('so is what a project without a map and without documents gets', async (t) => {
  for (const call of [['explain', 'read', 'x'], ['adopt'], ['init'], ['init', '--write']]) {
    const { stdout } = await featureMapHere([...call, '--json'], { cwd: scratch(t) });
    assert.deepEqual(schemaErrors(JSON.parse(stdout), schemaOf(call[0] ?? '')), [], call.join(' '));
  }
});

test('there is a schema for the value of each command, and each of them is closed', () => {
  const files = COMMAND_NAMES.map((name) => `${name}-report.schema.json`);
  assert.deepEqual(readdirSync(SCHEMAS).sort(), ['feature-map.schema.json', ...files].sort());
  for (const command of COMMAND_NAMES) {
    assert.notDeepEqual(schemaErrors({ version: 1, more: true }, schemaOf(command)), []);
  }
});
