import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Message } from '@deepseek-ai/dsh-llm';
import type { SessionId } from '@deepseek-ai/dsh-session';
import type { DshSandbox } from '@session-guards/testkit/dsh';
import fc from 'fast-check';
import { eventsOf, madeTurns, storeEvents } from './dsh-made-logs.ts';
import { dshHost, hostMessages, logOf, readSession } from './dsh-set-up.ts';

/** What the host sends from the end of a stored session, with a word for what it says of interrupted calls. */
async function sentByHost(host: DshSandbox, id: SessionId): Promise<Message[]> {
  using preparation = await host.ctx.sessionPersistence.prepare(id);
  return preparation.session.deriveMessages().map(withoutClosing);
}

function withoutClosing(message: Message): Message {
  if (!message.id.startsWith('interrupted-tool-result-')) return message;
  const [block] = message.content;
  return { ...message, content: [{ ...block, content: 'interrupted' }] } as unknown as Message;
}

const read = async (file: string) =>
  hostMessages(await readSession(file))
    .filter(({ id }) => id !== 'next-prompt')
    .map(withoutClosing);

describe('a DSH log is read as the host reads it', () => {
  it('whatever was said, replaced, summed up or cut off by a crash', async (t) => {
    const host = await dshHost(t, { invariants: false });
    await fc.assert(
      fc.asyncProperty(
        madeTurns,
        fc.nat(12),
        fc.integer({ min: 1, max: 9 }),
        async (turns, cut, perFrame) => {
          const { id, file } = await storeEvents(host, eventsOf(turns, cut), perFrame);
          const before = await read(file);
          assert.deepEqual(before, await sentByHost(host, id));
          assert.deepEqual(await read(file), before, 'the same when the host has closed the turn');
        },
      ),
      { numRuns: 50 },
    );
  });

  it('of a recorded session, whatever the size of the chunks that the file is read in', async (t) => {
    const host = await dshHost(t);
    const agent = await host.createAgent();
    const call = (id: string, args: object) => ({ type: 'call', id, name: 'glob', arguments: args }) as const;
    await agent.say(
      'Go.',
      {
        parts: [
          { type: 'thinking', thinking: 'Hm.' },
          call('a', { pattern: '*' }),
          call('b', { pattern: 'x' }),
        ],
      },
      { parts: [{ type: 'text', text: 'Done.' }] },
    );
    await agent.dispose();
    const file = await logOf(host, agent.id);
    const expected = agent.session.deriveMessages();
    for (const chunkSize of [1, 7, 64 * 1024]) {
      const session = await readSession(file, chunkSize);
      assert.deepEqual(hostMessages(session), expected);
      assert.deepEqual([session.sessionId, session.cwd, session.remarks], [agent.id, host.dir, []]);
      assert.equal(session.branches[0]?.lastApi, 'openai-completions');
    }
  });
});
