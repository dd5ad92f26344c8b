import { type Block, blocksOf, isToolCall, type MessageLike } from '../message.ts';
import { unknownOutcomeText } from '../notes.ts';
import type { CallFates } from './call-fates.ts';
import type { Finding } from './finding.ts';
import type { HealOptions } from './heal-history.ts';
import type { MatchedResults, ResultLike } from './match-results.ts';
import type { RuleId } from './rules.ts';
import { hasUnreadableCall, readable } from './skipped-turn.ts';
import { closesTurn, isSkippedTurn, type Turn } from './turns.ts';

/** What is decided of a turn when its results are placed; the head is missing in front of the first turn. */
interface Decided<M> {
  head: M | undefined;
  newHead: { message: M; sentId(id: unknown): unknown } | undefined;
  fates: CallFates | undefined;
  matched: MatchedResults;
  isOpen: boolean;
  /** Ids whose results are left alone. */
  inFlight: ReadonlySet<unknown>;
}

/** A message of the request, and which of the turn it stands for; none where it was added. */
interface Placed<M> {
  message: M;
  at?: number;
}

interface PlacedResults<M> {
  placed: Placed<M>[];
  findings: Finding<M>[];
}

/**
 * Puts the results of a turn directly behind its message: each with the id and name of its call, and none that
 * belongs to no call that stays. Calls that nobody answers get an error result.
 */
export function placeResults<M extends MessageLike>(
  turn: Turn<M>,
  decided: Decided<M>,
  options: HealOptions<M>,
): PlacedResults<M> {
  const { head, newHead, matched } = decided;
  const { answersOpenCalls } = options.facts;
  const callOf = new Map([...matched.resultOf].map(([call, result]) => [result as unknown, call] as const));
  const findings: Finding<M>[] = [];
  const say = (at: number, rule: RuleId, what: string, remedy: string) =>
    findings.push({ rule, message: turn.messages[at] as M, at: turn.start + at, what, remedy });

  const inPlace: Placed<M>[] = [];
  const displaced: Placed<M>[] = [];
  const behind: Placed<M>[] = [];
  let isClosed = false;
  for (const [at, message] of turn.messages.entries()) {
    if (message === head && at === 0) {
      inPlace.push({ message: newHead?.message ?? message, at });
      continue;
    }
    if (message.role !== 'toolResult') {
      // A system message in between is no matter where the host holds it back, as Pi does.
      isClosed ||= closesTurn(message) || (message.role === 'system' && !answersOpenCalls);
      if (isSkippedTurn(message) && hasUnreadableCall(message)) {
        const skipped = readable(message);
        for (const finding of skipped.findings) findings.push({ ...finding, message, at: turn.start + at });
        behind.push({ message: skipped.message, at });
      } else {
        (isClosed ? behind : inPlace).push({ message, at });
      }
      continue;
    }
    const result = message as M & ResultLike;
    if (decided.inFlight.has(result.toolCallId)) {
      (isClosed ? behind : inPlace).push({ message, at });
      continue;
    }
    const call = callOf.get(message);
    if (call === undefined) {
      if (matched.repeated.has(result)) {
        say(at, 'result-twice', 'a second result of one tool call', 'it is left out');
      } else if (matched.orphans.has(result)) {
        say(at, 'result-without-call', 'a tool result without its call', 'it is left out');
      }
      continue;
    }
    callOf.delete(message);
    if (matched.strays.has(result)) {
      const what = 'a tool result without the id of its call';
      say(at, 'result-without-call', what, 'it gets the id of its call');
    }
    if (isClosed) {
      const remedy = 'it stands directly behind its turn';
      say(at, 'result-without-call', 'a tool result away from its call', remedy);
    }
    if (options.target === 'google' && result.toolName !== call.name) {
      const what = 'a tool result under another name than its call';
      say(at, 'result-without-call', what, 'it has the name of its call');
    }
    (isClosed ? displaced : inPlace).push({ message: asSent(result, call, decided, options), at });
  }

  const answered = [...inPlace, ...displaced];
  addMissing(turn, decided, options, answered, findings);
  return { placed: [...answered, ...behind], findings };
}

/** Answers the calls of a turn that have no result, where the host does not. */
function addMissing<M extends MessageLike>(
  turn: Turn<M>,
  { head, newHead, fates, matched, isOpen }: Decided<M>,
  { facts }: HealOptions<M>,
  answered: Placed<M>[],
  findings: Finding<M>[],
): void {
  if (head === undefined || isOpen || facts.answersOpenCalls) return;
  for (const [contentIndex, call] of blocksOf(head).entries()) {
    if (!isToolCall(call) || fates?.dropped.has(call) || matched.resultOf.has(call)) continue;
    findings.push({
      rule: 'call-without-result',
      message: head,
      at: turn.start,
      contentIndex,
      what: `the tool call in block ${contentIndex + 1} has no result`,
      remedy: 'an error result says that its outcome is unknown',
    });
    const id = String(newHead?.sentId(fates?.newIds.get(call) ?? call.id));
    const name = String(fates?.changes.get(call)?.name ?? call.name);
    const last = answered.at(-1)?.message ?? head;
    answered.push({ message: facts.errorResult({ id, name }, unknownOutcomeText(), last) });
  }
}

/** A result with the id and the name that its call is sent with. */
function asSent<M extends MessageLike>(
  result: M & ResultLike,
  call: Block,
  { fates, newHead }: Decided<M>,
  { target }: HealOptions<M>,
): M {
  const toolCallId = newHead?.sentId(fates?.newIds.get(call) ?? call.id);
  const named = target === 'google' ? call.name : result.toolName;
  const toolName = fates?.changes.get(call)?.name ?? named;
  if (toolCallId === result.toolCallId && toolName === result.toolName) return result;
  return { ...result, toolCallId, ...(toolName === result.toolName ? {} : { toolName }) };
}
