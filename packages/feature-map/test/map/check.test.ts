import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { checkMap } from '../../src/map/check.ts';
import type { Finding } from '../../src/map/findings.ts';
import { PLACEHOLDER_COMMENT } from '../../src/map/index-row.ts';
import { parseIndexTable } from '../../src/map/index-table.ts';
import { parsePage } from '../../src/map/page.ts';
import { PAGE_FORM } from '../../src/map/page-form.ts';
import { RULES } from '../../src/map/rules.ts';
import type { FeatureMap, Unreadable } from '../../src/map/types.ts';

const LIMIT = { maxSectionBytes: 2048 };
const HEADER = '# Features\n\n| Feature | Doc | Read when |\n| --- | --- | --- |\n';
const GOOD = `# Guard\n\nStatus: shipped · Read when: a\n\n${PAGE_FORM.map((heading) => `## ${heading}\n`).join('')}`;

function mapOf(index: string, pages: Record<string, string>, unreadable: Unreadable[] = []): FeatureMap {
  return {
    root: '/project',
    index,
    table: parseIndexTable(index),
    pages: Object.keys(pages)
      .sort()
      .map((path) => parsePage(path, pages[path] ?? '')),
    unreadable,
  };
}

/** Findings of a map as `rule page:line`. */
function found(map: FeatureMap): string[] {
  return checkMap(map, LIMIT).findings.map(({ rule, page, line }) => `${rule} ${page}:${line}`);
}

function only(map: FeatureMap): Finding {
  const [first, ...others] = checkMap(map, LIMIT).findings;
  assert.deepEqual(others, []);
  assert.ok(first);
  return first;
}

