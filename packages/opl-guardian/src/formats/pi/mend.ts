import type { Finding } from '../../history/finding.ts';
import { PI_FACTS } from '../../history/host-facts.ts';
import { type Turn, turnsOf } from '../../history/turns.ts';
import type { MessageLike } from '../../message.ts';
import type { Branch, Heal } from '../format.ts';
import { placeOfLine } from './entry.ts';
import { messagesOf } from './history.ts';
import type { PiProjection } from './projection.ts';
import { sourceOf, type WholeMessage } from './whole.ts';

/** One turn of a branch and what it has to become. */
export interface MendedTurn {
  /** Its messages, all of them whole. */
  readonly before: readonly WholeMessage[];
  readonly after: readonly MendedMessage[];
  readonly findings: readonly Finding<MessageLike>[];
}

export interface MendedMessage {
  readonly message: MessageLike;
  /** Which of the turn's messages it is, changed or not; `undefined` for a new one. */
  readonly from: number | undefined;
}

/**
 * Heals a branch: first with its messages as they are known, then, as long as that finds something in turns whose
 * texts are not there, with those turns whole.
 *
 * @param branch names the branch
 * @param lineOf the line of a message of the projection
 * @param load gets a message of the projection with all of its texts
 * @returns the turns that change
 */
export async function mendBranch(
  branch: Pick<Branch, 'leaf' | 'isActive'>,
  projection: PiProjection,
  heal: Heal,
  lineOf: (index: number) => number,
  load: (index: number) => Promise<WholeMessage>,
): Promise<MendedTurn[]> {
  const whole = new Map<number, WholeMessage>();
  const { lastApi } = projection;
  let messages = messagesOf(projection);
  for (;;) {
    const attempt = attemptOf({ ...branch, lastApi, messages }, lineOf, heal);
    const missing = attempt.turns.flatMap(placesOf).filter((index) => !whole.has(index));
    if (missing.length === 0) return mendedTurns(attempt, whole);
    for (const index of missing) {
      const loaded = await load(index);
      whole.set(index, loaded);
    }
    messages = messages.map((message, index) => whole.get(index)?.message ?? message);
  }
}

interface Attempt {
  /** Turns with findings, and turns that come out otherwise than they came in. */
  readonly turns: readonly Turn<MessageLike>[];
  readonly healed: readonly MessageLike[];
  readonly findings: readonly Finding<MessageLike>[];
  /** The place of a message, or of the one that it was made from or stands behind. */
  originOf(message: MessageLike): { index: number | undefined; isNew: boolean };
}

function attemptOf(
  branch: Pick<Branch, 'leaf' | 'isActive' | 'lastApi' | 'messages'>,
  lineOf: (index: number) => number,
  heal: Heal,
): Attempt {
  const { messages } = branch;
  let indexes: Map<MessageLike, number> | undefined;
  const indexOf = (message: MessageLike) => {
    indexes ??= new Map(messages.map((each, index) => [each, index]));
    return indexes.get(message) ?? sourceOf(message)?.index;
  };
  const behind = new Map<MessageLike, MessageLike>();
  const remember = (message: MessageLike, before: MessageLike) => {
    behind.set(message, before);
    return message;
  };
  const { messages: healed, findings } = heal({
    ...branch,
    facts: {
      ...PI_FACTS,
      userLine: (text, before) => remember(PI_FACTS.userLine(text, before), before),
      errorResult: (call, text, before) => remember(PI_FACTS.errorResult(call, text, before), before),
    },
    placeOf: (message) => {
      const index = indexOf(message);
      return index === undefined ? 'unknown line' : placeOfLine(lineOf(index));
    },
  });
  const originOf = (message: MessageLike) => {
    const index = indexOf(message);
    if (index !== undefined) return { index, isNew: false };
    let before = behind.get(message);
    while (before !== undefined && indexOf(before) === undefined) before = behind.get(before);
    return { index: before && indexOf(before), isNew: true };
  };
  if (findings.length === 0 && healed === messages) return { turns: [], healed, findings, originOf };
  const stays = new Set(healed);
  const found = new Set(findings.map(({ at }) => at));
  const isTouched = ({ messages: own, start }: Turn<MessageLike>) =>
    own.some((message, index) => !stays.has(message) || found.has(start + index));
  return { turns: [...turnsOf(messages)].filter(isTouched), healed, findings, originOf };
}

function placesOf({ messages, start }: Turn<MessageLike>): number[] {
  return messages.map((_, index) => start + index);
}

function mendedTurns(
  { turns, healed, findings, originOf }: Attempt,
  whole: ReadonlyMap<number, WholeMessage>,
): MendedTurn[] {
  const turnAt = new Map<
    number,
    { start: number; after: MendedMessage[]; findings: Finding<MessageLike>[] }
  >();
  const mended = turns.map((turn): MendedTurn => {
    const places = placesOf(turn);
    const parts = { start: turn.start, after: [], findings: [] };
    for (const place of places) turnAt.set(place, parts);
    return { before: places.map((place) => whole.get(place) as WholeMessage), ...parts };
  });
  for (const message of healed) {
    const { index, isNew } = originOf(message);
    const turn = index === undefined ? undefined : turnAt.get(index);
    if (index === undefined || turn === undefined) continue;
    turn.after.push({ message, from: isNew ? undefined : index - turn.start });
  }
  for (const finding of findings) turnAt.get(finding.at)?.findings.push(finding);
  return mended;
}
