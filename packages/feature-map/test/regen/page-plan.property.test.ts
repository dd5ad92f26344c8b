import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { byteLength } from '../../src/map/budget.ts';
import { parsePage } from '../../src/map/page.ts';
import { enclosedBlocks } from '../../src/regen/enclosed.ts';
import { pageBlocks } from '../../src/regen/front-matter.ts';
import { type PagePlan, planPage } from '../../src/regen/page-plan.ts';
import { unitsOf } from '../../src/regen/units.ts';
import { structuralMarkdown } from '../map/markdown-alphabet.ts';
import { pageText, sectionLimit } from './markdown-pages.ts';

const anyPage = fc.oneof({ weight: 3, arbitrary: pageText }, { weight: 1, arbitrary: structuralMarkdown });

/** A fixed seed keeps the suite repeatable; FUZZ_SEED and FUZZ_RUNS look further. */
function holds(check: (before: string, plan: PagePlan, limit: number) => void): void {
  const property = fc.property(anyPage, sectionLimit, (text, limit) =>
    check(text, planned(text, limit), limit),
  );
  fc.assert(property, {
    seed: Number(process.env.FUZZ_SEED ?? 4_711),
    numRuns: Number(process.env.FUZZ_RUNS ?? 1_000),
  });
}

function planned(text: string, limit: number): PagePlan {
  return planPage(parsePage('host/late-fees.md', text), undefined, limit);
}

/** Asserts that `after` holds all of `before`, in its order. */
function assertHolds(after: readonly string[], before: readonly string[]): void {
  let at = 0;
  for (const item of after) if (item === before[at]) at++;
  assert.equal(at, before.length, `lost: ${JSON.stringify(before[at])}`);
}

const LINE = /[^\r\n]*(?:\r\n|[\r\n]|$)/g;

describe('the plan of any page', () => {
  it('changes nothing once it is carried out, and reports the same', () => {
    let changed = 0;
    holds((before, { page, left }, limit) => {
      if (page.text !== before) changed++;
      const again = planned(page.text, limit);
      assert.equal(again.page.text, page.text);
      assert.deepEqual([again.changes, again.left], [[], left]);
    });
    assert.ok(changed > 500);
  });

  it('keeps every line that is not blank, with its ending, in its order', () => {
    holds((before, { page }) => {
      const lines = (text: string) => {
        const found =
          text
            .replace('\ufeff', '')
            .match(LINE)
            ?.filter((line) => line.trim() !== '') ?? [];
        // The last line may have got lines below it.
        return found.map((line, index) => (index === found.length - 1 ? line.trimEnd() : line));
      };
      const after = lines(page.text).flatMap((line) => [line, line.replace(/[\r\n]+$/, '').trimEnd()]);
      assertHolds(after, lines(before));
    });
  });

  it('keeps byte order mark and final line ending', () => {
    holds((before, { page }) => {
      assert.equal(page.text.lastIndexOf('\ufeff'), before.lastIndexOf('\ufeff'));
      if (before.length > 1) assert.equal(/[\r\n]$/.test(page.text), /[\r\n]$/.test(before));
    });
  });

  it('adds no line ending that the text does not use', () => {
    holds((before, { page }) => {
      const endings = (text: string) => new Set(text.match(/\r\n|[\r\n]/g));
      const used = endings(before);
      if (used.size > 0)
        assert.deepEqual(
          [...endings(page.text)].filter((ending) => !used.has(ending)),
          [],
        );
    });
  });

  it('cuts no block: each is there again, whole, in its order', () => {
    holds((before, { page }) => {
      const blocks = (text: string) =>
        pageBlocks(text).map(
          ({ kind, depth, start, end }) => `${kind} ${depth} ${text.slice(start, end).trimEnd()}`,
        );
      assertHolds(blocks(page.text), blocks(before));
    });
  });

  it('leaves a section or part that is too big only where it is a single unit, and reports it', () => {
    let divided = 0;
    let tooBig = 0;
    holds((_before, { page, changes, left }, limit) => {
      if (changes.some((change) => change.startsWith('divides'))) divided++;
      const reported = left.filter(({ message }) => message.includes('border')).length;
      let found = 0;
      for (const section of page.sections) {
        const size = (start: number, end: number) => byteLength(page.text.slice(start, end));
        if (size(section.start, section.end) <= limit) continue;
        const lead = size(section.start, section.leadEnd);
        const stretches = section.parts.length > 0 ? section.parts : [section];
        for (const { start, end } of stretches) {
          if ((section.parts.length > 0 ? lead : 0) + size(start, end) <= limit) continue;
          found++;
          // A page without sections, or one underlined, begins with more than its heading.
          if (!page.text.startsWith('## ', section.start)) continue;
          const blocks = pageBlocks(page.text);
          const within = (first: number, last: number) =>
            blocks.filter((block) => block.start >= first && block.start < last);
          const enclosed = enclosedBlocks(page.text, within(section.start, section.end));
          const units = unitsOf(page.text, within(start, end).slice(1), enclosed);
          assert.ok(units.length <= 1, page.text.slice(start, end));
        }
      }
      tooBig += found;
      assert.equal(reported, found);
    });
    assert.ok(divided > 150 && tooBig > 50, `${divided} divided, ${tooBig} too big`);
  });

  it('gives it a title, a status and the headings of the form, unless its end is open', () => {
    holds((_before, { page, left }) => {
      assert.notEqual(page.title, undefined);
      if (left.some(({ message }) => message.includes('swallow'))) return;
      const headings = page.sections.map(({ heading }) => heading.toLowerCase());
      assert.ok(headings.includes('related') && headings.includes('what it does'), headings.join());
    });
  });
});
