import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ContentBlock, StreamChunk } from '@deepseek-ai/dsh-llm';
import fc from 'fast-check';
import { isObjectOrList } from '../../src/json-object.ts';
import { deepFreeze } from '../freeze.ts';
import {
  apis,
  type Built,
  build,
  envelopeFor,
  finished,
  guarded,
  interleaved,
  isCallBlock,
  isMalformed,
  isNote,
  orderly,
  unruly,
} from './streams.ts';

const runs = { numRuns: 3000 };
const successes = fc.constantFrom('stop', 'tool-calls', 'max-tokens');

interface Response {
  chunks: readonly StreamChunk[];
  /** What the host builds of it alone, and behind the guard. */
  alone: Built;
  behind: Built;
  api: unknown;
  finish: string;
}

function eachResponse(streams: fc.Arbitrary<StreamChunk[]>, check: (response: Response) => void): void {
  fc.assert(
    fc.property(streams, successes, apis, fc.boolean(), (chunks, finish, api, isSigned) => {
      const envelope = isSigned ? envelopeFor(chunks, api) : undefined;
      const stream = deepFreeze(finished(chunks, finish, envelope)) as StreamChunk[];
      const behind = build(guarded(stream).chunks);
      check({ chunks: stream, alone: build(stream), behind, api: isSigned ? api : undefined, finish });
    }),
    runs,
  );
}

const spoken = (blocks: readonly ContentBlock[]) =>
  blocks.filter((block) => !isCallBlock(block) && !isNote(block));
/** Calls without the Responses item id, which a call can lose with its reasoning. */
const calls = (blocks: readonly ContentBlock[], isWanted = (_: ContentBlock) => true) =>
  blocks
    .filter((block) => isCallBlock(block) && isWanted(block))
    .map((block) => ({ ...block, id: String((block as { id: unknown }).id).split('|')[0] }));
const sorted = (list: readonly unknown[]) => list.map((value) => JSON.stringify(value)).sort();

describe('a response that the host completes', () => {
  it('loses its malformed calls and no other, and all text and reasoning stays in its order', () =>
    eachResponse(interleaved, ({ alone, behind, api }) => {
      assert.deepEqual(
        calls(behind.blocks),
        calls(alone.blocks, (block) => !isMalformed(block, api)),
      );
      assert.deepEqual(spoken(behind.blocks), spoken(alone.blocks));
    }));

  it('keeps nothing malformed and loses nothing else though an index changes its type', () =>
    eachResponse(unruly, ({ alone, behind, api }) => {
      assert.deepEqual(
        sorted(calls(behind.blocks)),
        sorted(calls(alone.blocks, (block) => !isMalformed(block, api))),
      );
      const more = sorted(spoken(behind.blocks));
      for (const block of sorted(spoken(alone.blocks))) assert.ok(more.includes(block));
    }));

  it('is the same in every respect when nothing is malformed and its blocks come one after the other', () =>
    eachResponse(orderly, ({ chunks, alone, behind }) => {
      if (build(chunks.slice(0, -1)).blocks.some((block) => isMalformed(block, 'openai-responses'))) return;
      assert.deepEqual(behind, alone);
      assert.deepEqual(guarded(chunks).chunks, chunks);
    }));

  it('has one note, with text and reasoning in front of it, exactly when a call was dropped', () =>
    eachResponse(interleaved, ({ alone, behind, api, finish }) => {
      const isTold = finish !== 'max-tokens' && alone.blocks.some((block) => isMalformed(block, api));
      assert.equal(behind.blocks.filter(isNote).length, isTold ? 1 : 0);
      const rest = behind.blocks.slice(behind.blocks.findIndex(isNote) + 1);
      if (isTold) assert.deepEqual(spoken(rest), []);
    }));

  it('is never left empty, and does not ask for tools that are gone', () =>
    eachResponse(unruly, ({ alone, behind, finish }) => {
      if (alone.blocks.length > 0) assert.ok(behind.blocks.length > 0);
      const isCalling = alone.blocks.some(isCallBlock) && !behind.blocks.some(isCallBlock);
      assert.equal(behind.finish, isCalling && finish === 'tool-calls' ? 'stop' : finish);
    }));

  it('keeps an entry of its own in the envelope for every block', () =>
    eachResponse(unruly, ({ alone, behind, api }) => {
      if (alone.replay === undefined) return assert.equal(behind.replay, undefined);
      const entries = (behind.replay?.blocks ?? []) as Record<string, unknown>[];
      assert.deepEqual(
        entries.map(({ type }) => type),
        behind.blocks.map(({ type }) => type),
      );
      if (api === 'openai-responses' || api === 'google-generative-ai') return;
      const before = sorted(alone.replay.blocks ?? []);
      for (const [at, entry] of entries.entries()) {
        const isAdded = isNote(behind.blocks[at] as ContentBlock) || Object.keys(entry).length === 1;
        assert.ok(isAdded || before.includes(JSON.stringify(entry)));
      }
    }));

  it('leaves reasoning its Responses signature only in front of what came with it', () =>
    eachResponse(interleaved, ({ alone, behind, api }) => {
      if (api !== 'openai-responses') return;
      const follower = followers(alone);
      for (const [signature, next] of followers(behind)) assert.equal(next, follower.get(signature));
    }));

  it('gets no envelope that fits by chance', () =>
    fc.assert(
      fc.property(interleaved, fc.nat({ max: 4 }), (chunks, count) => {
        const blocks = Array.from({ length: count }, () => ({ type: 'text' }));
        const stream = finished(chunks, 'stop', { response: {}, blocks });
        const alone = build(stream);
        if (alone.replay === undefined) assert.equal(build(guarded(stream).chunks).replay, undefined);
      }),
      runs,
    ));
});

