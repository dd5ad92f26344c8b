import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type LookupTool, lookupCall, type OplGuardianOnHost } from '../hosts.ts';
import type { Scenario } from '../scenario.ts';
import { message } from '../turns.ts';
import { MALFORMED, malformed } from './malformed.ts';
import { assertAccepted, evidenceIn, fine, inPlace, storedCalls } from './place.ts';

const NOTE = /\[opl-guardian\] Dropped 1 malformed tool call/;

/** What is promised for responses of the model. */
export function responses(reads: LookupTool, { keepsCallsOf }: OplGuardianOnHost): Scenario[] {
  const shapes = MALFORMED.map(
    ({ shape, reason, spoil }): Scenario => ({
      name: `${shape}: the call does not run and is not stored, alone or among valid ones, and the session goes on`,
      run: (host) =>
        inPlace(host, async (place) => {
          const session = await place.open();
          const call = () => spoil(lookupCall(reads, 'README.md'));

          const alone = await session.say(message({ type: 'text', text: 'I look.' }, call()));
          assert.deepEqual([alone.calls, alone.requests.length], [[], 1]);
          assert.match(alone.answer, /^I look\./);
          assert.match(alone.answer, NOTE);

          const valid = [lookupCall(reads, 'README.md'), lookupCall(reads, 'README.md')] as const;
          const mixed = await session.say(message(valid[0], call(), valid[1]), fine);
          assert.deepEqual(mixed.calls.map(({ id }) => id).sort(), valid.map(({ id }) => id).sort());
          for (const { isError, text } of mixed.calls) {
            assert.equal(isError, false, text);
            assert.match(text, /Cinema/);
          }
          const next = await session.say(fine);
          assertAccepted(...alone.requests, ...mixed.requests, ...next.requests);
          assert.deepEqual(
            await storedCalls(session),
            valid.map(({ id }) => [id, reads.tool]),
          );
          assert.deepEqual(
            evidenceIn(place).map(({ action, removedToolCalls }) => [action, removedToolCalls[0]?.reason]),
            [
              ['dropped_all', reason],
              ['dropped_some', reason],
            ],
          );
        }),
    }),
  );

  const unevenEnds = (['abort', 'length'] as const).map((end): Scenario => {
    const keeps = keepsCallsOf.includes(end);
    return {
      name: `a malformed call of a turn that ends by ${end} is ${keeps ? 'taken out' : 'left out by the host'}`,
      holdsUnguarded: !keeps,
      run: (host) =>
        inPlace(host, async (place) => {
          const session = await place.open();
          const turn = message(malformed(reads));
          if (end === 'abort') await session.abort(turn);
          else await session.say({ ...turn, stop: 'length' });
          assert.deepEqual(await storedCalls(session), []);
          assert.equal(evidenceIn(place).length, keeps ? 1 : 0);
          assertAccepted(...(await session.say(fine)).requests);
        }),
    };
  });

  return [
    ...shapes,
    ...unevenEnds,
    {
      name: 'a response without a malformed call is stored as it was said, without a word',
      holdsUnguarded: true,
      run: (host) =>
        inPlace(host, async (place) => {
          const session = await place.open();
          const valid = lookupCall(reads, 'README.md');
          await session.say(message({ type: 'text', text: 'I look.' }, valid), fine);
          assert.deepEqual(await session.stored(), [
            [
              { type: 'text', text: 'I look.' },
              { type: 'call', id: valid.id, name: valid.name },
            ],
            [{ type: 'text', text: 'Fine.' }],
          ]);
          assert.deepEqual([session.warnings(), evidenceIn(place)], [[], []]);
        }),
    },
    {
      name: 'an incident is recorded in the folder of the session, and warned of once',
      run: (host) =>
        inPlace(
          host,
          async (place) => {
            const session = await place.open();
            await session.say(message({ type: 'text', text: 'a secret' }, malformed(reads)));
            const [record, ...more] = evidenceIn(place);
            assert.deepEqual(more, []);
            const { kind, sessionId, cwd, removedToolCalls } = record ?? {};
            assert.deepEqual([kind, sessionId, cwd], ['malformed_tool_call', session.id, place.folder]);
            assert.deepEqual(
              removedToolCalls?.map(({ contentIndex, reason, toolCall: { name } }) => [
                contentIndex,
                reason,
                name,
              ]),
              [[1, 'blank-name', '']],
            );
            assert.doesNotMatch(JSON.stringify(record), /secret/);
            const [warning, ...others] = session.warnings();
            assert.match(warning ?? '', /opl-guardian dropped 1 malformed tool call/);
            assert.deepEqual(others, []);
          },
          'packages/web',
        ),
    },
    {
      name: 'where the evidence cannot be written the call goes all the same, and note and warning say why',
      run: (host) =>
        inPlace(host, async (place) => {
          symlinkSync('elsewhere', join(place.folder, 'err'));
          const session = await place.open();
          const { calls, answer } = await session.say(message(malformed(reads)));
          assert.deepEqual(calls, []);
          for (const text of [answer, ...session.warnings()]) {
            assert.match(text, /could not be written to err\/guardian\.jsonl: err is a symbolic link/);
          }
          assert.equal(session.warnings().length, 1);
          assertAccepted(...(await session.say(fine)).requests);
        }),
    },
    {
      name: 'a guarded session is resumed as it was left, and nothing is told or recorded again',
      run: (host) =>
        inPlace(host, async (place) => {
          const session = await place.open();
          await session.say(message(malformed(reads), lookupCall(reads, 'README.md')), fine);
          const [stored, evidence] = [await session.stored(), evidenceIn(place)];
          assert.equal(evidence.length, 1);
          const resumed = await session.resume();
          assert.deepEqual(await resumed.stored(), stored);
          assertAccepted(...(await resumed.say(fine)).requests);
          assert.deepEqual([evidenceIn(place), resumed.warnings()], [evidence, []]);
        }),
    },
  ];
}
