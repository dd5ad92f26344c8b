import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadPiFile } from '../../src/formats/pi/load.ts';
import { PiSession } from '../../src/formats/pi/session.ts';
import { piFormat } from '../../src/formats/pi.ts';
import { memoryInput } from './memory-input.ts';
import { HEADER, lines, poisoned, userLine } from './pi-lines.ts';
import { healFor, repaired } from './pi-repair-input.ts';

describe('a Pi session with long lines', () => {
  it('tells ids apart that are longer than what is kept of a text', async () => {
    const long = (end: string) => 'x'.repeat(3000) + end;
    const turn = (id: string, parentId: string | null, ...calls: string[]) =>
      JSON.stringify({
        type: 'message',
        id,
        parentId,
        timestamp: 't',
        message: {
          role: 'assistant',
          content: calls.map((call) => ({ type: 'toolCall', id: call, name: 'read', arguments: {} })),
          api: 'openai-completions',
          stopReason: 'toolUse',
          timestamp: 1,
        },
      });
    const result = (id: string, parentId: string, call: string) =>
      JSON.stringify({
        type: 'message',
        id,
        parentId,
        timestamp: 't',
        message: { role: 'toolResult', toolCallId: call, toolName: 'read', content: [], isError: false },
      });
    const content = lines(
      HEADER,
      turn(long('1'), null, long('a'), long('b')),
      result(long('2'), long('1'), long('b')),
      result(long('3'), long('2'), long('a')),
    );
    const { branches } = await piFormat.read(memoryInput(content));
    assert.equal(branches.length, 1);
    assert.equal(branches[0]?.messages.length, 3);
    assert.deepEqual(
      branches.map((branch) => healFor()(branch).findings),
      [[]],
    );
  });

  it('keeps a long text out of memory and in the file', async () => {
    const text = '\\n\\"\u00e9'.repeat(500_000);
    const content = lines(HEADER, userLine('1', null, text), ...poisoned('1'));
    const input = memoryInput(content, 4096);
    const session = new PiSession(input, await loadPiFile(input, { string: 16, line: 2048 }));
    assert.equal(JSON.stringify(session.branches[0]?.messages).length < 1000, true);
    const { text: after, plan } = await repaired(content);
    assert.equal(plan.changes.length, 2);
    assert.equal(after.startsWith(content.slice(0, content.indexOf('bad1'))), true);
  });
});
