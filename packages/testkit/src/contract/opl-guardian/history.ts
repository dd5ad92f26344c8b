import assert from 'node:assert/strict';
import type { CallPart } from '../../types.ts';
import type { ContractPlace, ContractSession } from '../host.ts';
import { type LookupTool, lookupCall, type OplGuardianOnHost } from '../hosts.ts';
import type { Scenario } from '../scenario.ts';
import { message } from '../turns.ts';
import { malformed } from './malformed.ts';
import { assertAccepted, evidenceIn, fine, inPlace } from './place.ts';

/** What is promised for sessions that hold malformed calls already. */
export function histories(reads: LookupTool, { reopensEmptyIds }: OplGuardianOnHost): Scenario[] {
  const emptyId = () => ({ ...lookupCall(reads, 'README.md'), id: '' });

  /** A session that its provider refuses since the model made this call, which the host ran without a guard. */
  async function blocked(place: ContractPlace, call: CallPart): Promise<ContractSession> {
    const session = await place.open({ guarded: false });
    const { requests } = await session.say(message(call, lookupCall(reads, 'README.md')));
    assert.equal(requests.at(-1)?.status, 400);
    return session;
  }

  async function assertHealed(place: ContractPlace, session: ContractSession): Promise<void> {
    const before = await session.stored();
    for (let prompt = 0; prompt < 2; prompt += 1) {
      const { answer, requests } = await session.say(fine);
      assert.equal(answer, 'Fine.');
      assertAccepted(...requests);
    }
    assert.deepEqual((await session.stored()).slice(0, before.length), before);
    assert.deepEqual(
      evidenceIn(place).map(({ kind }) => kind),
      ['stored_tool_call'],
    );
    assert.equal(session.warnings().length, 1);
  }

  return [
    {
      name: 'a session that was blocked before goes on when the guard comes, told of and recorded once',
      run: (host) =>
        inPlace(host, async (place) => {
          const session = await blocked(place, malformed(reads));
          await assertHealed(place, await session.guard());
        }),
    },
    {
      name: 'a session in which a call with an empty id ran goes on when the guard comes',
      run: (host) =>
        inPlace(host, async (place) => {
          const session = await blocked(place, emptyId());
          await assertHealed(place, await session.guard());
        }),
    },
    {
      name: 'a blocked session is resumed by a guarded run, told of and recorded once',
      run: (host) =>
        inPlace(host, async (place) => {
          const session = await blocked(place, malformed(reads));
          await assertHealed(place, await session.resume());
        }),
    },
    {
      name: `a session in which a call with an empty id ran is resumed by ${reopensEmptyIds ? 'a guarded run' : 'no run, since the host refuses it'}`,
      holdsUnguarded: !reopensEmptyIds,
      run: (host) =>
        inPlace(host, async (place) => {
          const session = await blocked(place, emptyId());
          if (reopensEmptyIds) await assertHealed(place, await session.resume());
          else await assert.rejects(session.resume());
        }),
    },
  ];
}
