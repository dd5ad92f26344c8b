import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOSTS } from '@session-guards/testkit/contract';
import { PI_CALL_SHAPE } from '../../src/host/pi-call.ts';
import { HOST_DEFAULTS, HOST_NAMES, type HostName } from '../../src/hosts.ts';
import { resolveSettings } from '../../src/settings.ts';
import { CALL_SHAPE, type CallShape } from '../../src/tool-call.ts';

const SHAPES: Readonly<Record<HostName, CallShape>> = { dsh: CALL_SHAPE, pi: PI_CALL_SHAPE };

test('every host that has settings is held to the contract, and no other', () => {
  const held = Object.entries(HOSTS).filter(([, row]) => 'featureMap' in row);
  assert.deepEqual(held.map(([name]) => name).sort(), [...HOST_NAMES].sort());
});

for (const name of HOST_NAMES) {
  const { lookups } = HOSTS[name].featureMap;

  test(`the contract tries every lookup that is denied by default on ${name}`, () => {
    const { sourceTools } = resolveSettings(HOST_DEFAULTS[name]);
    assert.deepEqual(lookups.map(({ tool }) => tool).sort(), [...sourceTools].sort());
  });

  test(`the arguments that it sets are those that the guard reads on ${name}`, () => {
    const { paths, command } = SHAPES[name];
    for (const { argument, takes } of lookups) {
      assert.ok(takes === 'command' ? argument === command : paths.includes(argument), argument);
    }
  });
}
