import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { SessionManager } from '@earendil-works/pi-coding-agent';
import fc from 'fast-check';
import { loadPiFile } from '../../src/formats/pi/load.ts';
import { PiProjection } from '../../src/formats/pi/projection.ts';
import { PiSession } from '../../src/formats/pi/session.ts';
import { WholeEntries } from '../../src/formats/pi/whole.ts';
import { healHistory } from '../../src/history/heal-history.ts';
import { TARGET_APIS } from '../../src/history/target.ts';
import type { MessageLike } from '../../src/message.ts';
import { memoryInput } from './memory-input.ts';
import { header, jsonLines, linearSession, piTree } from './pi-trees.ts';

const scratch = mkdtempSync(join(tmpdir(), 'pi-projection-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

function openInPi(text: string): SessionManager {
  const file = join(scratch, 'session.jsonl');
  writeFileSync(file, text);
  return SessionManager.open(file);
}

/** What Pi sends, as JSON has it. */
function sentByPi(manager: SessionManager): unknown {
  return plain(manager.buildSessionContext().messages);
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** A history with all of its texts. */
async function wholeMessages(wholes: WholeEntries, projection: PiProjection): Promise<unknown> {
  const messages: unknown[] = [];
  for (const index of projection.entries.keys()) {
    messages.push((await wholes.message(projection, index, () => undefined)).message);
  }
  return plain(messages);
}

const chunkSizes = fc.constantFrom(1, 7, 100, 1024 * 1024);
const limits = fc.constantFrom(undefined, { string: 40 });

describe('the history of a Pi session', () => {
  it('is what Pi sends, from the end that Pi goes on at and from every other one', async () => {
    await fc.assert(
      fc.asyncProperty(piTree, chunkSizes, limits, async (entries, chunkSize, limit) => {
        const text = jsonLines([header, ...entries]);
        const manager = openInPi(text);
        const input = memoryInput(text, chunkSize);
        const loaded = await loadPiFile(input, limit);
        const session = new PiSession(input, loaded);
        const wholes = new WholeEntries(input, loaded);
        for (const branch of session.branches) {
          if (!branch.isActive) manager.branch(branch.leaf);
          const projection = new PiProjection(loaded.file, branch.leafEntry);
          assert.deepEqual(await wholeMessages(wholes, projection), sentByPi(manager));
          const sent = manager.buildSessionProjection().entries.filter(({ messages }) => messages.length > 0);
          assert.deepEqual(
            [...new Set(projection.entries)].map((entry) => loaded.file.idOf(entry)),
            sent.map(({ sourceEntry }) => sourceEntry.id),
          );
        }
        assert.equal(session.branches.length, Math.max(1, leavesIn(manager)));
      }),
      { numRuns: 300 },
    );
  });

  it('is what Pi sends of sessions of older versions', async () => {
    await fc.assert(
      fc.asyncProperty(linearSession, piTree, chunkSizes, async (linear, tree, chunkSize) => {
        const { version: _, ...first } = header;
        for (const lines of [
          [first, ...linear],
          [{ ...first, version: 2 }, ...tree],
        ]) {
          const input = memoryInput(jsonLines(lines), chunkSize);
          const loaded = await loadPiFile(input);
          const [branch] = new PiSession(input, loaded).branches;
          const projection = new PiProjection(loaded.file, branch?.leafEntry);
          const whole = await wholeMessages(new WholeEntries(input, loaded), projection);
          assert.deepEqual(whole, sentByPi(openInPi(jsonLines(lines))));
        }
      }),
    );
  });

  it('is judged short as it is judged whole', async () => {
    await fc.assert(
      fc.asyncProperty(piTree, limits, async (entries, limit) => {
        const input = memoryInput(jsonLines([header, ...entries]));
        const loaded = await loadPiFile(input, limit);
        const wholes = new WholeEntries(input, loaded);
        for (const branch of new PiSession(input, loaded).branches) {
          const projection = new PiProjection(loaded.file, branch.leafEntry);
          const whole = (await wholeMessages(wholes, projection)) as never;
          for (const target of TARGET_APIS) {
            const verdict = (messages: readonly MessageLike[]) =>
              healHistory(messages, { target, facts: branch.facts }).findings.map(
                ({ message: _, ...finding }) => finding,
              );
            assert.deepEqual(verdict(branch.messages), verdict(whole));
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

function leavesIn(manager: SessionManager): number {
  const entries = manager.getEntries();
  const parents = new Set(entries.map(({ parentId }) => parentId));
  return entries.filter(({ id }) => !parents.has(id)).length;
}