/** Thinking signature -> what is directly behind the run of reasoning. */
function followers({ blocks, replay }: Built): Map<unknown, string> {
  const found = new Map<unknown, string>();
  for (const [at, entry] of (replay?.blocks ?? []).entries()) {
    if (!isObjectOrList(entry) || entry.thinkingSignature === undefined) continue;
    const next = blocks.slice(at).find(({ type }) => type !== 'reasoning');
    found.set(entry.thinkingSignature, JSON.stringify(next ?? null));
  }
  return found;
}

describe('a response that is cut off', () => {
  const failures = fc.constantFrom('error', 'aborted');

  it('keeps its text and reasoning and no call when it finishes with a failure', () =>
    fc.assert(
      fc.property(interleaved, failures, (chunks, kind) => {
        const stream = finished(chunks, kind);
        const { chunks: behind, incidents } = guarded(stream);
        assert.deepEqual(build(behind).interrupted, build(stream).interrupted);
        assert.deepEqual([build(behind).finish, incidents], [kind, []]);
      }),
      runs,
    ));

  it('keeps what the host would keep when it is aborted at any chunk', () =>
    fc.assert(
      fc.property(interleaved, fc.nat({ max: 24 }), (chunks, at) => {
        const prefix = chunks.slice(0, at);
        const behind = guarded(prefix, { isAborted: true });
        assert.deepEqual(build(behind.chunks).interrupted, build(prefix).interrupted);
        assert.deepEqual(behind.incidents, []);
      }),
      runs,
    ));

  it('gets nothing in addition when it is aborted just before its finish', () =>
    fc.assert(
      fc.property(interleaved, (chunks) => {
        const stream = finished(chunks, 'tool-calls');
        const behind = guarded(stream, { isAborted: true });
        assert.deepEqual(build(behind.chunks).interrupted, build(stream).interrupted);
        assert.ok(!build(behind.chunks).blocks.some(isNote));
        assert.deepEqual(behind.incidents, []);
      }),
      runs,
    ));

  it('is judged like a finished one when the stream just ends, as the host runs its calls then', () =>
    fc.assert(
      fc.property(interleaved, (chunks) => {
        assert.deepEqual(build(guarded(chunks).chunks), build(guarded(finished(chunks, 'stop')).chunks));
      }),
      runs,
    ));
});

describe('any chunk', () => {
  it('of text or reasoning passes at once, as the same object', () =>
    fc.assert(
      fc.property(interleaved, (chunks) => {
        for (const [at, chunk] of chunks.entries()) {
          if (!/^(text|reasoning)-delta$/.test(chunk.type)) continue;
          const behind = guarded(chunks.slice(0, at + 1), { isEnded: false });
          assert.equal(behind.chunks.at(-1), chunk);
        }
      }),
      { numRuns: 500 },
    ));

  it('of a tool call waits for the finish, unless a complete one would lose its place', () =>
    fc.assert(
      fc.property(interleaved, (chunks) => {
        const behind = guarded(chunks, { isEnded: false }).chunks;
        const early = build(behind).blocks.filter(isCallBlock);
        const ends = chunks.flatMap((chunk) => (chunk.type === 'block-end' ? [chunk.block] : []));
        for (const block of early) {
          assert.ok(ends.includes(block) && !isMalformed(block, 'openai-responses'));
          assert.ok(!isCallBlock(build(behind).blocks.at(-1) as ContentBlock));
        }
      }),
      runs,
    ));
});
