import type { Message } from '@deepseek-ai/dsh-llm';
import { turnsOf } from '../../history/turns.ts';
import type { MessageLike } from '../../message.ts';
import type { SessionInput } from '../format.ts';
import { isRow, parseRecord, type StoredEvent, storedMessage } from './events.ts';
import type { DshHistory } from './history.ts';
import { linesOf } from './lines.ts';
import type { DshLog, KeptEvent } from './log.ts';
import { plainText } from './parts.ts';

/** An event as it is stored, with its unshortened message. */
export interface WholeEvent extends KeptEvent {
  event: StoredEvent;
}

/** Reads events again, in one pass over the parts that hold them. */
export async function readWhole(
  input: SessionInput,
  log: DshLog,
  seqs: ReadonlySet<number>,
): Promise<Map<number, WholeEvent>> {
  const whole = new Map<number, WholeEvent>();
  const wanted = [...seqs];
  for (const part of log.parts) {
    if (!wanted.some((seq) => seq >= part.first && seq < part.next)) continue;
    for await (const { bytes, isWhole } of linesOf(plainText(input, part))) {
      const record = isWhole ? parseRecord(bytes) : undefined;
      if (record === undefined || isRow(record.value) || !seqs.has(record.first)) continue;
      const event = record.value;
      const { seq, time } = event;
      if (!whole.has(seq)) whole.set(seq, { seq, time, event, message: storedMessage(event) as Message });
    }
  }
  return whole;
}

/** Events of the turns in which a mended history differs, or about which something was found. */
export function touchedSeqs(
  history: DshHistory,
  after: readonly MessageLike[],
  places: Iterable<number>,
): Set<number> {
  const { messages } = history;
  /** For each message where its turn starts. */
  const startOf = [...turnsOf(messages)].flatMap((turn) => turn.messages.map(() => turn.start));
  const touched = new Set<number | undefined>();
  const touch = (at: number) => touched.add(startOf[at]);
  const left = new Set<MessageLike>(after);
  for (const [at, message] of messages.entries()) if (!left.has(message)) touch(at);
  const indexOf = new Map<MessageLike, number>(messages.map((message, at) => [message, at]));
  let last = 0;
  for (const message of after) {
    const at = indexOf.get(message);
    if (at === undefined) touch(last);
    // What stands out of its order belongs to the turn in front of it.
    else if (at < last) touch(at);
    else last = at;
  }
  for (const at of places) touch(at);

  const seqs = messages.flatMap((message, at) => {
    const seq = history.seqOf(message);
    return seq !== undefined && touched.has(startOf[at]) ? [seq] : [];
  });
  return new Set(seqs);
}
