import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assistant, call, result, text, user } from '../build.ts';
import { healList, healPlain } from './heal.ts';
import type { Message } from './nasty-history.ts';

const MANY = 200_000;

/** As many messages as an index has values. */
const many = (count: number, messagesAt: (index: number) => Message[]): Message[] =>
  Array.from({ length: count }, (_, index) => messagesAt(index)).flat();

/** Shapes on which a search in a list for each message would take hours, and a call with each as an argument ends. */
const LARGE: Record<string, () => Message[]> = {
  'orphaned results': () => many(MANY, (index) => [result(`c${index}`, 'read')]),
  'results of one call': () => [assistant([call('c', 'read')]), ...many(MANY, () => [result('c', 'read')])],
  'results without an id': () => [assistant([call('c', 'read')]), ...many(MANY, () => [result('', 'read')])],
  'messages with half a surrogate pair behind one turn': () => [
    assistant([text('x')]),
    ...many(MANY, () => [user('\ud83d')]),
  ],
  'turns under one id': () =>
    many(MANY / 4, () => [user('a'), assistant([call('c', 'read')]), result('c', 'read'), user('b')]),
  'turns under illegal ids and names': () =>
    many(MANY / 2, () => [assistant([call('a:1', 'a b')]), result('a:1', 'a b')]),
  'calls of one turn, answered the other way round': () => {
    const ids = Array.from({ length: MANY / 4 }, (_, index) => `c${index}`);
    const calls = ids.map((id) => call(id, 'read'));
    return [assistant(calls), ...ids.toReversed().map((id) => result(id, 'read')), user('b')];
  },
  'calls of one turn under one id': () => {
    const calls = Array.from({ length: MANY / 4 }, () => call('c', 'read'));
    return [assistant(calls), ...calls.map(() => result('c', 'read')), user('b')];
  },
  'calls of one turn without a name': () => {
    const calls = Array.from({ length: MANY / 4 }, () => call('c', ''));
    return [assistant(calls), ...calls.map(() => result('c', '')), user('b')];
  },
  'calls of one turn without a result': () => {
    const calls = Array.from({ length: MANY / 4 }, (_, index) => call(`c${index}`, 'read'));
    return [assistant(calls), user('b')];
  },
};

describe('a history of 200,000 messages or calls', () => {
  for (const [what, made] of Object.entries(LARGE)) {
    it(`of ${what} is made legal in one pass`, () => {
      const history = made();
      const ofList = healPlain(history, 'anthropic').messages;
      assert.equal(healPlain(ofList, 'anthropic').findings.length, 0);
      const ofPi = healList(history, 'openai-responses').messages;
      assert.equal(healList(ofPi, 'openai-responses').findings.length, 0);
    });
  }
});
