import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildIncidentRecord, guardAssistantMessage } from '../src/guardian.ts';
import {
  droppedAllNote,
  droppedSomeNote,
  emptyMessageText,
  leftOutNote,
  leftOutResultsNote,
  unknownOutcomeText,
} from '../src/notes.ts';
import { assistant, call } from './build.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const block = (language: string) =>
  new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(readme)?.[1] ?? '';

describe('the README', () => {
  it('shows an example that runs against the built package and prints what it says', (t) => {
    const code = block('ts');
    const folder = mkdtempSync(join(root, '.readme-'));
    t.after(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'example.ts'), code);
    const { FORCE_COLOR: _, ...env } = process.env;
    const options = { encoding: 'utf8', env: { ...env, NO_COLOR: '1' } } as const;
    const printed = execFileSync(process.execPath, [join(folder, 'example.ts')], options);
    assert.equal(printed.trim(), /\/\/ (.*)/.exec(code)?.[1]);
  });

  it('names the fields of a record as they are written', () => {
    const message = assistant([call('a', 'bash'), call('', 'read', { arguments: { path: 'a.ts' } })]);
    const removed = guardAssistantMessage(message)?.removedToolCalls ?? [];
    const record = buildIncidentRecord(message, { sessionId: 's', cwd: '/p' }, removed);
    const shown = JSON.parse(block('json'));
    assert.deepEqual(Object.keys(shown), Object.keys(record));
    assert.deepEqual(shown.removedToolCalls, record.removedToolCalls);
    assert.equal(shown.action, record.action);
  });

  it('shows the exact notes', () => {
    const written = { written: true, file: 'err/guardian.jsonl' } as const;
    const failed = { written: false, why: '<why>' } as const;
    for (const note of [
      droppedSomeNote(1, 2, written),
      droppedAllNote(1, written),
      leftOutNote(1),
      leftOutResultsNote({ calls: 1, results: 1 }),
      leftOutResultsNote({ calls: 0, results: 1 }),
      unknownOutcomeText(),
      emptyMessageText(),
    ]) {
      assert.ok(readme.includes(`\`${note}\``), `not in the README: ${note}`);
    }
    const [, sentence = ''] = /kept 1 valid call\. (.*)$/.exec(droppedSomeNote(1, 1, failed)) ?? [];
    assert.ok(readme.includes(`\`${sentence}\``), `not in the README: ${sentence}`);
  });
});
