import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createPiSandbox,
  startScriptedModel,
  storedMessages,
  type Turn,
  WIRE_APIS,
} from '@session-guards/testkit';
import oplGuardian from '../../src/index.ts';
import { say, setUp } from './set-up.ts';

const read = { path: 'README.md' };
const valid = (id: string) => ({ type: 'call' as const, id, name: 'read', arguments: read });
const text = { type: 'text' as const, text: 'I look.' };
const blankName = { type: 'call' as const, id: 'call_1', name: '', arguments: read };

/** Malformed turns that a lenient provider let pass; `id` is for the valid calls, which differ from turn to turn. */
const malformed: Record<string, (id: string) => Turn> = {
  'a blank name alone': () => ({ parts: [blankName] }),
  'text and a blank name': () => ({ parts: [text, blankName] }),
  'a blank id': () => ({ parts: [{ ...blankName, id: '', name: 'read' }] }),
  'text, a blank name and a valid call': (id) => ({ parts: [text, blankName, valid(id)] }),
};

describe('a session that went on behind a malformed turn with a lenient provider', () => {
  for (const [what, turn] of Object.entries(malformed)) {
    for (const from of WIRE_APIS) {
      it(`${what}, made with ${from}, is taken by every strict API`, async (t) => {
        const messages = await record(from, [
          turn('a'),
          { parts: [valid('b')] },
          turn('c'),
          turn('d'),
          say('Done.'),
        ]);
        for (const api of WIRE_APIS) {
          const { sandbox, statuses, model } = await setUp(t, say('Here I am.'));
          const session = await sandbox.writeSession(messages);
          const pi = await sandbox.inProcess({ api, session, extensionFactories: [oplGuardian] });
          await pi.prompt('Go on.');
          const [request] = model.requests;
          assert.deepEqual([api, statuses(), request?.violations], [api, [200], []]);
        }
      });
    }
  }
});

/** What the real Pi stores of these turns when nobody refuses anything. */
async function record(api: (typeof WIRE_APIS)[number], turns: Turn[]): Promise<unknown[]> {
  const model = await startScriptedModel({ turns, strict: false });
  const sandbox = await createPiSandbox({ model });
  try {
    const pi = await sandbox.inProcess({ api });
    await pi.prompt('Read.');
    return storedMessages(await pi.entries());
  } finally {
    await sandbox.dispose();
    await model.close();
  }
}
