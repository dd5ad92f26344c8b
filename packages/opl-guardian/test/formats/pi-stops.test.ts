import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { SessionManager } from '@earendil-works/pi-coding-agent';
import { piFormat } from '../../src/formats/pi.ts';
import { user } from '../build.ts';
import { memoryInput } from './memory-input.ts';
import { header, jsonLines } from './pi-trees.ts';

const scratch = mkdtempSync(join(tmpdir(), 'pi-stops-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

function historyInPi(text: string): unknown[] {
  const file = join(scratch, 'session.jsonl');
  writeFileSync(file, text);
  return SessionManager.open(file).buildSessionContext().messages;
}

const entry = (id: string, parentId: string | null, more: object = { message: user(id) }) => ({
  type: 'message',
  id,
  parentId,
  timestamp: 't',
  ...more,
});
const compaction = { type: 'compaction', summary: 'So far.', firstKeptEntryId: 'c', tokensBefore: 1 };

describe('an entry that says it is a message and holds none', () => {
  for (const [what, odd] of [
    ['nothing', {}],
    ['null', { message: null }],
  ] as const) {
    it(`but ${what}: the session is unreadable, as it is for Pi, also behind a compaction`, async () => {
      const broken = [header, entry('a', null), entry('b', 'a', odd), entry('c', 'b')];
      for (const entries of [broken, [...broken, { ...entry('d', 'c'), ...compaction }]]) {
        const text = jsonLines(entries);
        assert.throws(() => historyInPi(text), /Cannot read properties/);
        await assert.rejects(piFormat.read(memoryInput(text)), {
          message: /^line 3 has .* no message: Pi stops/,
        });
        const mended = text.replace(JSON.stringify(entries[2]), (line) => line.replace('message', 'custom'));
        assert.equal(
          (await piFormat.read(memoryInput(mended))).branches[0]?.messages.length,
          historyInPi(mended).length,
        );
      }
    });

    it(`but ${what}: on a branch that Pi does not open it is a remark`, async () => {
      const text = jsonLines([header, entry('a', null), entry('b', 'a', odd), entry('c', 'a')]);
      assert.equal(historyInPi(text).length, 2);
      const { branches, remarks } = await piFormat.read(memoryInput(text));
      assert.equal(branches[0]?.messages.length, 2);
      assert.deepEqual(
        remarks.map(({ place }) => place),
        ['line 3'],
      );
    });
  }

  it('but a value of another kind is none for Pi, which goes on', async () => {
    for (const message of ['x', 7, false, []]) {
      const text = jsonLines([header, entry('a', null), entry('b', 'a', { message })]);
      assert.equal(historyInPi(text).length, 2);
      assert.equal((await piFormat.read(memoryInput(text))).branches[0]?.messages.length, 1);
    }
  });
});
