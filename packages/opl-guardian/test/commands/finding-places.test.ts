import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { repairCommand } from '../../src/commands/repair.ts';
import { piFormat } from '../../src/formats/pi.ts';
import { assistant, call, result, user } from '../build.ts';
import { commandHere } from './run.ts';
import { oldFile, scratch } from './scratch.ts';

/** A session of Pi with one message after the other. */
function piSession(messages: readonly object[]): string {
  const header = { type: 'session', version: 3, id: 's', timestamp: '2026-01-31T12:00:00Z', cwd: '/nowhere' };
  const entries = messages.map((message, at) => ({
    type: 'message',
    id: `e${at}`,
    parentId: at === 0 ? null : `e${at - 1}`,
    timestamp: '2026-01-31T12:00:00Z',
    message,
  }));
  return [header, ...entries].map((line) => `${JSON.stringify(line)}\n`).join('');
}

async function dryRun(content: string, cwd: string): Promise<string> {
  oldFile(cwd, 'a.jsonl', content);
  return (await commandHere(repairCommand([piFormat]), ['a.jsonl'], { cwd })).stdout;
}

describe('the diff of a repair', () => {
  it('names each finding once, at the place that it is about, and points to it from other places', async (t) => {
    const calls = ['one', 'two', 'three'];
    const stdout = await dryRun(
      piSession([
        user('go'),
        assistant(calls.map((name) => call('', name))),
        ...calls.map((name) => result('', name)),
        user('on'),
      ]),
      scratch(t),
    );
    const places = stdout.split('\n\n').filter((part) => part.startsWith('line '));
    assert.deepEqual(
      places.map((part) => part.split('\n').filter((line) => line.startsWith('  blank-id: ')).length),
      [3, 0, 0, 0],
    );
    for (const part of places.slice(1)) {
      assert.match(part, /^line \d\n {2}goes with line 3\n {2}- message\.toolCallId: ""\n/);
    }
  });

  it('shows a change wherever it shows reasons', async (t) => {
    const calls = ['one', 'two'];
    const stdout = await dryRun(
      piSession([
        user('go'),
        assistant(calls.map((name, at) => call(`c${at}`, name))),
        result('c1', 'two'),
        result('c1', 'two'),
        user('on'),
        result('c9', 'lost'),
      ]),
      scratch(t),
    );
    for (const part of stdout.split('\n\n').filter((text) => text.startsWith('line '))) {
      assert.match(part, /^ {2}([-+] |stays as it is, at another place$)/m, stdout);
    }
    const told = stdout.match(/^ {2}[a-z-]+: .*$/gm) ?? [];
    assert.equal(new Set(told).size, told.length, stdout);
  });
});
