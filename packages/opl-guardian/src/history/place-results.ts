import { type Block, blocksOf, isToolCall, type MessageLike } from '../message.ts';
import { unknownOutcomeText } from '../notes.ts';
import type { CallFates } from './call-fates.ts';
import type { Finding } from './finding.ts';
import type { HealOptions } from './heal-history.ts';
import type { MatchedResults, ResultLike } from './match-results.ts';
import type { RuleId } from './rules.ts';
import { closesTurn, type Turn } from './turns.ts';

/** What is decided of a turn when its results are placed; the head is missing in front of the first turn. */
interface Decided<M> {
  head: M | undefined;
  newHead: { message: M; sentId(id: unknown): unknown } | undefined;
  fates: CallFates | undefined;
  matched: MatchedResults;
  isOpen: boolean;
}

export interface PlacedResults<M> {
  messages: M[];
  findings: Finding<M>[];
  /** The messages that came in, by the ones that stand in their place. */
  originalOf: Map<M, M>;
}

/**
 * Puts the results of a turn directly behind its message: each with the id and name of its call, and none that
 * belongs to no call that stays. Calls that nobody answers get an error result.
 */
export function placeResults<M extends MessageLike>(
  turn: Turn<M>,
  decided: Decided<M>,
  { facts }: HealOptions<M>,
): PlacedResults<M> {
  const { head, newHead, fates, matched, isOpen } = decided;
  const callOf = new Map([...matched.resultOf].map(([call, result]) => [result as unknown, call] as const));
  const findings: Finding<M>[] = [];
  const originalOf = new Map<M, M>();
  const say = (index: number, rule: RuleId, what: string, remedy: string) =>
    findings.push({ rule, message: turn.messages[index] as M, at: turn.start + index, what, remedy });

  const inPlace: M[] = [];
  const displaced: M[] = [];
  const behind: M[] = [];
  let isClosed = false;
  for (const [index, message] of turn.messages.entries()) {
    if (message === head && index === 0) {
      inPlace.push(newHead?.message ?? message);
      if (newHead !== undefined) originalOf.set(newHead.message, message);
      continue;
    }
    if (message.role !== 'toolResult') {
      isClosed ||= closesTurn(message);
      (isClosed ? behind : inPlace).push(message);
      continue;
    }
    const result = message as M & ResultLike;
    const call = callOf.get(message);
    if (call === undefined) {
      if (matched.repeated.has(result)) {
        say(index, 'result-twice', 'a second result of one tool call', 'it is left out');
      } else if (matched.orphans.has(result)) {
        say(index, 'result-without-call', 'a tool result without its call', 'it is left out');
      }
      continue;
    }
    const sent = asSent(result, call, decided);
    originalOf.set(sent, message);
    if (isClosed) {
      say(
        index,
        'result-without-call',
        'a tool result away from its call',
        'it stands directly behind its turn',
      );
    }
    (isClosed ? displaced : inPlace).push(sent);
  }

  const answered = [...inPlace, ...displaced];
  if (head !== undefined && !isOpen && !facts.answersOpenCalls) {
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
      answered.push(facts.errorResult({ id, name }, unknownOutcomeText(), answered.at(-1) ?? head));
    }
  }
  return { messages: [...answered, ...behind], findings, originalOf };
}

function asSent<M extends MessageLike>(
  result: M & ResultLike,
  call: Block,
  { fates, newHead }: Decided<M>,
): M {
  const toolCallId = newHead?.sentId(fates?.newIds.get(call) ?? result.toolCallId) ?? result.toolCallId;
  const toolName = fates?.changes.get(call)?.name ?? result.toolName;
  if (toolCallId === result.toolCallId && toolName === result.toolName) return result;
  return { ...result, toolCallId, ...(toolName === result.toolName ? {} : { toolName }) };
}
