import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { piFormat } from '../../src/formats/pi.ts';
import { memoryInput } from './memory-input.ts';
import { healFor, type Repaired, repaired } from './pi-repair-input.ts';
import { type Entry, header, jsonLines } from './pi-trees.ts';

const API = { api: 'openai-completions', provider: 'scripted', model: 'model-x', usage: { input: 1 } };

const entry = (id: string, parentId: string | null, fields: Entry): Entry => ({
  type: 'message',
  id,
  parentId,
  timestamp: '2026-01-01T00:00:01.000Z',
  ...fields,
});
const user = (text: string) => ({
  message: { role: 'user', content: [{ type: 'text', text }], timestamp: 1 },
});
const call = (id: string, name = 'read') => ({ type: 'toolCall', id, name, arguments: { path: 'a' } });
const turn = (...content: object[]) => ({
  message: { role: 'assistant', content, ...API, stopReason: 'toolUse', timestamp: 2 },
});
const text = (said: string) => ({ type: 'text', text: said });
const result = (toolCallId: string, said = 'done', toolName = 'read') => ({
  message: { role: 'toolResult', toolCallId, toolName, content: [text(said)], isError: false, timestamp: 3 },
});

/** The entries of a repaired file. */
async function mended(entries: readonly Entry[]): Promise<{ entries: Entry[]; repair: Repaired }> {
  const repair = await repaired(jsonLines([header, ...entries]), healFor());
  const lines = repair.text.trimEnd().split('\n');
  return { entries: lines.slice(1).map((line) => JSON.parse(line) as Entry), repair };
}

const messageOf = (found: Entry | undefined) => found?.message as Entry & { content: Entry[] };

