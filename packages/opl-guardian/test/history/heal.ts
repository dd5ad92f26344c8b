import assert from 'node:assert/strict';
import { healHistory } from '../../src/history/heal-history.ts';
import { type HostFacts, PI_FACTS } from '../../src/history/host-facts.ts';
import type { TargetApi } from '../../src/history/target.ts';

type Message = Record<string, unknown>;

const pi = PI_FACTS as HostFacts<Message>;

/** A list of messages that is sent as it is, in Pi's form. */
export const LIST_FACTS: HostFacts<Message> = {
  ...pi,
  answersOpenCalls: false,
  makesIdsLegal: false,
  cleansTexts: false,
  sendsEmpty: () => true,
  sendsCallLists: true,
};

/** What becomes of a history in Pi, for one API or one that is not known. */
export const healList = (messages: readonly Message[], target?: TargetApi) =>
  healHistory<Message>(messages, { target, facts: pi });
/** The same for a few messages. */
export const heal = (...messages: readonly Message[]) => healList(messages);
/** What becomes of a list that is sent as it is. */
export const healPlain = (messages: readonly Message[], target: TargetApi) =>
  healHistory<Message>(messages, { target, facts: LIST_FACTS });
/** Messages as JSON has them. */
export const plain = (messages: readonly Message[]) => JSON.parse(JSON.stringify(messages)) as Message[];
export const blocksAt = (messages: readonly Message[], at: number) => messages[at]?.content as unknown[];
export const contents = (messages: readonly Message[]) => messages.map((message) => message.content);
/** The rules of findings, with the places of their messages. */
export const found = ({ findings }: { findings: readonly { rule: string; at: number }[] }) =>
  findings.map(({ rule, at }) => `${rule} ${at}`);

/** The id of a block, which must be a minted one. */
export function mintedOf(messages: readonly Message[], at: number, block = 0): string {
  const id = (blocksAt(messages, at)[block] as { id: string }).id;
  assert.match(String(id), /^opl_[a-z0-9]+(_\d)?$/);
  return String(id);
}
