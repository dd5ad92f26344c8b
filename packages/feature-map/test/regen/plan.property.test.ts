import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { checkMap } from '../../src/map/check.ts';
import type { FeatureMap } from '../../src/map/types.ts';
import { planRegen, type RegenPlan } from '../../src/regen/plan.ts';
import { carriedOut, mapOf } from './map-of.ts';
import { pageText, sectionLimit } from './markdown-pages.ts';

const PATHS = ['guard.md', 'host/guard.md', 'host/pi.md', 'late fees.md', 'a(b)|c.md', 'ü.md', 'README/x.md'];
const path = fc.constantFrom(...PATHS);
const linked = fc.oneof(
  {
    weight: 4,
    arbitrary: path.map(
      (page) => `[x](${encodeURI(page).replace(/[()|]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)})`,
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '[x](gone.md)',
      '[x](old/guard.md)',
      '[x](old/pi.md#a "t")',
      'old/guard.md',
      '[x][one]',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('[x](../x.md)', '[x](https://a.example/b.md)', 'later', '', '[x](../pi.md)'),
  },
);
const feature = fc.constantFrom('Guard', 'Retry', 'Late fees', 'a \\| b', '`odd', '[g](guard.md)');
const row = fc
  .tuple(feature, linked, fc.constantFrom('a', '', '`x | y`', '[pi](host/pi.md)'))
  .chain(([name, link, trigger]) =>
    fc.constantFrom(`| ${name} | ${link} | ${trigger} |`, `${name}|${link}|${trigger}`),
  );
const placeholder = fc.constant('| first | x | y <!-- feature-map: placeholder --> |');
const table = fc
  .tuple(
    fc.constantFrom(
      '| Feature | Doc | Read when |\n|---|---|---|',
      'Name|Doc|Note\n-|-|-',
      '| Read when | Feature | Doc |\n|-|-|-|',
    ),
    fc.array(fc.oneof({ weight: 9, arbitrary: row }, { weight: 1, arbitrary: placeholder }), {
      maxLength: 8,
    }),
  )
  .map(([header, rows]) => [header, ...rows].join('\n'));
const index = fc
  .tuple(
    fc.constantFrom(
      '',
      '\ufeff',
      '# Features\n\n',
      '| A |\n|---|\n| b |\n\n',
      '```\n| Feature |\n|---|\n```\n\n',
    ),
    fc.oneof(
      { weight: 6, arbitrary: table },
      { weight: 1, arbitrary: fc.constantFrom('', '- [x](guard.md)') },
    ),
    fc.constantFrom(
      '',
      '\n',
      '\n\nText.\n',
      '\n\n[one]: old/pi.md\n',
      '\n\n[one]: guard.md',
      '\n\n```\nopen',
    ),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([before, rows, after, ending]) => (before + rows + after).replaceAll('\n', ending));
const map = fc
  .tuple(index, fc.uniqueArray(path, { maxLength: 5 }), fc.array(pageText, { minLength: 5, maxLength: 5 }))
  .map(([text, paths, texts]) =>
    mapOf(text, Object.fromEntries(paths.map((page, at) => [page, texts[at] ?? '']))),
  );
const renames = fc
  .array(fc.tuple(fc.constantFrom('gone.md', 'old/pi.md', 'host/pi.md'), path), { maxLength: 3 })
  .map((pairs) => new Map(pairs));

interface Case {
  readonly before: FeatureMap;
  readonly plan: RegenPlan;
  readonly after: FeatureMap;
  /** Whether the index was planned at all. */
  readonly reconciled: boolean;
  replan(): RegenPlan;
}

/** A fixed seed keeps the suite repeatable; FUZZ_SEED and FUZZ_RUNS look further. */
function holds(check: (found: Case) => void): void {
  const property = fc.property(map, renames, sectionLimit, (before, record, maxSectionBytes) => {
    const options = { maxSectionBytes, renames: record };
    const plan = planRegen(before, options);
    const after = carriedOut(before, plan);
    const reconciled = !plan.left.some(
      ({ page, message }) => page === 'README.md' && !message.startsWith('The row'),
    );
    check({ before, plan, after, reconciled, replan: () => planRegen(after, options) });
  });
  fc.assert(property, {
    seed: Number(process.env.FUZZ_SEED ?? 815),
    numRuns: Number(process.env.FUZZ_RUNS ?? 500),
  });
}

const lines = (text: string) => text.split(/\r\n|\n/);

describe('the plan of any map', () => {
  it('changes nothing once it is carried out, and leaves the same to the author', () => {
    holds(({ plan, replan }) => {
      const again = replan();
      assert.deepEqual([again.files, again.dropped, again.fillIns], [[], [], plan.fillIns]);
      assert.deepEqual(
        again.left.map(({ page, message }) => [page, message]),
        plan.left.map(({ page, message }) => [page, message]),
      );
    });
  });

  it('keeps every row that leads to a page, byte for byte, in its order', () => {
    let kept = 0;
    holds(({ before, after }) => {
      const pages = new Set(before.pages.map(({ path: page }) => page));
      const rowsOf = ({ index: text, table: found }: FeatureMap) =>
        (found?.rows ?? [])
          .filter(({ page }) => page !== undefined && pages.has(page))
          .map(({ line }) => lines(text)[line]);
      const rows = rowsOf(before);
      kept += rows.length;
      let at = 0;
      for (const row of rowsOf(after)) if (row === rows[at]) at++;
      assert.equal(at, rows.length);
    });
    assert.ok(kept > 300, `${kept} rows`);
  });

  it('gives every page a row, and takes none for two pages', () => {
    holds(({ before, plan, after, reconciled }) => {
      if (!reconciled) {
        assert.equal(after.index, before.index);
        return;
      }
      const rows = after.table?.rows ?? [];
      for (const { path: page } of before.pages) {
        assert.ok(
          rows.some((row) => row.page === page),
          `${page} in ${after.index}`,
        );
      }
      const known = (found: FeatureMap) =>
        (found.table?.rows ?? []).length - (found === before ? plan.dropped.length : 0);
      const added = plan.files.flatMap(({ changes }) =>
        changes.filter((change) => change.startsWith('adds the row')),
      );
      if (before.table !== undefined) assert.equal(known(after), known(before) + added.length);
    });
  });

  it('keeps the text around the table', () => {
    holds(({ before, after }) => {
      const around = ({ index: text, table: found }: FeatureMap) => {
        const all = lines(text);
        return found === undefined
          ? all
          : [...all.slice(0, found.firstLine + 2), ...all.slice(found.lastLine + 1)];
      };
      if (before.table !== undefined) assert.deepEqual(around(after), around(before));
      else assert.ok(lines(after.index).join('\n').startsWith(lines(before.index).join('\n').trimEnd()));
    });
  });

  it('gives a map that the checker finds no drift in but what is left to the author', () => {
    let clean = 0;
    holds(({ plan, after, reconciled }) => {
      if (!reconciled) return;
      const result = checkMap(after, { maxSectionBytes: 2048 });
      if (result.clean) clean++;
      const drift = result.findings.filter(({ severity }) => severity === 'drift');
      const left = plan.left.filter(({ page }) => page === 'README.md');
      assert.deepEqual(
        [...new Set(drift.map(({ rule }) => rule))].filter((rule) => !/duplicate-row|leaves-map/.test(rule)),
        [],
      );
      assert.equal(drift.length, left.length);
    });
    assert.ok(clean > 100, `${clean} clean`);
  });
});
