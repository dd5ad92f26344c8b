import { elements, isObject, type JsonObject, member, parseJson, stringOf } from '../json.ts';
import { callKey, type EmittedMemory, rememberCall } from './emitted.ts';

/** Notes what the events of one answer bind the client to. Reads the events, so raw turns count as well. */
export type Remember = (events: readonly unknown[], memory: EmittedMemory) => void;

/**
 * Responses: which reasoning item of the answer each later item came with. Reasoning behind anything but
 * reasoning begins anew.
 */
export const rememberResponses: Remember = (events, memory) => {
  let reasoning: string | undefined;
  let runs = false;
  for (const event of events) {
    if (member(event, 'type') !== 'response.output_item.done') continue;
    const item = member(event, 'item');
    const id = stringOf(member(item, 'id'));
    const thinks = member(item, 'type') === 'reasoning';
    if (id !== undefined) memory.reasoningOfItem.set(id, thinks && !runs ? undefined : reasoning);
    if (thinks) reasoning = id;
    runs = thinks;
  }
};

/** Anthropic: the text of each signed thinking block, and the signature that an answer's calls stand behind. */
export const rememberAnthropic: Remember = (events, memory) => {
  const blocks = new Map<unknown, JsonObject & { json: string }>();
  for (const event of events) {
    const index = member(event, 'index');
    const start = member(event, 'content_block');
    if (isObject(start)) blocks.set(index, { ...start, json: '' });
    const block = blocks.get(index);
    const delta = member(event, 'delta');
    if (!block || !isObject(delta)) continue;
    block.json += stringOf(delta.partial_json) ?? '';
    for (const key of ['thinking', 'signature']) {
      const piece = stringOf(delta[key]);
      if (piece !== undefined) block[key] = (stringOf(block[key]) ?? '') + piece;
    }
  }
  const all = [...blocks.values()];
  const first = all[0];
  const opening = stringOf(first?.signature) ?? stringOf(first?.data);
  for (const block of all) {
    const signature = stringOf(block.signature);
    if (signature) memory.thinkingOfSignature.set(signature, stringOf(block.thinking) ?? '');
    if (block.type !== 'tool_use') continue;
    const input = block.json === '' ? block.input : parseJson(block.json);
    rememberCall(memory, callKey('anthropic', block.name, input), opening);
  }
};

/** Google: the thought signature that a group of calls was streamed with. */
export const rememberGoogle: Remember = (events, memory) => {
  const parts = events.flatMap((event) => {
    const candidate = elements(member(event, 'candidates'))[0];
    return elements(member(member(candidate, 'content'), 'parts'));
  });
  const calls = parts.filter((part) => isObject(member(part, 'functionCall')));
  const signatures = calls
    .map((part) => stringOf(member(part, 'thoughtSignature')))
    .filter((s) => s !== undefined);
  for (const signature of signatures) memory.thoughtSignatures.add(signature);
  for (const part of calls) {
    const call = member(part, 'functionCall');
    rememberCall(memory, callKey('google', member(call, 'name'), member(call, 'args')), signatures[0]);
  }
};
