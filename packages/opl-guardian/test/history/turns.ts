import { assistant, call, type Fields, result, user } from '../build.ts';
import type { Message } from './nasty-history.ts';

/** A turn with one call and its result, between two lines of the user. */
export const callTurn = (id: unknown, name: unknown, more: Fields = {}, head: Fields = {}): Message[] => [
  user('a'),
  assistant([call(id, name, more)], head),
  result(id, name),
  user('b'),
];

/** The calls of a message, as they are sent. */
export const callsAt = (messages: readonly Message[], at: number): Fields[] =>
  ((messages[at]?.content ?? []) as Fields[]).filter(({ type }) => type === 'toolCall');

/** The first call of the first turn of {@link callTurn}. */
export const firstCall = (messages: readonly Message[]): Fields => callsAt(messages, 1)[0] as Fields;
