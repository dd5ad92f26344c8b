import type { HealedHistory } from '../../history/heal-history.ts';
import type { MessageLike } from '../../message.ts';
import type { Heal, RewritePlan, SessionInput, StoredChange } from '../format.ts';
import { rewriteJson } from '../json/rewrite.ts';
import { CallEditor } from './call-edits.ts';
import { type Decisions, decide } from './decide.ts';
import { isRow, type PackedRow, parseRecord, type StoredEvent } from './events.ts';
import { decideHidden } from './hidden.ts';
import { type DshHistory, historiesOf } from './history.ts';
import { linesOf } from './lines.ts';
import type { DshLog, ReadPart } from './log.ts';
import { compressed, plainText, rawBytes } from './parts.ts';
import { readWhole, touchedSeqs } from './whole.ts';

/** New lines of one part, by their place in it. */
type PartLines = ReadonlyMap<number, Uint8Array>;

/** What becomes of a log when its messages are mended. No event is added, removed or renumbered. */
export async function planRewrite(input: SessionInput, log: DshLog, heal: Heal): Promise<RewritePlan> {
  const decisions = await decideAll(input, log, heal);
  const { changes, lines } = await editLines(input, log, decisions);
  return {
    changes,
    async write(sink) {
      for (const part of log.parts) {
        const own = lines.get(part);
        const bytes = own === undefined ? rawBytes(input, part) : rewritten(input, part, own);
        for await (const chunk of bytes) await sink(chunk);
      }
    },
  };
}

async function decideAll(input: SessionInput, log: DshLog, heal: Heal): Promise<Decisions> {
  const all: Decisions = { edits: new Map(), turns: [] };
  for (const [index, history] of historiesOf(log).entries()) {
    const judged = heal(history);
    const touched = touchedSeqs(history, judged.messages, placesOf(judged));
    if (touched.size === 0) continue;
    const whole = await readWhole(input, log, touched);
    const again = historiesOf(log, whole)[index] as DshHistory;
    const { edits, turns } = again.isSent
      ? decide(log, again, heal(again), whole)
      : decideHidden(log, judged, whole);
    for (const [seq, edit] of edits) all.edits.set(seq, edit);
    all.turns.push(...turns);
  }
  return all;
}

function placesOf({ findings }: HealedHistory<MessageLike>): number[] {
  return findings.map(({ at }) => at);
}

async function editLines(
  input: SessionInput,
  log: DshLog,
  { edits, turns }: Decisions,
): Promise<{ changes: StoredChange[]; lines: Map<ReadPart, PartLines> }> {
  const changes: StoredChange[] = [];
  const lines = new Map<ReadPart, PartLines>();
  const editor = new CallEditor(turns);
  const turnsInOrder = turns.toSorted((a, b) => a.head - b.head);
  const places = [...edits.keys(), ...turns.flatMap(({ head, chunks }) => [head, ...chunks])].sort(
    (a, b) => a - b,
  );
  for (const part of log.parts) {
    const isTouched = places.some((seq) => seq >= part.first && seq < part.next);
    if (!isTouched && !editor.isInside) continue;
    const own = new Map<number, Uint8Array>();
    let place = -1;
    for await (const { bytes, isWhole } of linesOf(plainText(input, part))) {
      place++;
      const record = isWhole ? parseRecord(bytes) : undefined;
      if (record === undefined || record.first < part.first || record.next > part.next) continue;
      const before = record.value;
      const carried = editor.edit(before);
      const edit = isRow(carried) ? undefined : edits.get(record.first);
      const after = edit === undefined ? carried : edit.edit(carried as StoredEvent);
      if (after === before) continue;
      own.set(place, rewriteJson(Buffer.from(bytes), before, after));
      const findings = edit?.findings ?? carriedBy(turnsInOrder, record.first)?.findings ?? [];
      changes.push({ place: placeName(before, record.next), before, after, findings });
    }
    if (own.size > 0) lines.set(part, own);
  }
  return { changes, lines };
}

/**
 * The turn whose ids or names an event repeats: the last one that has begun there.
 *
 * @param turns in the order of the log
 */
function carriedBy(turns: Decisions['turns'], seq: number): Decisions['turns'][0] | undefined {
  return turns.findLast(({ head, chunks: [first = head] }) => first <= seq);
}

function placeName(value: StoredEvent | PackedRow, next: number): string {
  return isRow(value) ? `seq ${value.seq0}-${next - 1}` : `seq ${value.seq}`;
}

/** A part with new lines; a torn frame becomes a whole one of what could be read of it, as the host makes it. */
function rewritten(input: SessionInput, part: ReadPart, own: PartLines): AsyncIterable<Uint8Array> {
  const text = newText(input, part, own);
  return part.kind === 'plain' ? text : compressed(text);
}

const LINE_FEED = Buffer.from('\n');
const NOTHING = new Uint8Array();

async function* newText(input: SessionInput, part: ReadPart, own: PartLines): AsyncGenerator<Uint8Array> {
  let place = 0;
  for await (const { bytes, isWhole } of linesOf(plainText(input, part))) {
    if (!isWhole && part.kind === 'torn-frame') break;
    yield Buffer.concat([own.get(place) ?? bytes, isWhole ? LINE_FEED : NOTHING]);
    place++;
  }
}
