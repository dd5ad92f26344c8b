import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lazyMessages } from '../../src/formats/pi/history.ts';
import { loadPiFile } from '../../src/formats/pi/load.ts';
import { PiProjection } from '../../src/formats/pi/projection.ts';
import { piFormat } from '../../src/formats/pi.ts';
import { memoryInput } from './memory-input.ts';
import { healFor, repaired } from './pi-repair-input.ts';
import { type Entry, header, jsonLines } from './pi-trees.ts';

const callId = (turn: number) => `call_${turn}_`.padEnd(90, 'x');

/** A session of many turns, each with a call and its result under a long id. */
function longSession(turns: number): string {
  const entries: Entry[] = [];
  const add = (message: Entry) => {
    const id = (0x10000000 + entries.length).toString(16);
    const parentId = entries.at(-1)?.id ?? null;
    entries.push({ type: 'message', id, parentId, timestamp: 't', message });
  };
  for (let turn = 0; turn < turns; turn++) {
    const id = callId(turn);
    add({
      role: 'assistant',
      content: [{ type: 'toolCall', id, name: 'read', arguments: { path: 'a' } }],
      api: 'openai-completions',
      stopReason: 'toolUse',
      timestamp: turn,
    });
    add({
      role: 'toolResult',
      toolCallId: id,
      toolName: 'read',
      content: [],
      isError: false,
      timestamp: turn,
    });
  }
  return jsonLines([header, ...entries]);
}

async function historyOf(text: string): Promise<PiProjection> {
  const { file } = await loadPiFile(memoryInput(text, 64 * 1024));
  return new PiProjection(file, file.count - 1);
}

describe('the messages of a long Pi session', () => {
  it('are the list that they would be if all of them were made at once', async () => {
    const history = await historyOf(longSession(20));
    const made = Array.from({ length: history.length }, (_, index) => history.messageAt(index));
    const messages = lazyMessages(history);
    assert.equal(messages.length, 40);
    assert.deepEqual(messages[39], made[39]);
    assert.equal(messages[40], undefined);
    assert.equal(messages.at(-1) === undefined, false);
    assert.deepEqual([...messages], made);
    assert.deepEqual(messages.slice(3, 5), made.slice(3, 5));
    assert.deepEqual(Object.keys(messages), Object.keys(made));
    assert.equal(JSON.stringify(messages), JSON.stringify(made));
  });

  it('stay the same objects once more is asked of the list than single messages', async () => {
    const messages = lazyMessages(await historyOf(longSession(3)));
    const [first] = messages.slice(0, 1);
    assert.equal(messages[0], first);
    assert.equal([...messages][0], first);
    assert.equal(messages.indexOf(messages[4] as object), 4);
  });

  it('hold each id, however many there are', async () => {
    const turns = 15_000;
    const text = longSession(turns);
    const { branches } = await piFormat.read(memoryInput(text));
    const [branch] = branches;
    assert.ok(branch);
    assert.equal(branch.messages.length, 2 * turns);
    for (const turn of [0, 1, 9_999, turns - 1]) {
      const result = branch.messages[2 * turn + 1] as { toolCallId?: unknown };
      assert.equal(result.toolCallId, callId(turn));
    }
    assert.equal(healFor('anthropic')(branch).findings.length, 0);
  });

  it('are mended where they have to be', async () => {
    const healthy = longSession(12_000);
    const poisoned = healthy.replaceAll(callId(7_000), '');
    const { plan, text } = await repaired(poisoned);
    assert.deepEqual(
      plan.changes.map(({ place }) => place),
      ['line 14002', 'line 14003'],
    );
    const id = /opl_\w+/.exec(text)?.[0] ?? '';
    assert.equal(text, healthy.replaceAll(callId(7_000), id));
  });
});
