import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { type PiModelId, WIRE_APIS } from '@session-guards/testkit';
import { reportedShapes } from './reported.ts';
import { type CellOutcome, type GuardedWhen, runCell } from './run-cell.ts';
import { blankShapes, otherShapes, type Shape, thinkingShapes } from './shapes.ts';

/**
 * Every outcome is compared with its row in `outcomes.md`, so that any change shows in a review.
 * `UPDATE_OUTCOMES=1` writes the table anew.
 */
const table = new URL('./outcomes.md', import.meta.url);
const expected = new Set(readFileSync(table, 'utf8').split('\n'));
const rows: string[] = [];

const { shapes: reported, without } = reportedShapes();

runGroup('shapes that are taken out before they are stored', blankShapes, ['never', 'always', 'late'], {
  promised: true,
});
runGroup('shapes behind thinking', thinkingShapes, ['never', 'always', 'late'], {
  promised: true,
  model: 'fake-thinker',
});
runGroup('reported blank ids and names', reported, ['always', 'late'], { promised: true });
runGroup('shapes that are stored and made legal in each request', otherShapes, ['never', 'always'], {
  promised: true,
});

it('a report without any function call is none that an API could stream', () => {
  assert.deepEqual(without, ['openai/codex#26379']);
});

after(() => {
  if (process.env.UPDATE_OUTCOMES !== '1') return;
  const head = [
    '# What becomes of each shape in the real Pi',
    '',
    '`never`: without the guard. `always`: with it. `late`: installed when the session is resumed.',
    'Next and resumed: HTTP status of the strict scripted model for the next request and for the first one after a resume.',
    '',
    '| Shape | API | Guard | Ran | Stored | Next | Resumed | Evidence | Rules broken |',
    '|---|---|---|---|---|---|---|---|---|',
  ];
  writeFileSync(table, `${[...head, ...rows].join('\n')}\n`);
});

function runGroup(
  title: string,
  shapes: readonly Shape[],
  guards: readonly GuardedWhen[],
  { promised, model }: { promised: boolean; model?: PiModelId },
): void {
  describe(title, () => {
    for (const shape of shapes) {
      for (const api of WIRE_APIS) {
        const reason = shape.cannot?.[api];
        if (reason !== undefined) {
          rows.push(`| ${shape.name} | ${api} | cannot arrive: ${reason} |`);
          continue;
        }
        for (const guarded of guards) {
          const place = rows.push('') - 1;
          it(`${shape.name}, ${api}, guard ${guarded}`, async () => {
            const outcome = await runCell(shape.turn, api, {
              guarded,
              ...(model ? { model } : {}),
              ...(shape.abort ? { abort: true } : {}),
            });
            const row = `| ${shape.name} | ${api} | ${guarded} | ${describeOutcome(outcome)} |`;
            rows[place] = row;
            assert.equal(outcome.historyKept, true, 'the session file was changed');
            if (promised && guarded !== 'never') assertSaved(outcome, guarded);
            if (process.env.UPDATE_OUTCOMES !== '1')
              assert.ok(expected.has(row), `not in outcomes.md: ${row}`);
          });
        }
      }
    }
  });
}

/** The promise, in words that do not depend on the table. */
function assertSaved(outcome: CellOutcome, guarded: GuardedWhen): void {
  assert.equal(outcome.resumed, 200);
  if (guarded === 'late') return;
  assert.equal(outcome.next, 200);
  assert.deepEqual(outcome.broken, []);
  assert.doesNotMatch(
    outcome.persisted,
    /(""|undefined|null|"\s+"|"\|[^"]*"|\b7)\//,
    'a blank id was stored',
  );
  assert.doesNotMatch(outcome.persisted, /\/(""|undefined|null|"\s+")/, 'a blank name was stored');
}

function describeOutcome(outcome: CellOutcome): string {
  const cells = [
    outcome.executed.join(', '),
    `\`${outcome.persisted.replaceAll('|', '¦')}\``,
    outcome.next,
    outcome.resumed,
    outcome.evidence.join('; '),
    outcome.broken.join(', '),
  ];
  return cells.map((cell) => (cell === '' ? '–' : cell)).join(' | ');
}
