import { isJsonObject } from '../json-object.ts';
import { type MalformedReason, nameFault, type RemovedToolCall } from '../malformed.ts';
import { type Block, blocksOf, isToolCall, type MessageLike } from '../message.ts';
import type { Finding } from './finding.ts';
import type { HostHabits } from './host-facts.ts';
import { itemPart, withoutItemPart } from './item-part.ts';
import type { MatchedResults } from './match-results.ts';
import { type MintedIds, mintId } from './minted-id.ts';
import { objectIn } from './rules/arguments-not-object.ts';
import type { RequestIds } from './rules/duplicate-id.ts';
import { isIllegalId } from './rules/illegal-id.ts';
import { isIllegalName, legalName } from './rules/illegal-name.ts';
import { hasLoneSurrogate, toWellFormed } from './rules/lone-surrogate.ts';
import { isLongName } from './rules/long-name.ts';
import type { RuleId } from './rules.ts';
import type { TargetApi } from './target.ts';

/** What is wrong with one call, and what becomes of it. */
export type CallFinding = Omit<Finding<never>, 'message' | 'at'>;

/** What becomes of the calls of one turn. */
export interface CallFates {
  /** Calls that go. */
  dropped: Set<unknown>;
  /** Fields of calls that change, ids aside. */
  changes: Map<Block, Block>;
  /** Ids for calls that get a new one. */
  newIds: Map<Block, string>;
  findings: CallFinding[];
}

interface Judged {
  head: MessageLike;
  matched: MatchedResults;
  /** Whether a call without a result is the host's to run still. */
  isOpen: boolean;
  /** Ids whose calls are left alone; see {@link idsInFlight}. */
  inFlight: ReadonlySet<unknown>;
  target: TargetApi | undefined;
  facts: HostHabits;
  taken: RequestIds;
  /** Ids minted so far for this history. */
  minted: MintedIds;
}

/** Decides on each tool call of a turn by what its target takes; nothing is changed here. */
export function judgeCalls(judged: Judged, malformed: readonly RemovedToolCall[]): CallFates {
  const fates: CallFates = { dropped: new Set(), changes: new Map(), newIds: new Map(), findings: [] };
  const reasons = new Map(malformed.map(({ toolCall, reason }) => [toolCall, reason] as const));
  for (const [contentIndex, block] of blocksOf(judged.head).entries()) {
    if (!isToolCall(block)) continue;
    const say = (rule: RuleId, what: string, remedy: string) =>
      fates.findings.push({ rule, contentIndex, what: `${labelOf(block, contentIndex)} ${what}`, remedy });
    const reason = reasons.get(block);
    if (reason === undefined && judged.inFlight.has(block.id)) {
      judged.taken.claim(block.id);
      continue;
    }
    if (!judgeIdentity(judged, block, contentIndex, reason, fates, say)) fates.dropped.add(block);
    else judgeContent(judged, block, fates, say);
  }
  return fates;
}

type Say = (rule: RuleId, what: string, remedy: string) => void;

const LEFT_OUT = 'it is left out';
const ONE_ID = 'it gets a new id, and so does its result';

/** @returns whether the call stays */
function judgeIdentity(
  judged: Judged,
  call: Block,
  contentIndex: number,
  reason: MalformedReason | undefined,
  fates: CallFates,
  say: Say,
): boolean {
  const { matched, taken, minted, target, facts, head, isOpen } = judged;
  const item = target === 'anthropic' ? '' : itemPart(call.id);
  const renew = () => {
    const itemOrNone = taken.claimItem(call.id) ? item : '';
    const id = mintId(head.timestamp, contentIndex, String(call.name), minted, (id) => taken.claim(id));
    fates.newIds.set(call, id + itemOrNone);
  };
  if (reason !== undefined) {
    if (nameFault(call.name) !== undefined) {
      say('blank-name', 'has no usable name', 'it is left out with its result');
      return false;
    }
    if (!matched.resultOf.has(call)) {
      say('blank-id', 'has no usable id, and no result is surely its own', LEFT_OUT);
      return false;
    }
    say('blank-id', 'has no usable id', ONE_ID);
    renew();
    return true;
  }
  if (matched.untold.has(call)) {
    say('duplicate-id', 'shares its id with another call, and their results cannot be told apart', LEFT_OUT);
    return false;
  }
  const isRunning = isOpen && !matched.resultOf.has(call);
  if (!taken.claim(call.id) && !isRunning) {
    say('duplicate-id', 'has the id of an earlier call', ONE_ID);
    renew();
  } else if (!isRunning && isIllegalId(String(call.id), target, facts.makesIdsLegal)) {
    say('illegal-id', 'has an id that the API refuses', ONE_ID);
    renew();
  } else if (!taken.claimItem(call.id) && !isRunning) {
    say('duplicate-id', 'has the item id of an earlier call', 'it is sent without the id of its item');
    fates.newIds.set(call, withoutItemPart(String(call.id)));
  }
  return true;
}

function judgeContent(judged: Judged, call: Block, fates: CallFates, say: Say): void {
  const { matched, target, isOpen } = judged;
  const changes: Block = {};
  const name = String(call.name);
  const fault = nameRule(name, target);
  if (fault !== undefined) {
    changes.name = legalName(name);
    say(fault, WRONG_NAME[fault], `it is named ${JSON.stringify(changes.name)}`);
  }
  if (!isOpen || matched.resultOf.has(call)) {
    let object = call.arguments;
    if (!isJsonObject(object)) {
      const decoded = objectIn(object);
      say(
        'arguments-not-object',
        `has arguments that are ${nameOfType(object)}, not an object`,
        `${decoded === undefined ? 'an empty object' : 'the object that the text holds'} stands in their place`,
      );
      object = decoded ?? {};
    }
    const clean = hasLoneSurrogate(object) ? toWellFormed(object) : object;
    if (clean !== object) {
      say('lone-surrogate', 'has half a surrogate pair in its arguments', 'U+FFFD stands in its place');
    }
    if (clean !== call.arguments) changes.arguments = clean;
  }
  if (Object.keys(changes).length > 0) fates.changes.set(call, changes);
}

const WRONG_NAME = {
  'illegal-name': 'has a name that the API refuses',
  'long-name': 'has a name that is too long',
  'lone-surrogate': 'has half a surrogate pair in its name',
};

function nameRule(name: string, target: TargetApi | undefined): keyof typeof WRONG_NAME | undefined {
  if (isIllegalName(name, target)) return 'illegal-name';
  if (isLongName(name, target)) return 'long-name';
  return name.isWellFormed() ? undefined : 'lone-surrogate';
}

function nameOfType(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

/** Says which call is meant, in a way that a hostile name cannot abuse. */
function labelOf(call: Block, contentIndex: number): string {
  const { name } = call;
  const shown = typeof name === 'string' && name.trim() !== '' ? ` ${JSON.stringify(name.slice(0, 60))}` : '';
  return `the tool call${shown} in block ${contentIndex + 1}`;
}
