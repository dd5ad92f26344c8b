import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { COMMAND_NAMES, type CommandName } from '../../src/cli/commands.ts';
import { schemaErrors } from '../json-schema.ts';
import { featureMapHere, lendery, scratch } from './cli.ts';

const SCHEMAS = new URL('../../schemas/', import.meta.url);

function schemaOf(command: CommandName): object {
  return JSON.parse(readFileSync(new URL(`${command}-report.schema.json`, SCHEMAS), 'utf8'));
}

/** A project whose map has drift and advice. */
function drifted(t: TestContext): string {
  const root = lendery(t, { 'docs/features/parking.md': '# Parking\n' });
  rmSync(join(root, 'docs/features/payments.md'));
  return root;
}

/** Calls of each command, made in turn, that bring out every part of its value. */
const CALLS: Readonly<Record<CommandName, readonly (readonly string[])[]>> = {
  check: [[]],
  topic: [['deposit'], ['kubernetes']],
  explain: [
    ['read', 'server/src/fees/deposit.ts'],
    ['read', 'nowhere'],
    ['read', '--args', '{"file_path": 7}'],
  ],
};

for (const command of COMMAND_NAMES) {
  test(`what ${command} --json writes is what its published schema says`, async (t) => {
    const schema = schemaOf(command);
    for (const root of [lendery(t), drifted(t)]) {
      for (const call of CALLS[command]) {
        const { stdout, stderr } = await featureMapHere([command, ...call, '--json'], root);
        assert.equal(stderr, '');
        assert.deepEqual(schemaErrors(JSON.parse(stdout), schema), [], call.join(' '));
      }
    }
  });
}

test('a value without a map is one that the schema of explain allows', async (t) => {
  const { stdout } = await featureMapHere(['explain', 'read', 'x', '--json'], scratch(t));
  assert.deepEqual(schemaErrors(JSON.parse(stdout), schemaOf('explain')), []);
});

test('there is a schema for the value of each command, and each of them is closed', () => {
  const files = COMMAND_NAMES.map((name) => `${name}-report.schema.json`);
  assert.deepEqual(readdirSync(SCHEMAS).sort(), ['feature-map.schema.json', ...files].sort());
  for (const command of COMMAND_NAMES) {
    assert.notDeepEqual(schemaErrors({ version: 1, more: true }, schemaOf(command)), []);
  }
});
