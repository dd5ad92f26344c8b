import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type Turn, WIRE_APIS, type WireApi } from '@session-guards/testkit';
import { oplHere } from '../commands/run.ts';
import { call } from '../matrix/shapes.ts';
import { say, setUp } from './set-up.ts';

interface PoisonedShape {
  name: string;
  turn: Turn;
  rule: string;
  /** APIs that take the shape, or on which it cannot arrive. */
  not?: readonly WireApi[];
  /** What the history loses: texts that the repaired one lacks. */
  loses?: RegExp;
}

const LOOK = { type: 'text' as const, text: 'I look.' };
const LOST = call('call_1', '', { arguments: { path: 'lost.md' } });
const shapes: PoisonedShape[] = [
  {
    name: 'a call without an id that ran',
    turn: { parts: [LOOK, call('', 'read')] },
    rule: 'blank-id',
    not: ['google'],
  },
  {
    name: 'a call without a name beside one that ran',
    turn: { parts: [LOOK, LOST, call('call_2', 'read')] },
    rule: 'blank-name',
    loses: /lost\.md|^Tool +not found/,
  },
  {
    name: 'nothing but a call without a name',
    turn: { parts: [LOST] },
    rule: 'blank-name',
    loses: /lost\.md|^Tool +not found/,
  },
  { name: 'a name with a space', turn: { parts: [LOOK, call('call_1', 'read file')] }, rule: 'illegal-name' },
  {
    name: 'a name of 200 characters',
    turn: { parts: [LOOK, call('call_1', 'x'.repeat(200))] },
    rule: 'long-name',
  },
  {
    name: 'two calls of one id that ran',
    turn: { parts: [LOOK, call('call_1', 'read'), call('call_1', 'read')] },
    rule: 'duplicate-id',
    not: ['openai-completions', 'google'],
  },
];

/** The texts of a request's history in their order: what was said, what tools were given and what they answered. */
function textsOf(body: unknown): string[] {
  const history = ['messages', 'input', 'contents'].map((key) => Reflect.get(Object(body), key));
  return textsIn(history.find(Array.isArray))
    .map((text) => text.replace(/\n*\[opl-guardian\][^\n]*/, ''))
    .filter((text) => text.trim() !== '');
}

function textsIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return /^(text|content|output|arguments|path)$/.test(key) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, key));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => textsIn(item, name));
}

async function poisoned(t: TestContext, api: WireApi, turn: Turn) {
  const { model, sandbox, statuses } = await setUp(t, turn);
  const pi = await sandbox.inProcess({ api });
  await pi.prompt('Read.');
  if (statuses().length < 2) await pi.prompt('Go on.');
  await pi.close();
  assert.equal(statuses().at(-1), 400);
  return { model, sandbox, statuses, file: pi.sessionFile, refused: model.requests.at(-1)?.body };
}

describe('a session that Pi poisoned without the guard', () => {
  for (const shape of shapes) {
    for (const api of WIRE_APIS) {
      if (shape.not?.includes(api)) continue;
      it(`goes on in Pi when it is repaired, and says the same: ${shape.name}, ${api}`, async (t) => {
        const { model, sandbox, statuses, file, refused } = await poisoned(t, api, shape.turn);
        const options = { cwd: sandbox.root };
        const scanned = await oplHere(['scan', file, '--json'], options);
        const [found] = scanned.stdout.split('\n').map((line) => line && JSON.parse(line));
        assert.equal(found.status, 'blocked', scanned.stdout);
        assert.ok(found.findings.some(({ rule }: { rule: string }) => rule === shape.rule));

        const repair = ['repair', file, '--write', '--even-if-recent', '--even-if-running'];
        const repaired = await oplHere(repair, options);
        assert.equal(repaired.code, 0, repaired.stderr);
        assert.equal((await oplHere(['scan', file], options)).code, 0);

        model.push(say('Going on.'));
        const pi = await sandbox.inProcess({ api, session: file });
        await pi.prompt('And?');
        await pi.close();
        assert.equal(statuses().at(-1), 200);
        const { loses } = shape;
        const kept = textsOf(refused).filter((text) => loses === undefined || !loses.test(text));
        assert.deepEqual(textsOf(model.requests.at(-1)?.body), [...kept, 'And?']);
      });
    }
  }
});
