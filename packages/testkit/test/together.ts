import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { outcome } from '../src/contract/feature-map/outcome.ts';
import { done, MAPPED, topic } from '../src/contract/feature-map/place.ts';
import {
  type ContractHost,
  featureMapContract,
  guardContract,
  HOSTS,
  lookupCall,
  message,
  oplGuardianContract,
  type Said,
} from '../src/contract/index.ts';

/** Tests of a host with both guards, given in each order of loading. */
export function runTogether(name: keyof typeof HOSTS, orders: readonly [ContractHost, ContractHost]): void {
  const [guardianFirst, mapFirst] = orders;
  guardContract(oplGuardianContract, name, guardianFirst, ', with the feature map behind opl-guardian');
  guardContract(featureMapContract, name, mapFirst, ', with opl-guardian behind the feature map');

  for (const [order, host] of Object.entries({ guardianFirst, mapFirst })) {
    test(`malformed calls and denied lookups of one session are each dealt with by their own guard (${order})`, () =>
      playTogether(name, host));
  }
}

/** Both guards have to act on one message, then each one alone, and once more when the session is resumed. */
async function playTogether(name: keyof typeof HOSTS, host: ContractHost): Promise<void> {
  const { reads, featureMap } = HOSTS[name];
  const read = () => lookupCall(reads, 'src/tickets.ts');
  const spoilt = () => ({ ...topic(), id: '' });
  await using place = await host.place(MAPPED);
  const session = await place.open();

  const first = await session.say(message(spoilt(), read()), message(read()), done);
  assert.deepEqual(
    outcomes(first),
    ['denied', 'answered'],
    'a call that was taken out has consulted nothing',
  );
  assert.match(first.calls[1]?.text ?? '', /export const tickets/);
  const second = await session.say(message(topic()), done);
  assert.match(second.calls[0]?.text ?? '', /Sells tickets/);

  const resumed = await session.resume();
  const third = await resumed.say(message(spoilt()));
  assert.match(third.answer, /\[opl-guardian\] Dropped 1 malformed tool call/);
  const fourth = await resumed.say(message(read()), done);
  assert.deepEqual(outcomes(fourth), [featureMap.remembers ? 'answered' : 'denied']);

  const all = [first, second, third, fourth];
  for (const { text } of all.flatMap(({ calls }) => calls)) assert.doesNotMatch(text, /opl-guardian/);
  for (const { status, violations } of all.flatMap(({ requests }) => requests)) {
    assert.deepEqual([status, violations], [200, []]);
  }
  const evidence = readFileSync(join(place.folder, 'err/guardian.jsonl'), 'utf8').trimEnd().split('\n');
  assert.equal(evidence.length, 2);
  assert.equal([...session.warnings(), ...resumed.warnings()].length, 2);
}

function outcomes({ calls }: Said): string[] {
  return calls.map(outcome);
}
