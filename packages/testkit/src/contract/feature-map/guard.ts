import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FeatureMapOnHost, lookupCall } from '../hosts.ts';
import type { Scenario } from '../scenario.ts';
import { call, message } from '../turns.ts';
import { oneByOne, outcome, outcomes } from './outcome.ts';
import { done, inPlace, MAPLESS, MAPPED, onPlace, topic } from './place.ts';

/** Which lookups of a session are denied. */
export function guard({ lookups }: FeatureMapOnHost): Scenario[] {
  const all = (path: string) => lookups.map((lookup) => lookupCall(lookup, path));
  const answered = lookups.map(() => 'answered');
  const onlyFirst = ['denied', ...answered.slice(1)];

  return [
    ...lookups.map(
      (lookup): Scenario => ({
        name: `a ${lookup.tool} of source is denied once, with the remedy, and the retry proceeds`,
        run: (host) =>
          inPlace(host, MAPPED, async (session) => {
            const retry = lookupCall(lookup, 'src/tickets.ts');
            const said = await session.say(
              message(lookupCall(lookup, 'src/tickets.ts')),
              message(retry),
              done,
            );
            assert.deepEqual(said.calls.map(outcome), ['denied', 'answered']);
            const [denial, answer] = said.calls;
            assert.match(denial?.text ?? '', new RegExp(`${lookup.tool} .*feature_map.*once`));
            assert.match(answer?.text ?? '', /tickets/);
            assert.deepEqual(
              said.requests.map(({ status }) => status),
              [200, 200, 200],
            );
          }),
      }),
    ),
    {
      name: 'a session is denied one lookup, whatever tools it goes on with',
      run: (host) =>
        inPlace(host, MAPPED, async (session) => {
          assert.deepEqual(await oneByOne(session, ...all('src/tickets.ts')), onlyFirst);
        }),
    },
    {
      name: 'of a parallel batch the first lookup is denied and the others run',
      run: (host) =>
        inPlace(host, MAPPED, async (session) => {
          const batch = [...all('src/tickets.ts'), ...all('src/tickets.ts')];
          assert.deepEqual(outcomes(await session.say(message(...batch), done), batch), [
            ...onlyFirst,
            ...answered,
          ]);
        }),
    },
    {
      name: 'feature_map in front of a lookup in one batch clears the way',
      holdsUnguarded: true,
      run: (host) =>
        inPlace(host, MAPPED, async (session) => {
          const batch = [topic(), ...all('src/tickets.ts')];
          assert.deepEqual(outcomes(await session.say(message(...batch), done), batch).slice(1), answered);
        }),
    },
    {
      name: 'a session that consults the map first is never denied, whatever comes of it',
      holdsUnguarded: true,
      run: (host) =>
        onPlace(host, MAPPED, async (place) => {
          for (const args of [{ topic: 'tickets' }, {}, { tpoic: 'tickets' }]) {
            const consult = call('feature_map', args);
            const [, ...rest] = await oneByOne(await place.open(), consult, ...all('src/tickets.ts'));
            assert.deepEqual(rest, answered, JSON.stringify(args));
          }
        }),
    },
    {
      name: 'a check of the map is no way of reading it',
      run: (host) =>
        inPlace(host, MAPPED, async (session) => {
          const check = call('feature_map_check', {});
          assert.deepEqual(await oneByOne(session, check, ...all('src/tickets.ts')), [
            'answered',
            ...onlyFirst,
          ]);
        }),
    },
    {
      name: 'exempt paths, files outside and files that are not there are let through and use nothing up',
      run: (host) =>
        onPlace(host, MAPPED, async (place) => {
          const outside = join(place.root, '../elsewhere/notes.ts');
          await mkdir(join(outside, '..'));
          await writeFile(outside, 'export const notes = 1;\n');
          const session = await place.open();
          const free = [
            ...all('docs/features/tickets.md'),
            ...lookups
              .filter(({ takes }) => takes !== 'folder')
              .map((lookup) => lookupCall(lookup, 'AGENTS.md')),
            ...all(outside),
          ];
          assert.deepEqual(
            await oneByOne(session, ...free),
            free.map(() => 'answered'),
          );
          assert.ok(!(await oneByOne(session, ...all('nowhere/missing.ts'))).includes('denied'));
          assert.deepEqual(await oneByOne(session, ...all('src/tickets.ts')), onlyFirst);
        }),
    },
    {
      name: 'a project without a map is left alone',
      holdsUnguarded: true,
      run: (host) =>
        inPlace(host, MAPLESS, async (session) => {
          assert.deepEqual(await oneByOne(session, ...all('src/tickets.ts')), answered);
        }),
    },
    {
      name: 'a session in a subfolder is guarded by the map of its project, and its paths start from there',
      run: (host) =>
        inPlace(
          host,
          { files: { ...MAPPED.files, 'web/page.ts': '// tickets\n' }, folder: 'web' },
          async (session) => {
            const exempt = all('../docs/features/tickets.md');
            assert.deepEqual(
              await oneByOne(session, ...exempt, ...all('../web/page.ts'), ...all('page.ts')),
              [...answered, ...onlyFirst, ...answered],
            );
          },
        ),
    },
  ];
}
