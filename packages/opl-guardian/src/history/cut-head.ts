import { isResponsesFamily } from '../api-family.ts';
import { cutCalls, insertNote, withoutMessageId } from '../cut.ts';
import { stopReasonWithout } from '../guardian.ts';
import { nameFault } from '../malformed.ts';
import { type Block, blocksOf, isText, isThinking, isToolCall, type MessageLike } from '../message.ts';
import { leftOutNote } from '../notes.ts';
import { unpairedIdsOf } from '../stored-diagnostic.ts';
import type { CallFates, CallFinding } from './call-fates.ts';
import { itemPart, withoutItemPart } from './item-part.ts';
import type { MatchedResults } from './match-results.ts';
import { madeLegal } from './rules/illegal-id.ts';
import { stopsWithoutCall } from './rules/stop-without-call.ts';
import type { TargetApi } from './target.ts';

/** A turn's message as the request has to say it. */
export interface CutHead<M> {
  message: M;
  /** What is left of it when it lost every call, or `undefined` when it did not. */
  kept: 'nothing' | 'text' | undefined;
  /** An id as it is sent: some lose the part that names a Responses item. */
  sentId(id: unknown): unknown;
  findings: CallFinding[];
}

/** The turn's message without the calls that go, the others with what they get. */
export function cutHead<M extends MessageLike>(
  head: M,
  fates: CallFates,
  matched: MatchedResults,
  target: TargetApi | undefined,
): CutHead<M> {
  const { dropped, changes, newIds } = fates;
  const findings: CallFinding[] = [];
  const unpaired = new Set<unknown>(unpairedIdsOf(head));
  let message = withBlocks(head, (block) => {
    const id = newIds.get(block);
    const fields = changes.get(block);
    if (id === undefined && fields === undefined) return block;
    return { ...block, ...fields, ...(id === undefined ? {} : { id }) };
  });
  let kept: 'nothing' | 'text' | undefined;
  if (dropped.size > 0) {
    const cut = wholeOrUnsigned(cutCalls(blocksOf(message), dropped, head.api), blocksOf(head), head.api);
    for (const call of cut.unpairedCalls) unpaired.add(call.id);
    const ran = namesThatRan(head, dropped, matched);
    if (cut.keptCalls.length === 0) kept = cut.content.length + ran.length === 0 ? 'nothing' : 'text';
    const note = leftOutNote(dropped.size, ran);
    message = {
      ...message,
      content: insertNote(cut.content, note, head.api),
      ...stopReasonWithout(head, cut.keptCalls.length),
    };
  }
  if (stopsWithoutCall(message)) {
    message = { ...message, stopReason: 'stop' };
    if (stopsWithoutCall(head)) {
      findings.push({
        rule: 'stop-without-call',
        what: 'the turn stopped for a tool call and holds none',
        remedy: 'its stop reason is an ordinary stop',
      });
    }
  }
  const shortIds = target === 'anthropic' ? new Map() : idsWithoutItems(message, unpaired, target);
  const sentId = (id: unknown) => shortIds.get(id) ?? id;
  return {
    kept,
    sentId,
    findings: [...findings, ...unpairedFindings(head, shortIds)],
    message: withBlocks(message, (block) => {
      const id = sentId(block.id);
      return id === block.id ? block : { ...block, id };
    }),
  };
}

/** Ids of a turn's calls without the parts that name their items, where the reasoning of those is gone. */
function idsWithoutItems(
  turn: MessageLike,
  unpaired: ReadonlySet<unknown>,
  target: TargetApi | undefined,
): Map<unknown, string> {
  const shortIds = new Map<unknown, string>();
  if (unpaired.size === 0) return shortIds;
  const ids = blocksOf(turn)
    .filter(isToolCall)
    .map(({ id }) => id);
  const isLong = (id: unknown): id is string => unpaired.has(id) && itemPart(id) !== '';
  const asSent = (id: unknown) => madeLegal(id, target);
  const taken = new Set(ids.filter((id) => !isLong(id)).map(asSent));
  for (const id of ids) {
    if (!isLong(id)) continue;
    const shortId = withoutItemPart(id);
    if (taken.has(asSent(shortId))) continue;
    taken.add(asSent(shortId));
    shortIds.set(id, shortId);
  }
  return shortIds;
}

/** Says which calls lose the id of their item for a reason that was there before. */
function unpairedFindings(head: MessageLike, shortIds: ReadonlyMap<unknown, string>): CallFinding[] {
  const before = unpairedIdsOf(head);
  return blocksOf(head).flatMap((block, contentIndex) => {
    if (!isToolCall(block) || !shortIds.has(block.id) || !before?.includes(String(block.id))) return [];
    const what = `the tool call in block ${contentIndex + 1} names an item whose reasoning is gone`;
    return [{ rule: 'illegal-id', contentIndex, what, remedy: 'it is sent without the id of its item' }];
  });
}

/**
 * Responses family: what a turn's reasoning signs is kept whole or not at all, so a turn that lost some of it with
 * a call loses the rest, and its calls and texts lose the ids that point to it.
 */
function wholeOrUnsigned(
  cut: ReturnType<typeof cutCalls>,
  before: readonly unknown[],
  api: unknown,
): ReturnType<typeof cutCalls> {
  const isWhole = cut.content.filter(isThinking).length === before.filter(isThinking).length;
  if (!isResponsesFamily(api) || isWhole || cut.keptCalls.length === 0) return cut;
  const content = cut.content
    .filter((block) => !isThinking(block))
    .map((block) => (isText(block) ? withoutMessageId(block) : block));
  return { content, keptCalls: cut.keptCalls, unpairedCalls: cut.keptCalls };
}

/** Names of dropped calls that may have run: some result of theirs is there, though it is not sure whose it is. */
function namesThatRan(
  head: MessageLike,
  dropped: ReadonlySet<unknown>,
  { lost }: MatchedResults,
): readonly string[] {
  const withResult = new Set([...lost].map(({ toolName }) => toolName));
  const names = blocksOf(head)
    .filter((block) => isToolCall(block) && dropped.has(block))
    .map((block) => (block as Block).name);
  return [...new Set(names)].filter(
    (name): name is string => nameFault(name) === undefined && withResult.has(name),
  );
}

function withBlocks<M extends MessageLike>(message: M, replace: (call: Block) => Block): M {
  const blocks = blocksOf(message);
  const replaced = blocks.map((block) => (isToolCall(block) ? replace(block) : block));
  return replaced.every((block, index) => Object.is(block, blocks[index]))
    ? message
    : { ...message, content: replaced };
}
