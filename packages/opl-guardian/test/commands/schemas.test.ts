import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { schemaErrors } from '@session-guards/testkit';
import { repairCommand } from '../../src/commands/repair.ts';
import { scanCommand } from '../../src/commands/scan.ts';
import { BLANK_ID, FAKE, fakeSession, HEALTHY } from './fake-format.ts';
import { commandHere } from './run.ts';
import { oldFile, scratch } from './scratch.ts';

function schemaOf(command: string): object {
  return JSON.parse(
    readFileSync(new URL(`../../schemas/${command}-report.schema.json`, import.meta.url), 'utf8'),
  );
}

test('every line of `scan --json` is as its schema says', async (t) => {
  const cwd = scratch(t);
  oldFile(cwd, 'a.jsonl', fakeSession(HEALTHY, { cwd }));
  oldFile(cwd, 'b.jsonl', fakeSession(BLANK_ID));
  oldFile(cwd, 'c.jsonl', '{"fake":true}\n{');
  oldFile(cwd, 'd.txt', '');
  for (const args of [['.'], ['.', '--target', 'any']]) {
    const { stdout } = await commandHere(scanCommand([FAKE]), [...args, '--json'], { cwd });
    const lines = stdout.trimEnd().split('\n');
    assert.equal(lines.length, 4);
    for (const line of lines) assert.deepEqual(schemaErrors(JSON.parse(line), schemaOf('scan')), [], line);
  }
});

test('the value of `repair --json` is as its schema says', async (t) => {
  const cwd = scratch(t);
  oldFile(cwd, 'a.jsonl', fakeSession(HEALTHY));
  oldFile(cwd, 'b.jsonl', fakeSession(BLANK_ID, { cwd }));
  const seen: (string | undefined)[] = [];
  for (const args of [['a.jsonl'], ['b.jsonl'], ['b.jsonl', '--out', 'c.jsonl'], ['b.jsonl', '--write']]) {
    const { stdout } = await commandHere(repairCommand([FAKE]), [...args, '--json'], { cwd });
    const value = JSON.parse(stdout);
    assert.deepEqual(schemaErrors(value, schemaOf('repair')), []);
    seen.push(value.written && Object.keys(value.written).join());
  }
  assert.deepEqual(seen, [null, null, 'file', 'file,backup,undo']);
});