describe('checking a map', () => {
  it('has nothing to say of one that agrees and follows the form', () => {
    const result = checkMap(mapOf(`${HEADER}| Guard | [g](guard.md) | a |\n`, { 'guard.md': GOOD }), LIMIT);
    assert.deepEqual(result, {
      clean: true,
      findings: [],
      text: 'Index and pages agree: pages 1, rows 1, drift 0, advice 0.',
    });
  });

  it('reports a page that no row links, by its title', () => {
    const map = mapOf(`${HEADER}| Guard | [g](guard.md) | a |\n`, { 'guard.md': GOOD, 'host/pi.md': GOOD });
    const finding = only(map);
    assert.deepEqual(
      [finding.rule, finding.severity, finding.page],
      ['index/unlinked-page', 'drift', 'host/pi.md'],
    );
    assert.equal(finding.message, 'The page "Guard" has no row in the index.');
  });

  it('says of a row that stands outside the table where it is, in place of that there is none', () => {
    const table = `${HEADER}| A | [a](a.md) | t |\n`;
    const row = '| B | [b](./b.md#map) | t |\n';
    const outside: [rest: string, line: number][] = [
      [`\n${row}`, 7],
      [`\n## More\n\n| Feature | Doc |\n| --- | --- |\n| C | soon |\n${row}`, 12],
      [`\n| Page | Why |\n| --- | --- |\n${row}`, 9],
      [`and so on\n${row}`, 7],
      [`\r\n${row.replace('\n', '\r\n')}`, 7],
    ];
    for (const [rest, line] of outside) {
      const finding = only(mapOf(table + rest, { 'a.md': GOOD, 'b.md': GOOD }));
      assert.deepEqual([finding.rule, finding.page, finding.line], ['index/unlinked-page', 'b.md', 1], rest);
      assert.match(
        finding.message,
        new RegExp(`row in line ${line} of the index stands outside the map's table`),
      );
      assert.match(finding.remedy, /^Move that row into the table/);
    }
    const before = mapOf(`| Page | Why |\n| --- | --- |\n${row}\n${table}`, { 'a.md': GOOD, 'b.md': GOOD });
    assert.match(only(before).message, /row in line 3 of the index stands outside/);
  });

  it('takes a mention of a page that is no row for none', () => {
    const prose = '\nSee [b](b.md).\n\n```\n| B | [b](b.md) |\n```\n\n- | B | [b](b.md) |\n';
    const finding = only(mapOf(`${HEADER}| A | [a](a.md) | t |\n${prose}`, { 'a.md': GOOD, 'b.md': GOOD }));
    assert.equal(finding.message, 'The page "Guard" has no row in the index.');
  });

  it('never advises to delete a page', () => {
    for (const { remedy } of Object.values(RULES)) assert.doesNotMatch(remedy, /delete the page/);
  });

  it('takes a link with spaces in its path for the page that it means', () => {
    const rows = '| A | [a](my page.md) | t |\n| B | see [b](./host/my other page.md#map "Other") | t |\n';
    assert.deepEqual(found(mapOf(HEADER + rows, { 'my page.md': GOOD, 'host/my other page.md': GOOD })), []);
    const [gone] = checkMap(mapOf(HEADER + rows, { 'host/my other page.md': GOOD }), LIMIT).findings;
    assert.equal(gone?.message, 'The row "A" links to "my page.md", which does not exist.');
  });

  it('reports a row whose page does not exist, and where a page of that name is', () => {
    const rows = '| Guard | [g](guard.md) | a |\n| Gone | [x](gone.md) | a |\n| Pi | [p](Guard.md) | a |\n';
    const { findings, clean } = checkMap(mapOf(HEADER + rows, { 'guard.md': GOOD }), LIMIT);
    assert.equal(clean, false);
    assert.deepEqual(
      findings.map(({ rule, line, message, remedy }) => [rule, line, message, remedy]),
      [
        [
          'index/broken-link',
          6,
          'The row "Gone" links to "gone.md", which does not exist.',
          RULES['index/broken-link'].remedy,
        ],
        [
          'index/broken-link',
          7,
          'The row "Pi" links to "Guard.md", which does not exist.',
          'Link to "guard.md", if that is the page it means.',
        ],
      ],
    );
  });

  it('reports a row whose link leaves the map', () => {
    const map = mapOf(`${HEADER}| Guide | [g](../guide.md) | a |\n`, {});
    assert.deepEqual(found(map), ['index/link-leaves-map README.md:5']);
    assert.equal(only(map).message, 'The row "Guide" links to "../guide.md", which is outside the map.');
  });

  it('reports the second row of a page, anchors aside', () => {
    const rows = '| A | [g](guard.md) | a |\n| B | [g](./guard.md#map) | a |\n';
    const finding = only(mapOf(HEADER + rows, { 'guard.md': GOOD }));
    assert.deepEqual([finding.rule, finding.line], ['index/duplicate-row', 6]);
    assert.equal(finding.message, 'The row "B" links to "guard.md", as the row in line 5 does.');
  });

  it('advises on a row without a link', () => {
    const { findings, clean } = checkMap(mapOf(`${HEADER}| Soon | | |\n`, {}), LIMIT);
    assert.equal(clean, true);
    assert.deepEqual(
      findings.map(({ rule, severity }) => [rule, severity]),
      [['index/row-without-link', 'advice']],
    );
  });

  it('finds nothing wrong with a freshly scaffolded index', () => {
    const map = mapOf(`${HEADER}| ${PLACEHOLDER_COMMENT} _none yet_ | | |\n`, {});
    assert.deepEqual(found(map), []);
  });

  it('reports an index without a table only where there are pages', () => {
    assert.deepEqual(found(mapOf('# Features\n', {})), []);
    assert.deepEqual(found(mapOf('# Features\n', { 'guard.md': GOOD })), ['index/no-table README.md:1']);
  });

  it('reports an index that cannot be read instead of comparing it', () => {
    const map = mapOf('', { 'guard.md': GOOD }, [{ page: 'README.md', reason: 'does not exist' }]);
    assert.equal(only(map).message, 'The index does not exist.');
    assert.deepEqual(found(mapOf('', {}, [{ page: '', reason: 'cannot be found (ENOENT)' }])), [
      'index/unreadable README.md:1',
    ]);
  });

  it('reports a table that is too long instead of missing rows', () => {
    const map = mapOf(HEADER, { 'guard.md': GOOD });
    map.table = { rows: [], firstLine: 2, lastLine: 9 };
    assert.deepEqual(found(map), ['index/too-long README.md:5']);
  });

  it('reports a page that cannot be read, and no row that links it or its folder', () => {
    const map = mapOf(`${HEADER}| A | [a](a.md) | t |\n| B | [b](host/b.md) | t |\n`, {}, [
      { page: 'a.md', reason: 'is not UTF-8 text' },
      { page: 'host', reason: 'cannot be listed (EACCES)' },
    ]);
    assert.deepEqual(found(map), ['page/unreadable a.md:1', 'page/unreadable host:1']);
    assert.equal(checkMap(map, LIMIT).findings[0]?.message, '"a.md" is not UTF-8 text.');
  });

  it('reports a page without a title, and advises on trigger and headings', () => {
    const map = mapOf(`${HEADER}| A | [a](a.md) | t |\n`, { 'a.md': '## Map\n\n## how and why\n' });
    assert.deepEqual(found(map), [
      'page/no-title a.md:1',
      'page/missing-heading a.md:1',
      'page/no-trigger a.md:1',
    ]);
    const missing = checkMap(map, LIMIT).findings.find(({ rule }) => rule === 'page/missing-heading');
    assert.equal(
      missing?.message,
      'The page lacks `## What it does`, `## Config keys / UI`, `## Tests that pin it`, `## Related`.',
    );
  });

  describe('for sections that are too big', () => {
    const big = (section: string) =>
      mapOf(`${HEADER}| A | [a](a.md) | t |\n`, { 'a.md': `${GOOD}## Big\n${section}` });

    it('counts bytes, not characters', () => {
      assert.deepEqual(found(big('é'.repeat(1020))), []);
      const finding = only(big('é'.repeat(1030)));
      assert.deepEqual(
        [finding.rule, finding.severity, finding.section],
        ['section/too-big', 'advice', 'Big'],
      );
      assert.equal(finding.message, '"Big" has 2067 bytes, more than 2048, and no `###` heading divides it.');
    });

    it('says that they divide where every part fits with the lead', () => {
      const finding = only(
        big(`${'l'.repeat(999)}\n### A\n${'a'.repeat(1000)}\n### B\n${'b'.repeat(100)}\n`),
      );
      assert.match(
        finding.message,
        /divides at `###` into 2 parts that fit, the largest of 2014 bytes with .* lead of 1007\.$/,
      );
      assert.equal(finding.line, GOOD.split('\n').length);
    });

    it('says that they do not where a part with the lead is too big by itself', () => {
      const finding = only(big(`${'l'.repeat(1100)}\n### A\n${'a'.repeat(1000)}\n### B\nb\n`));
      assert.match(
        finding.message,
        /into 2 parts, of which "A" still has 2115 bytes with the section's lead of 1108\.$/,
      );
    });

    it('takes the size from the setting', () => {
      const map = big('a'.repeat(100));
      const rules = checkMap(map, { maxSectionBytes: 50 }).findings.map(
        ({ rule, section }) => `${rule} ${section}`,
      );
      assert.deepEqual(rules, ['section/too-big Big']);
    });
  });

  it('sorts drift before advice, and says all of it in the text', () => {
    const map = mapOf(`${HEADER}| A | [a](a.md) | t |\n| B | [b](b.md) | t |\n`, {
      'a.md': '# A\n',
      'b\n.md': '# B\n',
    });
    const { findings, text } = checkMap(map, LIMIT);
    const severities = findings.map(({ severity }) => severity);
    assert.deepEqual(severities, severities.toSorted().toReversed());
    assert.ok(text.startsWith('Index and pages disagree: pages 2, rows 2, drift 2, advice 4.\n'));
    for (const { rule, message, remedy } of findings) {
      assert.ok(text.includes(rule) && text.includes(message) && text.includes(remedy));
    }
    assert.equal(text.split('\n').length, 1 + 2 * findings.length);
  });

  it('is clean exactly where no finding is drift, for any rows and pages', () => {
    const cell = fc.constantFrom(
      '[a](a.md)',
      '[b](b.md)',
      '[c](../c.md)',
      '',
      PLACEHOLDER_COMMENT,
      'b.md',
      '|',
      '`',
    );
    const pages = fc.dictionary(
      fc.constantFrom('a.md', 'b.md', 'x/a.md'),
      fc.constantFrom('', '# T\n', GOOD),
    );
    fc.assert(
      fc.property(fc.array(cell), pages, (cells, texts) => {
        const { clean, findings } = checkMap(
          mapOf(HEADER + cells.map((c) => `| A | ${c} | t |\n`).join(''), texts),
          LIMIT,
        );
        assert.equal(clean, !findings.some(({ severity }) => severity === 'drift'));
        for (const { rule, severity, line } of findings) {
          assert.equal(severity, RULES[rule].severity);
          assert.ok(line >= 1);
        }
      }),
      { seed: 20_260, numRuns: 500 },
    );
  });
});
