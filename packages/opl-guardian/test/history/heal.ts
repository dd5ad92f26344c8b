import assert from 'node:assert/strict';
import { healHistory } from '../../src/history/heal-history.ts';
import { type HostFacts, PI_FACTS } from '../../src/history/host-facts.ts';
import type { TargetApi } from '../../src/history/target.ts';

type Message = Record<string, unknown>;

/** What becomes of a history in Pi, for one API or one that is not known. */
export const healList = (messages: readonly Message[], target?: TargetApi) =>
  healHistory<Message>(messages, { target, facts: PI_FACTS as HostFacts<Message> });
/** The same for a few messages. */
export const heal = (...messages: readonly Message[]) => healList(messages);
export const blocksAt = (messages: readonly Message[], at: number) => messages[at]?.content as unknown[];
export const contents = (messages: readonly Message[]) => messages.map((message) => message.content);

/** The id of a block, which must be a minted one. */
export function mintedOf(messages: readonly Message[], at: number, block = 0): string {
  const id = (blocksAt(messages, at)[block] as { id: string }).id;
  assert.match(String(id), /^opl_[a-z0-9]+(_\d)?$/);
  return String(id);
}
