import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { SessionManager } from '@earendil-works/pi-coding-agent';
import fc from 'fast-check';
import { piFormat } from '../../src/formats/pi.ts';
import { healHistory } from '../../src/history/heal-history.ts';
import { PI_FACTS } from '../../src/history/host-facts.ts';
import { TARGET_APIS } from '../../src/history/target.ts';
import type { MessageLike } from '../../src/message.ts';
import { memoryInput } from './memory-input.ts';
import { healFor, repaired } from './pi-repair-input.ts';
import { type Entry, header, jsonLines, linearSession, piPath, piTree } from './pi-trees.ts';

const scratch = mkdtempSync(join(tmpdir(), 'pi-repair-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const targets = fc.constantFrom(undefined, ...TARGET_APIS);
const linesOf = (text: string) => text.split('\n');

/** The line of a change, counted from 0. */
function lineOf(place: string): number {
  return Number(/^line (\d+)$/.exec(place)?.[1]) - 1;
}

describe('the repair of a Pi session', () => {
  it('leaves nothing to find on the active branch', async () => {
    await fc.assert(
      fc.asyncProperty(piTree, targets, async (entries, target) => {
        const heal = healFor(target);
        const { text } = await repaired(jsonLines([header, ...entries]), heal);
        const [branch] = (await piFormat.read(memoryInput(text))).branches;
        assert.ok(branch);
        assert.deepEqual(heal(branch).findings, []);
      }),
      { numRuns: 300 },
    );
  });

  it('changes nothing when it is done again', async () => {
    await fc.assert(
      fc.asyncProperty(piTree, targets, async (entries, target) => {
        const heal = healFor(target);
        const once = await repaired(jsonLines([header, ...entries]), heal);
        const twice = await repaired(once.text, heal);
        assert.equal(twice.text, once.text);
        assert.deepEqual(twice.plan.changes, []);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps every line in its place, with id, parent and time, and every other byte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(piTree, linearSession), targets, async (entries, target) => {
        const { version: _, ...first } = header;
        const isLinear = entries.some((entry) => !('id' in entry));
        const before = jsonLines([isLinear ? first : header, ...entries]);
        const { plan, text } = await repaired(before, healFor(target));
        const changed = new Set(plan.changes.map(({ place }) => lineOf(place)));
        const [old, now] = [linesOf(before), linesOf(text)];
        assert.equal(now.length, old.length);
        for (const [index, line] of now.entries()) {
          if (!changed.has(index)) assert.equal(line, old[index]);
          else assertSamePlace(JSON.parse(line), JSON.parse(old[index] ?? ''));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('names each change with what was there, what is there, and why', async () => {
    await fc.assert(
      fc.asyncProperty(piTree, targets, async (entries, target) => {
        const before = jsonLines([header, ...entries]);
        const { plan, text } = await repaired(before, healFor(target));
        for (const change of plan.changes) {
          const line = lineOf(change.place);
          assert.deepEqual(change.before, JSON.parse(linesOf(before)[line] ?? ''));
          assert.deepEqual(plain(change.after), JSON.parse(linesOf(text)[line] ?? ''));
          assert.notEqual(change.findings.length, 0);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('makes Pi send what the healed history says, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(piPath, fc.constantFrom(...TARGET_APIS), async (entries, target) => {
        const before = jsonLines([header, ...entries]);
        const { plan, text } = await repaired(before, healFor(target));
        const lacksLine = plan.changes.some(({ findings }) =>
          findings.some(({ remedy }) => remedy.includes('has no line')),
        );
        fc.pre(!lacksLine);
        const stored = sentByPi(before);
        const healed = healHistory(stored, { target, facts: PI_FACTS });
        assert.deepEqual(sentByPi(text).map(withoutTime), healed.messages.map(withoutTime));
      }),
      { numRuns: 300 },
    );
  });
});

function sentByPi(text: string): MessageLike[] {
  const file = join(scratch, 'session.jsonl');
  writeFileSync(file, text);
  return plain(SessionManager.open(file).buildSessionContext().messages) as MessageLike[];
}

/** Messages that are made of an entry have its time, and may come to stand in another one. */
function withoutTime(message: MessageLike): unknown {
  const { timestamp: _, ...rest } = message;
  return plain(rest);
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function assertSamePlace(entry: Entry, before: Entry): void {
  for (const key of ['id', 'parentId', 'timestamp']) assert.equal(entry[key], before[key]);
}
