import type { StreamChunk } from '@deepseek-ai/dsh-llm';
import { setApart } from '../cut.ts';
import { findMalformedCalls, type RemovedToolCall } from '../malformed.ts';
import type { MessageLike } from '../message.ts';
import { droppedAllNote, droppedSomeNote, type EvidenceOutcome } from '../notes.ts';
import { arrange, type Placed } from './arrange.ts';
import { apiOf, entriesOf, responseIdOf, toCoreBlock } from './block.ts';
import { cutFinish, type Finish, noteChunks, withoutItemId } from './chunks.ts';
import { assembled, isCall, type StreamedBlock, type StreamedBlocks } from './streamed.ts';

/** A chunk of a tool call that the host has not got yet. */
export interface HeldChunk {
  block: StreamedBlock;
  chunk: StreamChunk;
}

/** Malformed calls that are kept from the host. */
export interface ResponseIncident {
  /** The whole response in the core's form, as the model streamed it. */
  message: MessageLike & { responseId?: unknown };
  removed: RemovedToolCall[];
  /** Count of the calls that stay and run. */
  kept: number;
}

/** Keeps the evidence of an incident and says where it went, for the note. Must not throw. */
export type RecordIncident = (incident: ResponseIncident) => EvidenceOutcome;

/**
 * Ends the holding back: gives a note where malformed calls were dropped, the chunks of the calls that stay, and
 * the finish, whose replay envelope follows what the host has in the end.
 *
 * The host itself drops the calls of a response that was cut off by its token limit (`BlockAssembler`), so there
 * is nothing to tell then: no note, no record.
 *
 * @param blocks all blocks of the response; the held calls among them are settled afterwards
 * @param held chunks of calls in the order of their arrival
 * @param finish the response's finish, or `undefined` when the stream ended without one
 */
export function settle(
  blocks: StreamedBlocks,
  held: readonly HeldChunk[],
  finish: Finish | undefined,
  record: RecordIncident,
): readonly StreamChunk[] {
  const all = place(blocks.order, finish?.replayState);
  const message = messageOf(all, finish?.replayState);
  const removed = findMalformedCalls(message).filter((call) => !all[call.contentIndex]?.block.isSettled);
  const dropped = new Set(removed.flatMap((call) => all[call.contentIndex] ?? []));
  const out = all.filter(({ block }) => block.place !== undefined).sort(byPlace);
  const calls = all.filter((placed) => isWaiting(placed.block) && !dropped.has(placed));
  const kept = [...out, ...calls].filter((placed) => isCall(placed.block) && !dropped.has(placed)).length;
  for (const { block } of held) block.isSettled = true;

  const isInPlace = removed.length === 0 && [...out, ...calls].every((placed, at) => placed === all[at]);
  if (isInPlace) return [...held.map(({ chunk }) => chunk), ...(finish ? [finish] : [])];

  const hasNote = removed.length > 0 && finish?.reason.kind !== 'max-tokens';
  const note = hasNote ? tell(record, { message, removed, kept }, out) : '';
  const { entries, unpaired } = arrange({ streamed: all, out, hasNote, calls, dropped, api: message.api });
  const chunks = letThrough(held, all, dropped, unpaired);
  if (hasNote) chunks.unshift(...noteChunks(blocks.freshIndex(), note));
  if (finish === undefined) return chunks;
  const stops = removed.length > 0 && kept === 0 && finish.reason.kind === 'tool-calls';
  const isAligned = entriesOf(finish.replayState, all.length) !== undefined;
  return [...chunks, cutFinish(stops ? { ...finish, reason: { kind: 'stop' } } : finish, isAligned, entries)];
}

function place(order: readonly StreamedBlock[], replayState: unknown): Placed[] {
  const entries = entriesOf(replayState, order.length);
  return order.map((block, at) => {
    const entry = entries?.[at];
    return { block, entry, core: toCoreBlock(assembled(block), entry) };
  });
}

function messageOf(all: readonly Placed[], replayState: unknown): ResponseIncident['message'] {
  return {
    role: 'assistant',
    api: apiOf(replayState),
    responseId: responseIdOf(replayState),
    content: all.map(({ core }) => core),
  };
}

function isWaiting(block: StreamedBlock): boolean {
  return isCall(block) && !block.isSettled && block.place === undefined;
}

function byPlace(a: Placed, b: Placed): number {
  return (a.block.place ?? 0) - (b.block.place ?? 0);
}

function tell(record: RecordIncident, incident: ResponseIncident, out: readonly Placed[]): string {
  const { removed, kept } = incident;
  const evidence = record(incident);
  const note =
    kept === 0 ? droppedAllNote(removed.length, evidence) : droppedSomeNote(removed.length, kept, evidence);
  return setApart(
    note,
    out.map(({ core }) => core),
    [],
  );
}

function letThrough(
  held: readonly HeldChunk[],
  all: readonly Placed[],
  dropped: ReadonlySet<Placed>,
  unpaired: ReadonlySet<unknown>,
): StreamChunk[] {
  const droppedBlocks = new Set([...dropped].map(({ block }) => block));
  const unpairedBlocks = new Set(all.filter(({ core }) => unpaired.has(core)).map(({ block }) => block));
  return held
    .filter(({ block }) => !droppedBlocks.has(block))
    .map(({ block, chunk }) => (unpairedBlocks.has(block) ? withoutItemId(chunk) : chunk));
}
