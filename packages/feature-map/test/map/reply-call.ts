import assert from 'node:assert/strict';
import { featureMapReply } from '../../src/map/reply.ts';
import { bodyOf, type Reply, type ReplyLimits } from '../../src/map/reply-frame.ts';
import type { FeatureMap } from '../../src/map/types.ts';

export const LIMITS: ReplyLimits = { maxBytes: 12_000, sectionsPerTopic: 3, maxSectionBytes: 2048 };

/** A reply, which must keep its budget. */
export function ask(map: FeatureMap, args: unknown, limits: Partial<ReplyLimits> = {}): Reply {
  const all = { ...LIMITS, ...limits };
  const reply = featureMapReply(map, args, all);
  const bytes = Buffer.byteLength(reply.text);
  assert.ok(bytes <= all.maxBytes, `${bytes} bytes of ${all.maxBytes}: ${reply.text.slice(0, 300)}`);
  return reply;
}

/** The first line of a reply without its brackets. */
export function headerOf({ text }: Reply): string {
  return text.slice(1, text.indexOf('\n') - 1);
}

/** The last line of a reply without its brackets. */
export function closingOf({ text }: Reply): string {
  return text.slice(text.lastIndexOf('\n') + 2, -1);
}

/** The calls that a text offers. */
export function callsIn(text: string): Record<string, unknown>[] {
  return Array.from(text.matchAll(/feature_map (\{(?:"(?:[^"\\]|\\.)*"|[^"{}])*\})/g), ([, json]) =>
    JSON.parse(json ?? ''),
  );
}

/** The bodies of all pieces that a call and its next calls give, in order. */
export function allPieces(map: FeatureMap, args: Record<string, unknown>, maxBytes: number): string[] {
  const pieces: string[] = [];
  let next: Record<string, unknown> | undefined = args;
  while (next !== undefined) {
    const reply = ask(map, next, { maxBytes });
    pieces.push(bodyOf(reply.text));
    const closing = closingOf(reply);
    if (!closing.startsWith('cut, ')) return pieces;
    const same = /^cut, \d+ bytes left: the same call with "offset":(\d+)/.exec(closing)?.[1];
    const call: Record<string, unknown> | undefined = same
      ? { ...next, offset: Number(same) }
      : callsIn(closing)[0];
    assert.ok(call, closing);
    assert.ok(Number(call.offset) > Number(next.offset ?? 0), `no advance: ${closing}`);
    next = call;
  }
  return pieces;
}
