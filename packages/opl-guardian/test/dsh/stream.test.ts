import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReplayEnvelope, StreamChunk } from '@deepseek-ai/dsh-llm';
import { guardStream, type StreamGuard } from '../../src/dsh/stream.ts';
import { droppedAllNote, droppedSomeNote } from '../../src/notes.ts';
import { build, finished, guarded, written } from './streams.ts';

type Fields = Record<string, unknown>;

/** A block streamed in one go: start and end. */
function whole(index: number, block: Fields): StreamChunk[] {
  return [
    { type: 'block-start', index, blockType: block.type } as StreamChunk,
    { type: 'block-end', index, block } as unknown as StreamChunk,
  ];
}

const text = (words: string): Fields => ({ type: 'text', text: words });
const reasoning = (words: string): Fields => ({ type: 'reasoning', text: words });
const call = (id: unknown, name: unknown): Fields => ({ type: 'tool-call', id, name, arguments: '{}' });
const response = (...blocks: Fields[]) => blocks.flatMap((block, index) => whole(index, block));
const entry = (type: string, fields: Fields = {}) => ({ type, ...fields });
const envelope = (api: string, ...blocks: unknown[]): ReplayEnvelope => ({
  response: { kind: 'pi-ai', api },
  blocks,
});

describe('a mixed response', () => {
  const stream = finished(
    [
      ...response(reasoning('Hm.'), text('I look.'), call('', 'read'), call('a', 'read'), call('b', '')),
      ...whole(9, call('c', 'bash')),
    ],
    'tool-calls',
  );
  const note = `\n\n${droppedSomeNote(2, 2, written)}`;

  it('gives the host the text, the note and the valid calls, in this order', () => {
    const { blocks, finish } = build(guarded(stream).chunks);
    assert.deepEqual(blocks, [
      reasoning('Hm.'),
      text('I look.'),
      text(note),
      call('a', 'read'),
      call('c', 'bash'),
    ]);
    assert.equal(finish, 'tool-calls');
  });

  it('streams the note as a block of its own, with an index that no other block has', () => {
    const { chunks } = guarded(stream);
    const at = chunks.findIndex((chunk) => chunk.type === 'text-delta');
    const [start, delta, end] = chunks.slice(at - 1) as [StreamChunk, StreamChunk, StreamChunk];
    const index = 'index' in start ? start.index : undefined;
    assert.deepEqual(start, { type: 'block-start', index, blockType: 'text' });
    assert.deepEqual(delta, { type: 'text-delta', index, text: note });
    assert.deepEqual(end, { type: 'block-end', index, block: { type: 'text', text: note } });
    assert.ok(!stream.some((chunk) => 'index' in chunk && chunk.index === index));
  });

  it('hands on the chunks of valid calls as they arrived', () => {
    const valid = stream.filter((chunk) => 'index' in chunk && [3, 9].includes(chunk.index));
    assert.deepEqual(guarded(stream).chunks.slice(-5, -1), valid);
  });

  it('is recorded whole, with the place and the reason of each call', () => {
    const [incident, ...more] = guarded(stream).incidents;
    assert.deepEqual(more, []);
    assert.equal(incident?.kept, 2);
    assert.deepEqual(
      incident?.removed.map(({ contentIndex, reason }) => [contentIndex, reason]),
      [
        [2, 'blank-id'],
        [4, 'blank-name'],
      ],
    );
  });
});

describe('a response with malformed calls only', () => {
  it('ends as a stop with the own text of the model and the note', () => {
    const stream = finished(response(text('I look.'), call('', 'read')), 'tool-calls');
    const { blocks, finish } = build(guarded(stream).chunks);
    assert.deepEqual(blocks, [text('I look.'), text(`\n\n${droppedAllNote(1, written)}`)]);
    assert.equal(finish, 'stop');
  });

  it('is not empty though the model said nothing', () => {
    const stream = finished(response(call('', '')), 'tool-calls');
    assert.deepEqual(build(guarded(stream).chunks).blocks, [text(droppedAllNote(1, written))]);
  });
});

describe('a call without an end', () => {
  const delta = (id: unknown, name?: unknown) =>
    ({ type: 'tool-call-delta', index: 0, id, name, argumentsDelta: '{' }) as StreamChunk;
  const judged = (...chunks: StreamChunk[]) => build(guarded(finished(chunks, 'tool-calls')).chunks).blocks;

  it('is judged by the last id and the last name that arrived', () => {
    assert.deepEqual(judged(delta('a', 'read'), delta('')), [text(droppedAllNote(1, written))]);
    assert.deepEqual(judged(delta(' ', 'x'), delta('a', 'read'), delta('a')), [
      { type: 'tool-call', id: 'a', name: 'read', arguments: '{{{' },
    ]);
  });

  it('is recorded with the arguments that arrived', () => {
    const [incident] = guarded(finished([delta('', 'read'), delta('', undefined)], 'tool-calls')).incidents;
    assert.equal(incident?.removed[0]?.toolCall.arguments, '{{');
  });

  it('is malformed when nothing but its start arrived', () => {
    assert.deepEqual(judged({ type: 'block-start', index: 0, blockType: 'tool-call' }), [
      text(droppedAllNote(1, written)),
    ]);
  });
});

