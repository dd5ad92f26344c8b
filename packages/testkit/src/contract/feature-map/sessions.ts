import assert from 'node:assert/strict';
import type { ContractSession } from '../host.ts';
import { type FeatureMapOnHost, type LookupTool, lookupCall } from '../hosts.ts';
import type { Scenario } from '../scenario.ts';
import { oneByOne } from './outcome.ts';
import { done, inPlace, MAPPED, onPlace, topic } from './place.ts';

/** What a session knows of itself in a later run, and of the session that it comes from. */
export function sessions(reads: LookupTool, { remembers, forks, subagents }: FeatureMapOnHost): Scenario[] {
  const read = () => lookupCall(reads, 'src/tickets.ts');
  const resumed: Scenario = {
    name: `a session that was asked, or has consulted, is ${remembers ? 'not asked again' : 'asked once more'} when it is resumed`,
    run: (host) =>
      onPlace(host, MAPPED, async (place) => {
        for (const [before, becomes] of [
          [read(), 'denied'],
          [topic(), 'answered'],
        ] as const) {
          const session = await place.open();
          assert.deepEqual(await oneByOne(session, before), [becomes]);
          const again = await session.resume();
          assert.deepEqual(await oneByOne(again, read(), read()), [
            remembers ? 'answered' : 'denied',
            'answered',
          ]);
        }
      }),
  };
  const untouched: Scenario = {
    name: 'a session that has looked nothing up is asked when it is resumed',
    run: (host) =>
      inPlace(host, MAPPED, async (session) => {
        await session.say(done);
        assert.deepEqual(await oneByOne(await session.resume(), read(), read()), ['denied', 'answered']);
      }),
  };
  const fork: Scenario = {
    name: 'a fork of a session that has consulted the map is asked itself',
    run: (host) => inPlace(host, MAPPED, (session) => assertAskedItself(session, () => session.fork?.())),
  };
  const subagent: Scenario = {
    name: 'a subagent of a session that has consulted the map is asked itself',
    run: (host) => inPlace(host, MAPPED, (session) => assertAskedItself(session, () => session.subagent?.())),
  };

  async function assertAskedItself(
    session: ContractSession,
    derive: () => Promise<ContractSession> | undefined,
  ): Promise<void> {
    assert.deepEqual(await oneByOne(session, topic(), read()), ['answered', 'answered']);
    const child = await derive();
    assert.ok(child, "the host's row says that it has such sessions, and its driver opens none");
    assert.deepEqual(await oneByOne(child, read(), read()), ['denied', 'answered']);
  }

  return [resumed, untouched, ...(forks ? [fork] : []), ...(subagents === 'session' ? [subagent] : [])];
}