describe('the repair of a Pi session', () => {
  it('gives a call that ran without an id one of its own, with its result, and leaves all other bytes', async () => {
    const call = '{"type":"toolCall","id":"","name":"read","arguments":{"n":1.0,"__proto__":{"a":1e2}}}';
    const lines = [
      JSON.stringify(header),
      `{"type":"message", "id":"1","parentId":null,"timestamp":"t","message":{"role":"assistant","content":[${call}],"api":"openai-completions","stopReason":"toolUse","timestamp":2.0,"usage":{"cost":1.50}}}`,
      '{"type":"message","id":"2","parentId":"1","timestamp":"t","message":{"role":"toolResult","toolCallId":"","toolName":"read","content":[{"type":"text","text":"\\u00e9"}],"isError":false,"details":{"n":1.0}}}\r',
      '',
    ];
    const { text } = await repaired(lines.join('\n'));
    const id = /"id":"(opl_\w+)"/.exec(text)?.[1];
    assert.ok(id);
    assert.equal(
      text,
      lines
        .join('\n')
        .replace('"id":"","name"', `"id":"${id}","name"`)
        .replace('"toolCallId":""', `"toolCallId":"${id}"`),
    );
  });

  it('keeps what leaves the history as a custom entry in its place in the tree', async () => {
    const before = [
      entry('1', null, user('Go.')),
      entry('2', '1', turn(text('On it.'), call('c1', ''))),
      entry('3', '2', result('c1', 'Tool  not found', '')),
      entry('4', '3', user('And?')),
    ];
    const { entries } = await mended(before);
    assert.deepEqual(entries[2], {
      type: 'custom',
      id: '3',
      parentId: '2',
      timestamp: '2026-01-01T00:00:01.000Z',
      customType: 'opl-guardian.left-out',
      data: { type: 'message', message: before[2]?.message },
    });
    assert.equal(messageOf(entries[1]).stopReason, 'stop');
    assert.deepEqual([entries[0], entries[3]], [before[0], before[3]]);
  });

  it('puts a note of the user in the place of left-out results where two turns of the model would meet', async () => {
    const before = [
      entry('1', null, user('Go.')),
      entry('2', '1', turn(text('On it.'), call('c1', ''))),
      entry('3', '2', result('c1', 'Tool  not found', '')),
      entry('4', '3', turn(text('Done.'))),
    ];
    const { entries } = await mended(before);
    assert.deepEqual(
      entries.map((each) => messageOf(each).role),
      ['user', 'assistant', 'user', 'assistant'],
    );
    assert.match(String(messageOf(entries[2]).content[0]?.text), /left out/);
    assert.deepEqual(entries[2]?.leftOut, before[2]?.message);
  });

  it('says so where no line is free for such a note', async () => {
    const before = [
      entry('1', null, user('Go.')),
      entry('2', '1', turn(text('On it.'), call('c1', ''))),
      entry('3', '2', turn(text('Done.'))),
    ];
    const { repair } = await mended(before);
    assert.match(repair.plan.changes[0]?.findings[0]?.remedy ?? '', /no line for the note/);
  });

  it('lets messages change places between the lines that they have', async () => {
    const before = [
      entry('1', null, turn(call('c1'))),
      entry('2', '1', user('Hurry.')),
      entry('3', '2', { type: 'label', targetId: '1', label: 'x' }),
      entry('4', '3', result('c1')),
    ];
    const { entries, repair } = await mended(before);
    assert.deepEqual(
      entries.map(({ id, parentId, type }) => [id, parentId, type]),
      before.map(({ id, parentId, type }) => [id, parentId, type]),
    );
    assert.deepEqual(entries[1]?.message, before[3]?.message);
    assert.deepEqual(entries[3]?.message, before[1]?.message);
    assert.deepEqual(
      repair.plan.changes.map(({ place }) => place),
      ['line 3', 'line 5'],
    );
  });

  it('mends the content that a context edit puts in the place of a message', async () => {
    const before = [
      entry('1', null, turn(call('c1'))),
      entry('2', '1', result('c1')),
      entry('3', '2', { type: 'context_edit', targetId: '1', replacement: { content: [call('c1', 'a b')] } }),
    ];
    const { entries } = await mended(before);
    assert.deepEqual(entries[0], before[0]);
    assert.deepEqual(entries[2]?.replacement, { content: [call('c1', 'a_b')] });
    assert.equal(messageOf(entries[1]).toolName, 'a_b');
  });

  it('leaves what a context edit hides alone', async () => {
    const before = [
      entry('1', null, user('Go.')),
      entry('2', '1', turn(call('', ''))),
      entry('3', '2', { type: 'context_edit', targetId: '2', replacement: null }),
    ];
    const { repair } = await mended(before);
    assert.deepEqual(repair.plan.changes, []);
  });

  it('mends what a compaction keeps and leaves what it hides', async () => {
    const before = [
      entry('1', null, turn(call('c1', 'a b'))),
      entry('2', '1', result('c1', 'done', 'a b')),
      entry('3', '2', turn(call('c2', 'c d'))),
      entry('4', '3', result('c2', 'done', 'c d')),
      entry('5', '4', { type: 'compaction', summary: 'All of it.', firstKeptEntryId: '3', tokensBefore: 1 }),
    ];
    const { entries } = await mended(before);
    assert.deepEqual(entries.slice(0, 2), before.slice(0, 2));
    assert.equal(messageOf(entries[2]).content[0]?.name, 'c_d');
    assert.equal(messageOf(entries[3]).toolName, 'c_d');
  });

  it('mends what branches share once, and each branch behind it', async () => {
    const before = [
      entry('1', null, turn(call('', 'read'))),
      entry('2', '1', result('')),
      entry('3', '1', result('', 'done otherwise')),
      entry('4', '3', user('Go on.')),
    ];
    const { entries, repair } = await mended(before);
    const id = messageOf(entries[0]).content[0]?.id;
    assert.match(String(id), /^opl_/);
    assert.equal(messageOf(entries[1]).toolCallId, id);
    assert.equal(messageOf(entries[2]).toolCallId, id);
    assert.equal(repair.plan.changes.length, 3);
  });

  it('mends another branch so that the active one stays legal', async () => {
    const before = [
      entry('1', null, turn(call('c1'), call('c1'))),
      entry('2', '1', result('c1', 'one')),
      entry('3', '1', user('Never mind.')),
    ];
    const { repair } = await mended(before);
    const { branches } = await piFormat.read(memoryInput(repair.text));
    assert.deepEqual(
      branches.map((branch) => healFor()(branch).findings),
      [[], []],
    );
  });

  it('mends sessions of version 1, which name entries by their place', async () => {
    const { version: _, ...first } = header;
    const lines = [
      first,
      { type: 'message', timestamp: 't', ...turn(call('c1', 'a b')) },
      { type: 'message', timestamp: 't', ...result('c1', 'done', 'a b') },
      { type: 'compaction', timestamp: 't', summary: 'x', firstKeptEntryIndex: 1, tokensBefore: 1 },
    ];
    const { text } = await repaired(jsonLines(lines));
    assert.equal(text.match(/a_b/g)?.length, 2);
    assert.equal(text.split('\n').length, lines.length + 1);
  });
});

describe('the API that a Pi session is judged for', () => {
  it('is that of the last answer, and of one that failed as well: it says where the next request goes', async () => {
    const failed = {
      message: {
        role: 'assistant',
        content: [],
        api: 'anthropic-messages',
        stopReason: 'error',
        timestamp: 4,
      },
    };
    const read = async (...entries: Entry[]) =>
      (await piFormat.read(memoryInput(jsonLines([header, ...entries])))).branches[0]?.lastApi;
    const answered = [entry('1', null, turn(call('c1'))), entry('2', '1', result('c1'))];
    assert.equal(await read(...answered), 'openai-completions');
    assert.equal(await read(...answered, entry('3', '2', failed)), 'anthropic');
    assert.equal(await read(entry('1', null, user('Go.'))), undefined);
  });
});
