import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decide, newGuardSession } from '../../src/guard.ts';
import { PROJECT, scratch } from '../guard/scratch.ts';
import { bashRules } from './bash-call.ts';
import { readLabels } from './labels.ts';

const PIECES = readLabels().flatMap(({ command }) => command.split(/(?<=[^\w/.])|(?=[^\w/.])/));

test('property: no command line makes the guard throw, and only one that is denied uses the denial up', (t) => {
  const root = scratch(t, PROJECT);
  const rules = bashRules();
  const line = fc.oneof(
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
    {
      weight: 1,
      arbitrary: fc
        .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
        .map((units) => String.fromCharCode(...units)),
    },
    {
      weight: 4,
      arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join('')),
    },
  );
  fc.assert(
    fc.property(line, (command) => {
      const session = newGuardSession(root);
      const decision = decide({ tool: 'bash', arguments: { command } }, session, rules);
      assert.equal(session.asked, decision.deny);
    }),
    { numRuns: 4000 },
  );
});

test('a disk that fails at every question makes no command line throw', (t) => {
  const root = scratch(t, PROJECT);
  const fail = () => {
    throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
  };
  const { fs } = bashRules();
  for (const { command } of readLabels()) {
    let isOpen = true;
    const rules = bashRules({
      fs: {
        statSync: (path) => (isOpen ? fs.statSync(path) : fail()),
        // The map is found, and then the disk is gone.
        realpathSync: (path) => (path === root && isOpen ? fs.realpathSync(path) : fail()),
      },
    });
    const session = newGuardSession(root);
    decide({ tool: 'other', arguments: {} }, session, rules);
    isOpen = command.length % 2 === 0;
    assert.doesNotThrow(() => decide({ tool: 'bash', arguments: { command } }, session, rules), command);
  }
});
