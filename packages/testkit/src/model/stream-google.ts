import type { Turn, TurnPart } from '../types.ts';
import { deltasOf, type Encoder, present, SCRIPTED_ERROR, stopOf, USAGE } from './plan.ts';

const FINISH_REASON = { stop: 'STOP', toolUse: 'STOP', length: 'MAX_TOKENS' } as const;

/**
 * GenerateContent chunks: one per text piece and one per function call, which this API never splits. The
 * signature of a thinking part, when it has one, rides on its last piece.
 */
export const encodeGoogle: Encoder = (turn, model, mint) => {
  const head = { modelVersion: model, responseId: mint('resp') };
  const body = (turn.parts ?? []).flatMap((part) =>
    wirePartsOf(part, turn.chunking).map((wirePart) => ({
      candidates: [{ index: 0, content: { role: 'model', parts: [wirePart] } }],
      ...head,
    })),
  );
  const stop = stopOf(turn);
  if (stop === 'error') {
    return { body, finish: [{ error: { code: 500, message: SCRIPTED_ERROR, status: 'INTERNAL' } }] };
  }
  const usageMetadata = {
    promptTokenCount: USAGE.input,
    candidatesTokenCount: USAGE.output,
    totalTokenCount: USAGE.input + USAGE.output,
  };
  return {
    body,
    finish: [{ candidates: [{ index: 0, finishReason: FINISH_REASON[stop] }], ...head, usageMetadata }],
  };
};

function wirePartsOf(part: TurnPart, chunking: Turn['chunking']): object[] {
  if (part.type === 'text') return deltasOf(part.text, chunking).map((text) => ({ text }));
  if (part.type === 'thinking') {
    const pieces = deltasOf(part.thinking, chunking);
    return pieces.map((text, at) => ({
      text,
      thought: true,
      ...(part.signature !== undefined && at === pieces.length - 1
        ? { thoughtSignature: part.signature }
        : {}),
    }));
  }
  const { arguments: args = {} } = part;
  const functionCall = { ...present(part, { id: 'id', name: 'name' }), args };
  return [{ functionCall, ...present(part, { thoughtSignature: 'thoughtSignature' }) }];
}
