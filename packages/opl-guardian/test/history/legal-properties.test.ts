import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emptyEmitted, type Violation, validators } from '@session-guards/testkit';
import fc from 'fast-check';
import type { Finding } from '../../src/history/finding.ts';
import { type HealedHistory, healHistory } from '../../src/history/heal-history.ts';
import { type HostFacts, PI_FACTS } from '../../src/history/host-facts.ts';
import { TARGET_APIS, type TargetApi } from '../../src/history/target.ts';
import { isSkippedOnReplay } from '../../src/message.ts';
import { deepFreeze } from '../freeze.ts';
import { emittedIn } from './emitted-in.ts';
import { LIST_FACTS } from './heal.ts';
import { type Message, nastyHistory } from './nasty-history.ts';
import { piBody } from './pi-bodies.ts';
import { plainBody, withoutForeignThinking } from './plain-bodies.ts';
import { WIRE_COVERAGE } from './wire-coverage.ts';

/** Pi, and a list that is sent as it is. */
const FACTS = { pi: PI_FACTS as HostFacts<Message>, list: LIST_FACTS };
type Host = keyof typeof FACTS;

type Target = TargetApi | undefined;

const heal = (messages: readonly Message[], target: Target, host: Host) =>
  healHistory(messages, { target, facts: FACTS[host] });

const isOurs = ({ rule }: Violation) => typeof WIRE_COVERAGE[rule] !== 'string';

/** A history between two lines of the user, so that none is empty and no call of it can still run. */
const closed = nastyHistory.map((messages) => {
  const line = (content: string) => ({ role: 'user', content, timestamp: 1_700_000_000_000 });
  return deepFreeze([line('begin'), ...messages, line('and now?')]) as readonly Message[];
});
const open = nastyHistory.map((messages) => deepFreeze(messages) as readonly Message[]);

type Check<T extends Target> = (
  original: readonly Message[],
  healed: HealedHistory<Message>,
  target: T,
  host: Host,
) => void | Promise<void>;

/** Checks every host with the same histories, for some targets. */
async function each<T extends Target>(
  targets: readonly T[],
  histories: fc.Arbitrary<readonly Message[]>,
  numRuns: number,
  check: Check<T>,
) {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      for (const host of ['pi', 'list'] as const) {
        for (const target of targets) {
          const original = host === 'list' ? withoutForeignThinking(history, target) : history;
          await check(original, heal(original, target, host), target, host);
        }
      }
    }),
    { numRuns },
  );
}

/** Checks what is sent to the APIs whose rules are known. */
const eachSent = (numRuns: number, check: Check<TargetApi>) => each(TARGET_APIS, closed, numRuns, check);
/** Checks what becomes of histories that may end anywhere, and for an API that is not known too. */
const eachHealed = (numRuns: number, check: Check<Target>) =>
  each([...TARGET_APIS, undefined], open, numRuns, check);

const bodyOf = (messages: readonly Message[], target: TargetApi, host: Host) =>
  host === 'pi' ? piBody(messages, target) : plainBody[target](messages);

const rulesOf = (violations: readonly Violation[]) => violations.map(({ rule, path }) => `${rule} ${path}`);

/** The messages that a finding names, and the results of the calls in them: call and result are one unit. */
function named(original: readonly Message[], findings: readonly Finding<Message>[]): Set<number> {
  const places = new Set<number>();
  for (const { at, contentIndex } of findings) {
    places.add(at);
    if (contentIndex === undefined) continue;
    for (let next = at + 1; next < original.length; next++) {
      const { role } = original[next] as Message;
      if (role === 'assistant' && !isSkippedOnReplay(original[next] as Message)) break;
      if (role === 'toolResult') places.add(next);
    }
  }
  return places;
}

describe('whatever a history holds, on every host and for every API', () => {
  it('the strict endpoint of the API accepts what is sent', () =>
    eachSent(300, async (original, { messages }, target, host) => {
      const violations = validators[target](await bodyOf(messages, target, host), emittedIn(original));
      assert.deepEqual(rulesOf(violations.filter(isOurs)), []);
    }));

  it('no turn with calls comes to stand behind another turn that did not do so before', () =>
    eachSent(300, async (original, { messages }, target, host) => {
      if (target !== 'google') return;
      const misplaced = async (list: readonly Message[]) =>
        validators
          .google(await bodyOf(list, 'google', host), emptyEmitted())
          .filter(({ rule }) => rule === 'google/call-turn-position').length;
      const before = await misplaced(original).catch(() => Number.POSITIVE_INFINITY);
      assert.ok((await misplaced(messages)) <= before);
    }));

  it('a second pass finds nothing and gives the same list back', () =>
    eachHealed(600, (_, { messages }, target, host) => {
      const again = heal(messages, target, host);
      assert.deepEqual(again.findings, []);
      assert.equal(again.messages, messages);
    }));

  it('a history without a finding comes back as the same list, and no other does', () =>
    eachHealed(400, (original, { messages, findings }) => {
      assert.equal(messages === original, findings.length === 0);
    }));

  it('a message that no finding names is the same object in the same order', () =>
    eachHealed(400, (original, { messages, findings }) => {
      const places = named(original, findings);
      const untouched = original.filter((_, at) => !places.has(at));
      const kept = new Set(untouched);
      assert.deepEqual(
        messages.filter((message) => kept.has(message)).map((message) => untouched.indexOf(message)),
        untouched.map((_, at) => at),
      );
    }));

  it('findings stand in the order of the history and name messages of it', () =>
    eachHealed(200, (original, { findings }) => {
      for (const { at, message } of findings) assert.equal(message, original[at]);
      const places = findings.map(({ at }) => at);
      assert.deepEqual(
        places,
        places.toSorted((one, other) => one - other),
      );
    }));

  it('the same history gives the same result', () =>
    eachHealed(200, (original, healed, target, host) => {
      assert.deepEqual(heal(structuredClone(original) as Message[], target, host), healed);
    }));
});
