/** `feature_map`: from a map and the arguments of a call to the text that the agent reads. */
import { type MapCall, readArguments } from './reply-args.ts';
import type { Reply, ReplyLimits } from './reply-frame.ts';
import { namedReply } from './reply-named.ts';
import { indexReply } from './reply-text.ts';
import { topicReply } from './reply-topic.ts';
import type { FeatureMap } from './types.ts';

/**
 * Answers a call of `feature_map`. Pure; the same map, arguments and limits give the same reply; does not throw.
 *
 * @param args as they came from the model: nothing or `{}` (the index), `{topic}`, `{topic, skeleton}`, `{page}`,
 *   `{page, section}`, `{page, section, sub}` or `{page, full}`; with `offset` to go on with a cut reply.
 * @returns a text of at most `limits.maxBytes` bytes. `isError` for arguments that are wrong or name nothing.
 */
export function featureMapReply(map: FeatureMap, args: unknown, limits: ReplyLimits): Reply {
  const call = readArguments(args);
  if (typeof call === 'string') return { text: `feature_map: ${call}`, isError: true, shown: [] };
  return answer(map, call, limits);
}

function answer(map: FeatureMap, call: MapCall, limits: ReplyLimits): Reply {
  const window = { offset: call.offset ?? 0, maxBytes: limits.maxBytes };
  if (call.topic !== undefined) return topicReply(map, call.topic, call, limits);
  if (call.page !== undefined) return namedReply(map, call.page, call, window);
  return indexReply(map, window);
}
