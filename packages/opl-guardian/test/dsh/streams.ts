import {
  BlockAssembler,
  type ContentBlock,
  type ReplayEnvelope,
  type StreamChunk,
} from '@deepseek-ai/dsh-llm';
import fc from 'fast-check';
import { GuardedResponse } from '../../src/dsh/response.ts';
import type { ResponseIncident } from '../../src/dsh/settle.ts';
import { malformedReason } from '../../src/malformed.ts';
import type { Block } from '../../src/message.ts';

export const written = { written: true, file: 'err/guardian.jsonl' } as const;

/** What the host builds of a response. */
export interface Built {
  blocks: ContentBlock[];
  interrupted: ContentBlock[];
  replay: ReplayEnvelope | undefined;
  finish: string;
}

export function build(chunks: readonly StreamChunk[]): Built {
  const assembler = new BlockAssembler();
  for (const chunk of chunks) assembler.push(chunk);
  return {
    blocks: assembler.blocks(),
    interrupted: assembler.interruptedBlocks(),
    replay: assembler.replayState,
    finish: assembler.finish.kind,
  };
}

/** Runs a response through the guard; `isAborted` as the host would say it when the finish arrives. */
export function guarded(
  chunks: readonly StreamChunk[],
  { isAborted = false, isEnded = true } = {},
): { chunks: StreamChunk[]; incidents: ResponseIncident[] } {
  const incidents: ResponseIncident[] = [];
  const response = new GuardedResponse({
    isAborted: () => isAborted,
    record: (incident) => {
      incidents.push(incident);
      return written;
    },
  });
  const out = chunks.flatMap((chunk) => response.take(chunk) ?? [chunk]);
  return { chunks: isEnded ? [...out, ...response.end()] : out, incidents };
}

export const isCallBlock = (block: ContentBlock) => block.type === 'tool-call';
export const isMalformed = (block: ContentBlock, api?: unknown) =>
  isCallBlock(block) && malformedReason(block as unknown as Block, api) !== undefined;
export const isNote = (block: ContentBlock) => block.type === 'text' && block.text.includes('[opl-guardian]');

const oddId = fc.constantFrom<unknown>(
  '',
  ' ',
  'call_1',
  'call_2',
  'a|fc_1',
  'undefined|fc_2',
  'null',
  undefined,
  null,
  7,
);
const oddName = fc.constantFrom<unknown>('', ' ', 'read', 'bash', undefined, null, 7);
const words = fc.constantFrom('', ' ', 'Hm.', 'I look.', '{"a":1}');

export type BlockKind = 'text' | 'reasoning' | 'tool-call';
const kinds: readonly BlockKind[] = ['text', 'reasoning', 'tool-call'];

const callBlock = fc.record({ type: fc.constant('tool-call'), id: oddId, name: oddName, arguments: words });
const blockOf = (kind: BlockKind): fc.Arbitrary<{ type: string }> =>
  kind === 'tool-call' ? callBlock : words.map((text) => ({ type: kind, text }));

function chunkOf(index: number, kind: BlockKind): fc.Arbitrary<StreamChunk> {
  const start = fc.constant({ type: 'block-start', index, blockType: kind });
  const end = blockOf(kind).map((block) => ({ type: 'block-end', index, block }));
  const delta =
    kind === 'tool-call'
      ? fc
          .record({ id: oddId, name: oddName, argumentsDelta: words })
          .map((fields) => ({ type: 'tool-call-delta', index, ...fields }))
      : words.map((text) => ({ type: `${kind}-delta`, index, text }));
  return fc.oneof(start, { weight: 3, arbitrary: delta }, end) as fc.Arbitrary<StreamChunk>;
}

const usage: StreamChunk = { type: 'usage', usage: { inputTokens: 1, outputTokens: 1 } };

/** Chunks of up to five indices, in any order, with starts and ends missing or repeated; an index keeps its kind. */
export const interleaved: fc.Arbitrary<StreamChunk[]> = fc
  .array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 5 })
  .chain((list) =>
    fc.array(
      fc.oneof(
        { weight: 12, arbitrary: fc.oneof(...list.map((kind, index) => chunkOf(index * 3, kind))) },
        { weight: 1, arbitrary: fc.constant(usage) },
      ),
      { maxLength: 24 },
    ),
  );

/** The same, but an index is anything at any time. */
export const unruly: fc.Arbitrary<StreamChunk[]> = fc.array(
  fc.tuple(fc.nat({ max: 3 }), fc.constantFrom(...kinds)).chain(([index, kind]) => chunkOf(index, kind)),
  { maxLength: 20 },
);

/** Blocks one after the other, each whole, as most adapters stream them. */
export const orderly: fc.Arbitrary<StreamChunk[]> = fc
  .array(
    fc.constantFrom(...kinds).chain((kind) => blockOf(kind)),
    { maxLength: 7 },
  )
  .map((blocks) =>
    blocks.flatMap((block, index) => [
      { type: 'block-start', index, blockType: block.type } as StreamChunk,
      { type: 'block-end', index, block } as StreamChunk,
    ]),
  );

export const apis = fc.constantFrom<unknown>(
  undefined,
  'openai-completions',
  'openai-responses',
  'anthropic-messages',
  'google-generative-ai',
);

/** An envelope with one signed entry a block, as `dsh-llm-pi-ai` makes it. */
export function envelopeFor(chunks: readonly StreamChunk[], api: unknown): ReplayEnvelope {
  return {
    response: { kind: 'pi-ai', version: 2, api, stopReason: 'toolUse' },
    blocks: build(chunks).blocks.map(({ type }, at) => ({ type, ...signature(type, at) })),
  };
}

function signature(type: string, at: number): Record<string, string> {
  const key = { text: 'textSignature', reasoning: 'thinkingSignature' }[type] ?? 'thoughtSignature';
  return { [key]: `signature ${at}` };
}

export const finished = (
  chunks: readonly StreamChunk[],
  kind: string,
  replayState?: ReplayEnvelope,
): StreamChunk[] => [
  ...chunks,
  {
    type: 'finish',
    reason:
      kind === 'error' || kind === 'aborted' ? { kind, failure: { message: 'm', code: 'C' } } : { kind },
    ...(replayState ? { replayState } : {}),
  } as StreamChunk,
];
