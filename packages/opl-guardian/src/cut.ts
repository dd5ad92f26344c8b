import { isGoogleFamily, isResponsesFamily } from './api-family.ts';
import { type Block, isText, isThinking, isToolCall, saysSomething, type ToolCallBlock } from './message.ts';

/** Content after a cut. */
export interface Cut {
  /** What is left, in the model's order; surviving tool calls are the same objects. */
  content: unknown[];
  keptCalls: ToolCallBlock[];
  /**
   * Responses family: surviving calls whose reasoning item had to go with a dropped call. Their stored item id
   * points to that reasoning, so a request must send them without it.
   */
  unpairedCalls: ToolCallBlock[];
}

/**
 * Takes tool calls out of a turn's content so that what is left replays on every API.
 *
 * A turn that keeps no call becomes the model's own text alone: thinking and message ids belonged to the calls.
 * A turn that keeps calls keeps everything else, except blank text blocks and thinking that has lost what it
 * came with: on the Responses family a reasoning item must be directly followed by the item it was produced
 * with (github.com/vercel/ai/issues/7099); elsewhere a turn must not end in thinking.
 *
 * @param content the blocks of one assistant message; not changed
 * @param dropped the tool calls to take out
 * @param api Pi's name of the API that produced the message
 */
export function cutCalls(content: readonly unknown[], dropped: ReadonlySet<unknown>, api: unknown): Cut {
  const keptCalls = content.filter(
    (block): block is ToolCallBlock => isToolCall(block) && !dropped.has(block),
  );
  if (keptCalls.length === 0) {
    const texts = content.filter((block): block is Block => isText(block) && saysSomething(block));
    return { content: texts.map(withoutMessageId), keptCalls, unpairedCalls: [] };
  }
  const isGone = (block: unknown) => dropped.has(block) || (isText(block) && !saysSomething(block));
  const cut: Cut = isResponsesFamily(api)
    ? { keptCalls, ...keepPairedReasoning(content, isGone) }
    : { keptCalls, unpairedCalls: [], content: withoutTrailingThinking(content, isGone) };
  if (isGoogleFamily(api)) handOverSignature(cut, dropped);
  return cut;
}

/**
 * Puts a note where it is safe on every API: on the Responses family in front of everything, elsewhere directly
 * in front of the first tool call, and at the end of a turn without calls. Hosts join text blocks without a
 * separator for some APIs, so it is set apart from other text.
 */
export function insertNote(content: readonly unknown[], note: string, api: unknown): unknown[] {
  const firstCall = content.findIndex(isToolCall);
  const at = firstCall === -1 ? content.length : isResponsesFamily(api) ? 0 : firstCall;
  const before = content.slice(0, at);
  const after = content.slice(at);
  return [...before, { type: 'text', text: setApart(note, before, after) }, ...after];
}

/** The text of a note between other blocks of its message: blank lines keep it apart from text on either side. */
export function setApart(note: string, before: readonly unknown[], after: readonly unknown[]): string {
  return `${before.some(isText) ? '\n\n' : ''}${note}${after.some(isText) ? '\n\n' : ''}`;
}

/**
 * Responses family: drops each run of reasoning whose next item is gone. What followed in the same group keeps
 * no id that points to it (`Item 'msg_...' was provided without its required 'reasoning' item`,
 * github.com/continuedev/continue/issues/11994).
 *
 * @param content the blocks of one assistant message in order; not changed
 * @param isGone whether a block is no longer in its place
 */
export function keepPairedReasoning(
  content: readonly unknown[],
  isGone: (block: unknown) => boolean,
): Pick<Cut, 'content' | 'unpairedCalls'> {
  const kept: unknown[] = [];
  const unpairedCalls: ToolCallBlock[] = [];
  let reasoning: unknown[] = [];
  let lostReasoning = false;
  for (const block of content) {
    if (isThinking(block)) {
      reasoning.push(block);
      lostReasoning = false;
    } else if (isGone(block)) {
      lostReasoning ||= reasoning.length > 0;
      reasoning = [];
    } else {
      kept.push(...reasoning, lostReasoning && isText(block) ? withoutMessageId(block) : block);
      reasoning = [];
      if (lostReasoning && isToolCall(block)) unpairedCalls.push(block);
    }
  }
  return { content: kept, unpairedCalls };
}

function withoutTrailingThinking(
  content: readonly unknown[],
  isGone: (block: unknown) => boolean,
): unknown[] {
  const kept: unknown[] = [];
  let thinkingLostItsCall = false;
  for (const block of content) {
    if (isGone(block)) {
      thinkingLostItsCall ||= isThinking(kept.at(-1));
    } else {
      kept.push(block);
      thinkingLostItsCall = false;
    }
  }
  if (thinkingLostItsCall) while (isThinking(kept.at(-1))) kept.pop();
  return kept;
}

function handOverSignature(cut: Cut, dropped: ReadonlySet<unknown>): void {
  const [first] = cut.keptCalls;
  if (first === undefined) return;
  const thoughtSignature = inheritedSignature(first, dropped);
  if (thoughtSignature === undefined) return;
  const signed = { ...first, thoughtSignature };
  cut.content[cut.content.indexOf(first)] = signed;
  cut.keptCalls[0] = signed;
}

/**
 * Google: of parallel calls only the first carries the signature, for all of them
 * (github.com/vercel/ai/pull/17649), so the first survivor takes it over.
 *
 * @returns the signature that `first` has to carry, or `undefined` when it stays as it is
 */
export function inheritedSignature(first: Block, dropped: Iterable<unknown>): string | undefined {
  if (first.thoughtSignature !== undefined) return undefined;
  for (const call of dropped) {
    if (isToolCall(call) && typeof call.thoughtSignature === 'string') return call.thoughtSignature;
  }
  return undefined;
}

/** A text block without the id of its Responses message. */
export function withoutMessageId(text: Block): Block {
  if (!('textSignature' in text)) return text;
  const { textSignature: _, ...rest } = text;
  return rest;
}
