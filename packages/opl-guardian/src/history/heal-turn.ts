import { isResponsesFamily } from '../api-family.ts';
import { cutCalls, insertNote, withoutMessageId } from '../cut.ts';
import { stopReasonWithout } from '../guardian.ts';
import type { RecordedToolCall } from '../incident-record.ts';
import { findMalformedCalls, nameFault } from '../malformed.ts';
import { type Block, blocksOf, isText, isThinking, isToolCall, type MessageLike } from '../message.ts';
import { leftOutNote } from '../notes.ts';
import { unpairedIdsOf } from '../stored-diagnostic.ts';
import { type CallFates, judgeCalls } from './call-fates.ts';
import type { Finding } from './finding.ts';
import type { HealOptions } from './heal-history.ts';
import { type MatchedResults, matchResults, type ResultLike } from './match-results.ts';
import type { MintedIds } from './minted-id.ts';
import { placeResults } from './place-results.ts';
import type { RequestIds } from './rules/duplicate-id.ts';
import { stopsWithoutCall } from './rules/stop-without-call.ts';
import { saying } from './say-something.ts';
import { closesTurn, isSentTurn, type Turn } from './turns.ts';

/** A turn of a stored history as the request has to say it. */
export interface TurnInRequest<M> {
  messages: M[];
  findings: Finding<M>[];
  /** Malformed calls of the turn; the ones with a `mintedId` kept their place. */
  calls: RecordedToolCall[];
  /** What is left of the turn's message when it lost every call, or `undefined` when it did not. */
  kept: 'nothing' | 'text' | undefined;
  /** What was left out: counts of calls and of results. */
  leftOut: { calls: number; results: number };
}

/** The tool call ids of a request so far. */
export interface IdsOfRequest {
  taken: RequestIds;
  minted: MintedIds;
}

/**
 * Heals one turn.
 *
 * @param turn not changed
 * @param ids ids of the request so far
 * @returns `undefined` when the turn stays as it is
 */
export function healTurn<M extends MessageLike>(
  turn: Turn<M>,
  ids: IdsOfRequest,
  options: HealOptions<M>,
): TurnInRequest<M> | undefined {
  const { target, facts } = options;
  const [first] = turn.messages;
  if (first === undefined) return undefined;
  const head = isSentTurn(first) ? first : undefined;
  ids.taken.startTurn();
  const results = turn.messages.filter((message): message is M & ResultLike => message.role === 'toolResult');
  const malformed = head === undefined ? [] : findMalformedCalls(head);
  const matched = matchResults(
    head === undefined ? [] : blocksOf(head).filter(isToolCall),
    new Set(malformed.map((call) => call.toolCall)),
    results,
    head?.api,
  );
  const isOpen = turn.isNewest && !turn.messages.some((message) => message !== head && closesTurn(message));
  const fates =
    head === undefined ? undefined : judgeCalls({ head, matched, isOpen, target, facts, ...ids }, malformed);
  const newHead = head && fates && cutHead(head, fates, matched);
  const placed = placeResults(turn, { head, newHead, fates, matched, isOpen }, options);

  const findings: Finding<M>[] = [];
  if (head !== undefined) {
    for (const finding of fates?.findings ?? []) findings.push({ ...finding, message: head, at: turn.start });
  }
  if (head !== undefined && stopsWithoutCall(head)) {
    findings.push({
      rule: 'stop-without-call',
      message: head,
      at: turn.start,
      what: 'the turn stopped for a tool call and holds none',
      remedy: 'its stop reason is an ordinary stop',
    });
  }
  findings.push(...placed.findings);
  const messages = placed.messages.map((message) => {
    const said = saying(message, target, facts);
    if (said === undefined) return message;
    const original = placed.originalOf.get(message) ?? message;
    const at = turn.start + turn.messages.indexOf(original);
    for (const { rule, what, remedy } of said.findings)
      findings.push({ rule, what, remedy, message: original, at });
    return said.message;
  });

  const isSame =
    messages.length === turn.messages.length &&
    messages.every((message, index) => message === turn.messages[index]);
  if (isSame) return undefined;
  const count = (list: readonly M[]) => list.filter(({ role }) => role === 'toolResult').length;
  return {
    messages,
    findings,
    calls: recordedCalls(malformed, fates),
    kept: newHead?.kept,
    leftOut: {
      calls: fates?.dropped.size ?? 0,
      results: Math.max(0, count(turn.messages) - count(messages)),
    },
  };
}

interface CutHead<M> {
  message: M;
  /** As in {@link TurnInRequest}. */
  kept: 'nothing' | 'text' | undefined;
  /** An id as it is sent: some lose the part that names a Responses item. */
  sentId(id: unknown): unknown;
}

/** The turn's message without the calls that go, the others with what they get. */
function cutHead<M extends MessageLike>(head: M, fates: CallFates, matched: MatchedResults): CutHead<M> {
  const { dropped, changes, newIds } = fates;
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
  if (stopsWithoutCall(message)) message = { ...message, stopReason: 'stop' };
  const sentId = (id: unknown) => (typeof id === 'string' && unpaired.has(id) ? withoutItemPart(id) : id);
  return {
    kept,
    sentId,
    message: withBlocks(message, (block) => {
      const id = sentId(block.id);
      return id === block.id ? block : { ...block, id };
    }),
  };
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

function recordedCalls(
  malformed: ReturnType<typeof findMalformedCalls>,
  fates: CallFates | undefined,
): RecordedToolCall[] {
  return malformed.map((call) => {
    const mintedId = fates?.newIds.get(call.toolCall);
    return mintedId === undefined ? call : { ...call, mintedId };
  });
}

function withBlocks<M extends MessageLike>(message: M, replace: (call: Block) => Block): M {
  const blocks = blocksOf(message);
  const replaced = blocks.map((block) => (isToolCall(block) ? replace(block) : block));
  return replaced.every((block, index) => Object.is(block, blocks[index]))
    ? message
    : { ...message, content: replaced };
}

/** A Responses id without the part that names the item. */
export function withoutItemPart(id: string): string {
  return id.split('|', 1)[0] ?? id;
}