describe('the order of a response without malformed calls', () => {
  it('stays when text or reasoning comes behind a complete call, which goes out in front of it', () => {
    const stream = finished(response(call('a', 'read'), reasoning('Ah.'), call('b', 'read')), 'tool-calls');
    assert.deepEqual(guarded(stream).chunks, stream);
  });

  it('has an incomplete call behind the text that arrived meanwhile, and its entry with it', () => {
    const [start, end] = whole(0, call('a', 'read')) as [StreamChunk, StreamChunk];
    const stream = finished(
      [start, ...whole(1, text('I look.')), end],
      'tool-calls',
      envelope('anthropic-messages', entry('tool-call', { own: 1 }), entry('text', { own: 2 })),
    );
    const { blocks, replay } = build(guarded(stream).chunks);
    assert.deepEqual(blocks, [text('I look.'), call('a', 'read')]);
    assert.deepEqual(replay?.blocks, [entry('text', { own: 2 }), entry('tool-call', { own: 1 })]);
  });
});

describe('the replay envelope', () => {
  const entries = [
    entry('reasoning', { thinkingSignature: 'rs_1' }),
    entry('text', { textSignature: 'msg_1' }),
    entry('tool-call'),
    entry('tool-call'),
  ];
  const blocks = [reasoning('Hm.'), text('I look.'), call('', 'read'), call('a|fc_1', 'read')];
  const replayOf = (api: string, list = blocks, from = entries) =>
    build(guarded(finished(response(...list), 'tool-calls', envelope(api, ...from))).chunks);

  it('loses the entries of dropped calls and gains one for the note, so that signatures survive', () => {
    for (const api of ['anthropic-messages', 'openai-responses']) {
      assert.deepEqual(
        replayOf(api).replay,
        envelope(api, entries[0], entries[1], entry('text'), entry('tool-call')),
      );
    }
  });

  it('keeps the signature of reasoning in a response that lost all its calls', () => {
    const { replay } = replayOf(
      'anthropic-messages',
      [reasoning('Hm.'), call('', '')],
      [entries[0] as Fields & { type: string }, entry('tool-call')],
    );
    assert.deepEqual(replay?.blocks, [entries[0], entry('text')]);
  });

  it('drops a Responses signature whose item is no longer behind it, and the item id of the call there', () => {
    const { blocks: host, replay } = replayOf(
      'openai-responses',
      [reasoning('Hm.'), call('a|fc_1', 'read'), call('|fc_2', 'read')],
      [entries[0] as Fields & { type: string }, entry('tool-call'), entry('tool-call')],
    );
    assert.deepEqual(replay?.blocks, [entry('reasoning'), entry('text'), entry('tool-call')]);
    assert.deepEqual(host.at(-1), call('a', 'read'));
  });

  it('hands the signature of a Google group to the first call that stays', () => {
    const { replay } = replayOf(
      'google-generative-ai',
      [call('a', ''), call('b', 'read')],
      [entry('tool-call', { thoughtSignature: 'sig' }), entry('tool-call')],
    );
    assert.deepEqual(replay?.blocks, [entry('text'), entry('tool-call', { thoughtSignature: 'sig' })]);
  });

  it('passes as it is when it has no entries', () => {
    const own = { response: { own: 1 } };
    const stream = finished(response(call('', ''), call('a', 'read')), 'tool-calls', own);
    assert.deepEqual(build(guarded(stream).chunks).replay, own);
  });

  it('says what counts as blank: a Responses id is judged by its part before the bar', () => {
    const only = [call('undefined|fc_1', 'read')];
    assert.equal(replayOf('openai-responses', only, [entry('tool-call')]).finish, 'stop');
    assert.equal(replayOf('openai-completions', only, [entry('tool-call')]).finish, 'tool-calls');
  });
});

describe('a response at the token limit', () => {
  it('leaves the calls to the host, which drops them all, and says nothing', () => {
    const stream = finished(response(text('I look.'), call('a', 'read'), call('', '')), 'max-tokens');
    const { chunks, incidents } = guarded(stream);
    assert.deepEqual(build(chunks), build(stream));
    assert.deepEqual(incidents, []);
  });
});

describe('the stream', () => {
  const calm: StreamGuard = {
    isAborted: () => false,
    record: () => written,
    fault: (error) => assert.fail(error as Error),
  };
  const mixed = finished(response(call('', ''), call('a', 'read')), 'tool-calls');

  async function* source(chunks: readonly StreamChunk[], end?: () => void): AsyncGenerator<StreamChunk> {
    try {
      yield* chunks;
    } finally {
      end?.();
    }
  }

  async function collect(stream: AsyncIterable<StreamChunk>): Promise<StreamChunk[]> {
    const chunks: StreamChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    return chunks;
  }

  it('gives what the guard gives', async () => {
    assert.deepEqual(await collect(guardStream(source(mixed), calm)), guarded(mixed).chunks);
    const brokenOff = mixed.slice(0, -1);
    assert.deepEqual(await collect(guardStream(source(brokenOff), calm)), guarded(brokenOff).chunks);
  });

  it('throws what the source throws, and lets no held call out', async () => {
    const seen: StreamChunk[] = [];
    async function* breaking() {
      yield* response(text('I look.'), call('a', 'read'));
      throw new Error('broken');
    }
    await assert.rejects(async () => {
      for await (const chunk of guardStream(breaking(), calm)) seen.push(chunk);
    }, /broken/);
    assert.deepEqual(seen, whole(0, text('I look.')));
  });

  it('stops the source when the consumer stops', async () => {
    let isStopped = false;
    const stream = guardStream(
      source(response(text('I look.')), () => {
        isStopped = true;
      }),
      calm,
    );
    for await (const _ of stream) break;
    assert.equal(isStopped, true);
  });

  it('passes as it is from the moment when the guard itself fails, and tells it once', async () => {
    const faults: unknown[] = [];
    const failing: StreamGuard = {
      ...calm,
      record: () => {
        throw new Error('no record');
      },
      fault: (error) => faults.push(error),
    };
    assert.deepEqual(await collect(guardStream(source(mixed), failing)), mixed);
    assert.deepEqual(faults.map(String), ['Error: no record']);
  });
});
