import assert from 'node:assert/strict';
import { healHistory } from '../src/replay.ts';

type Message = Record<string, unknown>;

/** What the replay makes of these messages. */
export const heal = (...messages: Message[]) => healHistory(messages);
export const blocksAt = (messages: readonly Message[], at: number) => messages[at]?.content as unknown[];
export const contents = (messages: readonly Message[]) => messages.map((message) => message.content);

/** The id of a block, which must be a minted one. */
export function mintedOf(messages: readonly Message[], at: number, block = 0): string {
  const id = (blocksAt(messages, at)[block] as { id: string }).id;
  assert.match(String(id), /^opl_[a-z0-9]+(_\d)?$/);
  return String(id);
}
