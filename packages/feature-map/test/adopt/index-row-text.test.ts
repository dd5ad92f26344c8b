import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  indexRowText,
  NEW_TABLE_HEAD,
  type RowPage,
  type TableHead,
  tableHead,
} from '../../src/adopt/index-row-text.ts';
import { oneLine } from '../../src/init/plain-text.ts';
import { parseIndexTable } from '../../src/map/index-table.ts';
import { readInline } from '../../src/map/markdown/inline.ts';
import type { IndexRow } from '../../src/map/types.ts';

const PAGE: RowPage = { path: 'orders.md', title: 'Orders', trigger: 'changing `a | b` or [this](x.md)' };

function readBack(row: string, { header, delimiter }: TableHead = NEW_TABLE_HEAD): IndexRow | undefined {
  const table = parseIndexTable(`# Index\n\n${header}\n${delimiter}\n${row}\n`);
  assert.equal(table?.rows.length, 1, row);
  return table?.rows[0];
}

describe('the row of a page', () => {
  it('is made from its title, its path and its trigger, with the trigger’s markup', () => {
    assert.equal(
      indexRowText(PAGE),
      '| Orders | [orders.md](orders.md) | changing `a \\| b` or [this](x.md) |',
    );
  });

  it('goes by the file’s name without a title, and leaves a missing trigger to be filled in', () => {
    assert.equal(
      indexRowText({ path: 'host/my pi_x.md', title: undefined, trigger: undefined }),
      '| my pi_x | [host/my pi_x.md](host/my%20pi_x.md) | [fill in: the tasks it helps with] |',
    );
  });

  for (const [header, delimiter, row] of [
    ['| Feature | Read when |', '|--|--|', '| [Orders](orders.md) | changing `a \\| b` or [this](x.md) |'],
    ['Feature | Owner | Page', '-|-|-', '| Orders |  | [orders.md](orders.md) |'],
    ['| Name | Read when |', '|-|-|', '| [Orders](orders.md) | changing `a \\| b` or [this](x.md) |'],
    ['| **Read when** | `Feature` |', '|-|-|', '| changing a \\| b or this | [Orders](orders.md) |'],
  ] as const) {
    it(`fits a table with the columns ${header}`, () => {
      assert.equal(indexRowText(PAGE, { header, delimiter }), row);
      assert.equal(readBack(row, { header, delimiter })?.page, 'orders.md');
    });
  }

  it('takes the columns of the table that the index has', () => {
    const index = '# Map\r\n\r\n| Feature | Doc |\r\n|:--|--:|\r\n| A | [a](a.md) |\r\n';
    const table = parseIndexTable(index);
    assert.ok(table);
    assert.deepEqual(tableHead(index, table), { header: '| Feature | Doc |', delimiter: '|:--|--:|' });
  });

  it('is no placeholder, whatever the page says', () => {
    const comment = '`<!-- feature-map: placeholder -->` x';
    const row = readBack(
      indexRowText({ path: 'a.md', title: '<!-- feature-map: placeholder -->', trigger: comment }),
    );
    assert.equal(row?.placeholder, false);
    assert.equal(row?.page, 'a.md');
  });

  it('gives title, page and trigger back when it is read', () => {
    const text = fc.string({
      unit: fc.constantFrom(
        ...'ab1 |\\`*_[]()<>!&#;:.{}\n\té'.split(''),
        '\\|',
        '``',
        '<!--',
        '-->',
        'x.md',
        '](y.md)',
        '&#124;',
      ),
      maxLength: 24,
    });
    const path = fc.string({
      unit: fc.constantFrom(...'ab %#?()[]<>|\\`*_:"&é地+@'.split('')),
      minLength: 1,
      maxLength: 12,
    });
    const heads = fc.constantFrom<TableHead>(
      NEW_TABLE_HEAD,
      { header: '| Read when | Feature | Doc |', delimiter: '|-|-|-|' },
      { header: 'Feature | Read when', delimiter: '-|-' },
    );
    fc.assert(
      fc.property(text, text, path, heads, (title, trigger, name, head) => {
        const page = {
          path: `${name.trim() || 'a'}.md`,
          title: readInline(title).text,
          trigger: trigger.trim(),
        };
        const row = readBack(indexRowText(page, head), head);
        assert.equal(row?.page, page.path);
        assert.equal(row.placeholder, false);
        if (oneLine(page.title, 80) !== '') assert.equal(row.feature, oneLine(page.title, 80));
        const shown = readInline(oneLine(page.trigger, 1000)).text;
        if (row.trigger !== undefined && shown !== '') assert.equal(readInline(row.trigger).text, shown);
      }),
      { numRuns: 3000 },
    );
  });
});
