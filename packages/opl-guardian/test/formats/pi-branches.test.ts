import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { SessionManager } from '@earendil-works/pi-coding-agent';
import fc from 'fast-check';
import { healHistory } from '../../src/history/heal-history.ts';
import { PI_FACTS } from '../../src/history/host-facts.ts';
import { TARGET_APIS } from '../../src/history/target.ts';
import type { MessageLike } from '../../src/message.ts';
import { assistant, call, result, user } from '../build.ts';
import { healFor, repaired } from './pi-repair-input.ts';
import { type Entry, header, jsonLines, piTree } from './pi-trees.ts';

const scratch = mkdtempSync(join(tmpdir(), 'pi-branches-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

/** What Pi sends from an end, by default from the one that it goes on at. */
function sentByPi(text: string, leaf?: string): MessageLike[] {
  const file = join(scratch, 'session.jsonl');
  writeFileSync(file, text);
  const manager = SessionManager.open(file);
  if (leaf !== undefined) manager.branch(leaf);
  return JSON.parse(JSON.stringify(manager.buildSessionContext().messages));
}

const entry = (id: string, parentId: string | null, message: Entry): Entry => ({
  type: 'message',
  id,
  parentId,
  timestamp: '2026-01-01T00:00:01.000Z',
  message,
});
const hides = (id: string, parentId: string, targetId: string): Entry => ({
  ...entry(id, parentId, {}),
  type: 'context_edit',
  targetId,
  replacement: null,
});

/** A call whose result stands behind a message of the user, from which another branch goes on. */
const SWAPPED = [
  entry('start', null, user('start')),
  entry('call', 'start', assistant([call('c1', 'read')])),
  entry('wait', 'call', user('wait')),
  entry('result', 'wait', result('c1', 'read')),
];
/** A result whose call another branch hides. */
const HIDDEN_CALL = [
  entry('start', null, user('start')),
  entry('call', 'start', assistant([call('c1', 'read')])),
  entry('result', 'call', result('c1', 'read')),
  hides('hidden', 'result', 'call'),
];

describe('the repair of a Pi session with branches', () => {
  for (const [what, entries, end] of [
    ['moves no message out of it', SWAPPED, entry('end', 'wait', user('Go on.'))],
    ['leaves no result out of it', HIDDEN_CALL, entry('end', 'result', user('Go on.'))],
  ] as const) {
    it(`mends no other branch at the cost of the active one: ${what}, and says so`, async () => {
      const before = jsonLines([header, ...entries, end]);
      const leaf = String(entries.at(-1)?.id);
      const { plan, text } = await repaired(before);
      assert.equal(text, before);
      assert.deepEqual(plan.unmended, [leaf]);
      const [remark] = plan.remarks ?? [];
      assert.deepEqual(
        [remark?.place, remark?.text],
        [`branch up to ${leaf}`, 'not all of it is mended: that would change what another branch sends'],
      );
    });

    it(`mends the active branch though it ${what === 'moves no message out of it' ? 'moves a message out of' : 'leaves a result out of'} another one, and says so`, async () => {
      const [first, ...rest] = entries;
      const side = { ...end, id: 'side' };
      const before = jsonLines([header, first, ...rest.slice(0, 2), side, ...rest.slice(2)]);
      const leaf = String(entries.at(-1)?.id);
      const { plan, text } = await repaired(before);
      assert.notEqual(text, before);
      assert.deepEqual(healFor()({ ...branchOf(sentByPi(text, leaf)), leaf }).findings, []);
      assert.deepEqual(plan.unmended, []);
      assert.deepEqual(
        plan.remarks?.map(({ place }) => place),
        ['branch up to side'],
      );
    });
  }

  it('mends both where that changes what neither of them sends', async () => {
    const before = jsonLines([
      header,
      entry('call', null, assistant([call('', 'read')])),
      entry('result', 'call', result('', 'read')),
      entry('side', 'result', user('This way.')),
      entry('end', 'result', user('That way.')),
    ]);
    const { plan, text } = await repaired(before);
    assert.deepEqual([plan.changes.length, plan.unmended ?? [], plan.remarks ?? []], [2, [], []]);
    assert.deepEqual(sentByPi(text, 'side').slice(0, 2), sentByPi(text).slice(0, 2));
  });

  it('makes Pi send the messages of the active branch that it would send without the others', async () => {
    await fc.assert(
      fc.asyncProperty(piTree, fc.constantFrom(...TARGET_APIS), async (entries, target) => {
        const before = jsonLines([header, ...entries]);
        const { plan, text } = await repaired(before, healFor(target));
        fc.pre(!JSON.stringify(plan.changes).includes('has no line'));
        const healed = healHistory(sentByPi(before), { target, facts: PI_FACTS });
        assert.deepEqual(sentByPi(text).map(withoutCalls), healed.messages.map(withoutCalls));
      }),
      { numRuns: 500 },
    );
  });
});

function branchOf(messages: readonly MessageLike[]) {
  const placeOf = () => 'a message';
  return { isActive: true, facts: PI_FACTS, lastApi: 'openai-completions' as const, messages, placeOf };
}

/** What another branch may need of a call that is shared (an id, a name, arguments) is legal here as well. */
function withoutCalls({ role, content, ...rest }: MessageLike & { details?: unknown }): unknown {
  const blocks = Array.isArray(content) ? content.filter(({ type }) => type !== 'toolCall') : content;
  return JSON.parse(JSON.stringify({ role, blocks, details: rest.details }));
}
