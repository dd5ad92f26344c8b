import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { schemaErrors } from '@session-guards/testkit';
import fc from 'fast-check';
import { settingsOfText } from '../../src/settings-text.ts';
import { settingsSchema } from './settings-schema.ts';

const FILE = new URL('../../schemas/feature-map.schema.json', import.meta.url);

function problems(value: unknown): number {
  return settingsOfText(JSON.stringify(value), 'dsh').problems.length;
}

test('the published schema of the settings file is made from the settings (UPDATE_SCHEMAS=1 writes it anew)', () => {
  const schema = settingsSchema();
  if (process.env.UPDATE_SCHEMAS === '1') writeFileSync(FILE, `${JSON.stringify(schema, null, 2)}\n`);
  assert.deepEqual(JSON.parse(readFileSync(FILE, 'utf8')), schema);
});

test('what the schema refuses, the program refuses', () => {
  const wrong = [
    [],
    { mode: 'loud' },
    { modee: 'off' },
    { sectionOrder: 5 },
    { maxBytes: 1 },
    { maxBytes: 2048.5 },
    { sectionsPerTopic: '3' },
    { sourceTools: 'read' },
    { sourceTools: ['a b'] },
    { sourceTools: { dhs: ['read'] } },
    { sourceTools: { pi: [''] } },
    { exemptPaths: ['/etc'] },
    { exemptPaths: ['docs/**'] },
    { exemptPaths: ['a\\b'] },
    { exemptPaths: ['C:/x'] },
    { exemptPaths: ['x'.repeat(2000)] },
    { $schema: 1 },
  ];
  for (const value of wrong) {
    assert.notDeepEqual(schemaErrors(value, settingsSchema()), [], JSON.stringify(value));
    assert.notEqual(problems(value), 0, JSON.stringify(value));
  }
});

test('property: what the program takes, the schema takes', () => {
  const names = fc.array(
    fc.oneof(fc.constantFrom('read', 'mcp__x__read', '..foo'), fc.string({ unit: 'binary' })),
  );
  const value = fc.record(
    {
      $schema: fc.string(),
      mode: fc.constantFrom('enforce', 'prompt', 'off'),
      sourceTools: fc.oneof(names, fc.record({ dsh: names, pi: names }, { requiredKeys: [] })),
      exemptPaths: fc.array(
        fc.oneof(fc.constantFrom('docs/', './a', '..foo', 'a/[id]', 'é'), fc.string({ unit: 'binary' })),
      ),
      maxBytes: fc.oneof(fc.integer(), fc.integer({ min: 1000, max: 2000 })),
      sectionsPerTopic: fc.integer({ min: -1, max: 22 }),
      maxSectionBytes: fc.constantFrom(255, 256, 2048, 1_000_001),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(value, (given) => {
      if (problems(given) === 0) assert.deepEqual(schemaErrors(given, settingsSchema()), []);
    }),
    { numRuns: 1000 },
  );
});
