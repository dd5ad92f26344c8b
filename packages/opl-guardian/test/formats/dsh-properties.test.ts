import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { createUserMessage, type Message } from '@deepseek-ai/dsh-llm';
import { emptyEmitted, validators } from '@session-guards/testkit';
import fc from 'fast-check';
import { eventsOf, madeTurns, poisonedTurns, storeEvents } from './dsh-made-logs.ts';
import { dshHost, healFor, readSession, repair } from './dsh-set-up.ts';

/** A request of `dsh-llm-deepseek` (`serializeMessages`), as far as its validator looks. */
function wire(messages: readonly Message[]): unknown {
  const textOf = (content: readonly { type: string }[]) =>
    content.map((block) => ('text' in block && block.type === 'text' ? block.text : '')).join('');
  return {
    messages: messages.flatMap(({ role, content }): unknown[] => {
      const calls = content.filter(({ type }) => type === 'tool-call') as {
        id: string;
        name: string;
        arguments: string;
      }[];
      const tool_calls = calls.map(({ id, ...said }) => ({ id, type: 'function', function: said }));
      const results = content.filter((block) => block.type === 'tool-result');
      if (results.length > 0) {
        return results.map((block) => ({
          role: 'tool',
          tool_call_id: block.toolCallId,
          content: textOf(block.content),
        }));
      }
      return [{ role, content: textOf(content), ...(calls.length > 0 ? { tool_calls } : {}) }];
    }),
  };
}

const next = createUserMessage({ content: [{ type: 'text', text: 'Go on.' }], source: { kind: 'user' } });

describe('repair of a DSH log', () => {
  it('makes any log one that the host opens, and a strict API accepts; once is enough', async (t) => {
    const host = await dshHost(t, { invariants: false, fsTools: false });
    await fc.assert(
      fc.asyncProperty(poisonedTurns, fc.nat(9), async (turns, cut) => {
        const { id, file } = await storeEvents(host, eventsOf(turns, cut));
        await repair(file);
        const bytes = await readFile(file);
        assert.deepEqual(await repair(file), []);
        assert.deepEqual(await readFile(file), bytes);
        const agent = await host.resume(id);
        const messages = agent.session.deriveMessages();
        await agent.dispose();
        const violations = validators['openai-completions'](wire([...messages, next]), emptyEmitted());
        assert.deepEqual(violations, []);
      }),
      { numRuns: 50 },
    );
  });

  it('gives a healthy log back byte by byte, and changes no message that no finding is about', async (t) => {
    const host = await dshHost(t, { invariants: false, fsTools: false });
    await fc.assert(
      fc.asyncProperty(madeTurns, async (turns) => {
        const { file } = await storeEvents(host, eventsOf(turns));
        const session = await readSession(file);
        const findings = session.branches.flatMap((branch) => healFor()(branch).findings);
        const before = await readFile(file);
        const changes = await repair(file);
        assert.equal(changes.length > 0, findings.length > 0);
        if (findings.length === 0) assert.deepEqual(await readFile(file), before);
      }),
      { numRuns: 40 },
    );
  });
});
