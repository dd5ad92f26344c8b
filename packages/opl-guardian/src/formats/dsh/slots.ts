import type { Message } from '@deepseek-ai/dsh-llm';
import { type CoreMessage, hostMessageOf, toHostMessages } from '../../dsh/transcript.ts';
import type { DshHistory } from './history.ts';

/**
 * No event of a log may be added or removed, so each message of a mended history needs the place of one that was
 * there: its own, or, for a message that is new, the one of a tool result that goes.
 */

/** What an event gets in the place of its message. */
interface Placed {
  /** `seq` of the event whose message it is; `undefined` for a new message. */
  from: number | undefined;
  message: Message;
}

export interface Settled {
  /** By `seq`, for events whose message changes. */
  placed: Map<number, Placed>;
  /** `seq` of events whose message goes. */
  leftOut: Set<number>;
  /** New error results for which there is no place. */
  homeless: Set<CoreMessage>;
}

/** One message of the host: a run of the core's messages. */
interface Group {
  core: CoreMessage;
  message: Message;
  seq: number | undefined;
  /** Whether it came with the mending; a message that the host adds when it loads the log did not. */
  isNew: boolean;
}

/**
 * @param after the mended messages of a history
 * @param canHold whether an event may get another kind of message
 */
export function settle(
  history: DshHistory,
  after: readonly CoreMessage[],
  canHold: (seq: number) => boolean,
): Settled {
  const turns = turnsBySeq(history);
  const settled: Settled = { placed: new Map(), leftOut: new Set(), homeless: new Set() };
  const groups = groupsOf(history, after);
  const kept = new Set(groups.map(({ seq }) => seq));
  for (const seq of turns.keys()) if (!kept.has(seq)) settled.leftOut.add(seq);

  let turn = 0;
  const inTurns = Map.groupBy(groups, ({ seq }) => {
    turn = turns.get(seq ?? -1)?.turn ?? turn;
    return turn;
  });
  for (const [number, inTurn] of inTurns) settleTurn(number, inTurn, turns, settled, canHold);
  return settled;
}

function settleTurn(
  turn: number,
  groups: readonly Group[],
  turns: ReadonlyMap<number, { turn: number; message: Message }>,
  settled: Settled,
  canHold: (seq: number) => boolean,
): void {
  const free = [...settled.leftOut].filter((seq) => turns.get(seq)?.turn === turn && canHold(seq));
  const homed: { group: Group; slot: number }[] = [];
  for (const group of groups) {
    const slot = group.seq ?? (group.isNew ? free.shift() : undefined);
    if (slot !== undefined) homed.push({ group, slot });
    else if (group.isNew && group.core.role === 'toolResult') settled.homeless.add(group.core);
  }
  const inOrder = homed.map(({ slot }) => slot).toSorted((a, b) => a - b);
  const isResorted =
    groups.every(({ seq }) => seq !== undefined) && inOrder.every(canHoldOrHead(canHold, homed));
  for (const [index, { group, slot }] of homed.entries()) {
    const seq = isResorted ? (inOrder[index] as number) : slot;
    settled.leftOut.delete(seq);
    if (seq !== group.seq || group.message !== turns.get(seq)?.message) {
      settled.placed.set(seq, { from: group.seq, message: group.message });
    }
  }
}

/** A turn whose messages change their order is written in the new order, unless one of its events cannot move. */
function canHoldOrHead(canHold: (seq: number) => boolean, homed: readonly { slot: number }[]) {
  return (seq: number, index: number) => homed[index]?.slot === seq || canHold(seq);
}

function groupsOf(history: DshHistory, after: readonly CoreMessage[]): Group[] {
  const cores = after.filter((core, index) => {
    const previous = after[index - 1];
    return previous === undefined || hostMessageOf(previous) !== hostMessageOf(core);
  });
  const messages = toHostMessages(history.messages, after);
  const before = new Set(history.messages.map(hostMessageOf));
  return cores.map((core, index) => ({
    core,
    message: messages[index] as Message,
    seq: history.seqOf(core),
    isNew: !before.has(hostMessageOf(core)),
  }));
}

/** Each event of a history with the number of its turn. */
function turnsBySeq(history: DshHistory): Map<number, { turn: number; message: Message }> {
  const turns = new Map<number, { turn: number; message: Message }>();
  let turn = 0;
  for (const core of history.messages) {
    if (core.role === 'assistant') turn++;
    const seq = history.seqOf(core);
    if (seq !== undefined) turns.set(seq, { turn, message: hostMessageOf(core) });
  }
  return turns;
}
