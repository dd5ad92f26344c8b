import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { WIRE_APIS, type WireApi } from '@session-guards/testkit';
import oplGuardian from '../../src/index.ts';
import { legalHistoryWarning } from '../../src/notes.ts';
import { evidenceOf, say, setUp } from './set-up.ts';

interface Entry {
  type: string;
  message?: {
    role: string;
    stopReason?: string;
    toolCallId?: string;
    toolName?: string;
    content: { type: string; id?: string; name?: string; arguments?: unknown }[];
  };
}

interface StoredShape {
  name: string;
  rule: string;
  /** Changes the entries of a session with one call and its result. */
  edit(entries: Entry[]): void;
  /** APIs on which Pi itself makes the shape legal, or whose endpoints take it. */
  legalOn?: readonly WireApi[];
}

const turnOf = (entries: Entry[]) => {
  const message = entries.find((entry) => entry.message?.role === 'assistant')?.message;
  const call = message?.content.find((block) => block.type === 'toolCall');
  assert.ok(message !== undefined && call !== undefined);
  return { message, call };
};
const placeOfResult = (entries: Entry[]) => {
  const place = entries.findIndex((entry) => entry.message?.role === 'toolResult');
  assert.notEqual(place, -1);
  return place;
};

const shapes: StoredShape[] = [
  {
    name: 'a name with a space',
    rule: 'illegal-name',
    edit: (entries) => {
      turnOf(entries).call.name = 'read file';
      (entries[placeOfResult(entries)] as Required<Entry>).message.toolName = 'read file';
    },
  },
  {
    name: 'a name of 200 characters',
    rule: 'long-name',
    edit: (entries) => {
      turnOf(entries).call.name = 'x'.repeat(200);
      (entries[placeOfResult(entries)] as Required<Entry>).message.toolName = 'x'.repeat(200);
    },
  },
  {
    name: 'a result whose turn failed and is skipped',
    rule: 'result-without-call',
    edit: (entries) => {
      turnOf(entries).message.stopReason = 'error';
    },
  },
  {
    name: 'a result whose turn holds another call',
    rule: 'result-without-call',
    edit: (entries) => {
      turnOf(entries).call.id = 'call_other';
    },
    legalOn: ['google'],
  },
  {
    name: 'a result that is stored twice',
    rule: 'result-twice',
    edit: (entries) => {
      const place = placeOfResult(entries);
      const result = entries[place] as Entry & { id: string };
      const copy = { ...structuredClone(result), id: 'copy0001', parentId: result.id };
      const next = entries[place + 1] as (Entry & { parentId: string }) | undefined;
      if (next !== undefined) next.parentId = copy.id;
      entries.splice(place + 1, 0, copy);
    },
  },
];

async function resumed(t: TestContext, api: WireApi, shape: StoredShape, isGuarded: boolean) {
  const { model, sandbox, statuses } = await setUp(
    t,
    { parts: [{ type: 'call', id: 'call_1', name: 'read', arguments: { path: 'README.md' } }] },
    say('Done.'),
    say('Going on.'),
  );
  const first = await sandbox.inProcess({ api });
  await first.prompt('Read.');
  await first.close();
  const entries = readFileSync(first.sessionFile, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Entry);
  shape.edit(entries);
  writeFileSync(first.sessionFile, `${entries.map((entry) => JSON.stringify(entry)).join('\n')}\n`);
  const before = readFileSync(first.sessionFile, 'utf8');
  const requests = model.requests.length;
  const pi = await sandbox.inProcess({
    api,
    session: first.sessionFile,
    ...(isGuarded ? { extensionFactories: [oplGuardian], ui: true } : {}),
  });
  await pi.prompt('Go on.');
  await pi.close();
  assert.ok(readFileSync(first.sessionFile, 'utf8').startsWith(before), 'the session file was changed');
  return { status: statuses().slice(requests).at(-1), notifications: pi.notifications, sandbox };
}

describe('a stored history that its API refuses', () => {
  for (const shape of shapes) {
    for (const api of WIRE_APIS) {
      it(`${shape.name}, ${api}: goes on with the guard, and not without it`, async (t) => {
        const without = await resumed(t, api, shape, false);
        if (!shape.legalOn?.includes(api)) assert.equal(without.status, 400);
        const { status, notifications, sandbox } = await resumed(t, api, shape, true);
        assert.equal(status, 200);
        assert.deepEqual(notifications, [
          { type: 'warning', message: legalHistoryWarning(new Map([[shape.rule, ['']]])) },
        ]);
        assert.deepEqual(evidenceOf(sandbox), []);
      });
    }
  }
});
