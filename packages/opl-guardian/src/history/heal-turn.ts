import type { RecordedToolCall } from '../incident-record.ts';
import { findMalformedCalls } from '../malformed.ts';
import { type Block, blocksOf, isToolCall, type MessageLike } from '../message.ts';
import { type CallFates, judgeCalls } from './call-fates.ts';
import { cutHead } from './cut-head.ts';
import type { Finding } from './finding.ts';
import type { HealOptions } from './heal-history.ts';
import { idsInFlight } from './in-flight.ts';
import { type MatchedResults, matchResults, type ResultLike } from './match-results.ts';
import type { MintedIds } from './minted-id.ts';
import { placeResults } from './place-results.ts';
import type { RequestIds } from './rules/duplicate-id.ts';
import { saying } from './say-something.ts';
import { closesTurn, isSentTurn, isSkippedTurn, type Turn } from './turns.ts';

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
  const malformed = head === undefined ? [] : findMalformedCalls(head);
  const isOpen = turn.isNewest && !turn.messages.some((message) => message !== head && closesTurn(message));
  const blocks = head === undefined ? [] : blocksOf(head);
  const malformedCalls = new Set<unknown>(malformed.map((call) => call.toolCall));
  const inFlight = isOpen ? idsInFlight(blocks, turn.messages, malformedCalls) : new Set();
  const calls = blocks.filter((block): block is Block => isToolCall(block) && !inFlight.has(block.id));
  const matched = matchTurn(calls, malformedCalls, turn.messages, head?.api, inFlight);
  const fates = head && judgeCalls({ head, matched, isOpen, inFlight, target, facts, ...ids }, malformed);
  const newHead = head && fates && cutHead(head, fates, matched, target);
  const { placed, findings: ofResults } = placeResults(
    turn,
    { head, newHead, fates, matched, isOpen, inFlight },
    options,
  );

  const findings: Finding<M>[] = [];
  if (head !== undefined) {
    const ofHead = [...(fates?.findings ?? []), ...(newHead?.findings ?? [])];
    for (const finding of ofHead) findings.push({ ...finding, message: head, at: turn.start });
  }
  for (const finding of ofResults) findings.push(finding);
  const messages: M[] = [];
  for (const { message, at } of placed) {
    const said = saying(message, target, facts);
    messages.push(said?.message ?? message);
    const original = at === undefined ? message : (turn.messages[at] as M);
    for (const finding of said?.findings ?? []) {
      findings.push({ ...finding, message: original, at: turn.start + (at ?? 0) });
    }
  }
  findings.sort((one, other) => one.at - other.at);

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

/** Results behind a turn that the host skips are that turn's where its calls have their ids. */
function matchTurn<M extends MessageLike>(
  calls: readonly Block[],
  malformed: ReadonlySet<unknown>,
  messages: readonly M[],
  api: unknown,
  inFlight: ReadonlySet<unknown>,
): MatchedResults {
  const own: ResultLike[] = [];
  const ofSkipped: ResultLike[] = [];
  const skippedIds = new Set<unknown>();
  for (const message of messages) {
    if (message.role === 'toolResult') {
      const result: ResultLike = message;
      if (inFlight.has(result.toolCallId)) continue;
      (skippedIds.has(result.toolCallId) ? ofSkipped : own).push(result);
    } else if (isSkippedTurn(message)) {
      for (const block of blocksOf(message)) if (isToolCall(block)) skippedIds.add(block.id);
    }
  }
  const matched = matchResults(calls, malformed, own, api);
  for (const result of ofSkipped) matched.orphans.add(result);
  return matched;
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
