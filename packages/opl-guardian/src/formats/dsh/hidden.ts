import type { HealedHistory } from '../../history/heal-history.ts';
import { type MintedIds, mintId } from '../../history/minted-id.ts';
import type { MessageLike } from '../../message.ts';
import type { TurnCalls } from './call-edits.ts';
import type { Decisions } from './decide.ts';
import { giveCallId, giveCallIds } from './event-edits.ts';
import { chunkSeqsOf } from './events.ts';
import { refusedTurns } from './history.ts';
import type { DshLog } from './log.ts';
import type { WholeEvent } from './whole.ts';

/**
 * Gives ids to calls without one, and to their results, in turns that gave way to others. They are not sent, so
 * nothing of them has to go, and nothing may: what took their place names their events. The host writes the
 * results of a turn in the order of its calls.
 *
 * @param judged what was found about these turns
 * @param whole their events
 */
export function decideHidden(
  log: DshLog,
  judged: HealedHistory<MessageLike>,
  whole: ReadonlyMap<number, WholeEvent>,
): Decisions {
  const decisions: Decisions = { edits: new Map(), turns: [] };
  const { findings } = judged;
  const minted: MintedIds = new Map();
  const mint = (time: number, place: number, name: string) => mintId(time, place, name, minted, () => true);
  for (const [head, ...results] of refusedTurns(log)) {
    const answer = whole.get(head as number);
    if (answer === undefined) continue;
    const calls = answer.message.content.flatMap((block, index): TurnCalls['calls'] => {
      if (block.type !== 'tool-call') return [];
      const { id, name } = block;
      const newId = isMissing(id) ? mint(answer.time, index, String(name)) : id;
      return [{ id, name, newId, newName: name }];
    });
    const newIds = calls.filter(({ id }) => isMissing(id)).map(({ newId }) => newId);
    const ids = calls.map(({ newId }) => newId);
    decisions.edits.set(answer.seq, { edit: giveCallIds(ids), findings });
    decisions.turns.push({ head: answer.seq, chunks: chunkSeqsOf(answer.event), calls, findings });
    for (const seq of results) {
      const source = whole.get(seq)?.message.source;
      if (source?.kind !== 'tool' || !isMissing(source.callId)) continue;
      const newId = newIds.shift() ?? mint(answer.time, seq, '');
      for (const each of [seq, ...log.surface.versionsOf(seq)]) {
        decisions.edits.set(each, { edit: giveCallId(newId), findings });
      }
    }
  }
  return decisions;
}

function isMissing(id: unknown): boolean {
  return typeof id !== 'string' || id === '';
}
