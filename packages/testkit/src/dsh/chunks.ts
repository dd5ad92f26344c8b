import type { FinishReason, StreamChunk } from '@deepseek-ai/dsh-llm';
import type { CallPart, Turn, TurnPart } from '../types.ts';

/**
 * The chunks that stream a turn, without its `finish`.
 * A call's id and name go out as they are, of whatever type; a key that is absent in the part stays absent.
 */
export function turnChunks(turn: Turn): StreamChunk[] {
  if (turn.raw) return turn.raw as StreamChunk[];
  const pieces = turn.chunking === 'one' ? 1 : 2;
  const parts = turn.parts ?? [];
  return [
    ...parts.flatMap((part, index) => partChunks(part, index, pieces)),
    { type: 'usage', usage: { inputTokens: 1, outputTokens: 1 } },
  ];
}

/** Why the turn stops, in the host's words. */
export function finishReason(turn: Turn): FinishReason {
  const calls = turn.parts?.some((part) => part.type === 'call') ?? false;
  switch (turn.stop ?? (calls ? 'toolUse' : 'stop')) {
    case 'toolUse':
      return { kind: 'tool-calls' };
    case 'length':
      return { kind: 'max-tokens' };
    case 'error':
      return { kind: 'error', failure: { message: 'scripted error', code: 'SCRIPTED' } };
    default:
      return { kind: 'stop' };
  }
}

function partChunks(part: TurnPart, index: number, pieces: number): StreamChunk[] {
  switch (part.type) {
    case 'text':
      return [
        { type: 'block-start', index, blockType: 'text' },
        ...cut(part.text, pieces).map((text): StreamChunk => ({ type: 'text-delta', index, text })),
        { type: 'block-end', index, block: { type: 'text', text: part.text } },
      ];
    case 'thinking':
      return [
        { type: 'block-start', index, blockType: 'reasoning' },
        ...cut(part.thinking, pieces).map((text): StreamChunk => ({ type: 'reasoning-delta', index, text })),
        { type: 'block-end', index, block: { type: 'reasoning', text: part.thinking } },
      ];
    case 'call':
      return callChunks(part, index, pieces);
  }
}

function callChunks(part: CallPart, index: number, pieces: number): StreamChunk[] {
  const text = typeof part.arguments === 'string' ? part.arguments : JSON.stringify(part.arguments ?? {});
  const head = {
    ...('id' in part ? { id: part.id } : {}),
    ...('name' in part ? { name: part.name } : {}),
  };
  const [first = '', ...rest] = pieces === 1 ? [text] : ['', ...cut(text, pieces)];
  return [
    { type: 'block-start', index, blockType: 'tool-call' },
    { type: 'tool-call-delta', index, ...head, argumentsDelta: first } as StreamChunk,
    ...rest.map(
      (argumentsDelta) =>
        ({
          type: 'tool-call-delta',
          index,
          ...('id' in part ? { id: part.id } : {}),
          argumentsDelta,
        }) as StreamChunk,
    ),
    { type: 'block-end', index, block: { type: 'tool-call', ...head, arguments: text } } as StreamChunk,
  ];
}

function cut(text: string, pieces: number): string[] {
  if (pieces === 1 || text.length < 2) return [text];
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}
