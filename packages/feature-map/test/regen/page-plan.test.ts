import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parsePage } from '../../src/map/page.ts';
import { PAGE_FORM } from '../../src/map/page-form.ts';
import { findFillIns } from '../../src/regen/fill-in.ts';
import { readBlocks } from '../../src/regen/page-blocks.ts';
import { type PagePlan, planPage } from '../../src/regen/page-plan.ts';

const FORM = PAGE_FORM.map((heading) => `## ${heading}\n\ntext\n`).join('\n');
const STATUS = 'Status: shipped · Read when: changing the guard';

function plan(text: string, rowName?: string): PagePlan {
  return planPage(parsePage('host/late-fees.md', text), rowName, 2048);
}

function after(text: string, rowName?: string): string {
  return plan(text, rowName).page.text;
}

/** Headings, the status and the comments of a text. */
function skeleton(text: string): string[] {
  return text
    .split(/\r\n|\n/)
    .filter((line) => /^(?:#|Status|Read when|<!--)/.test(line))
    .map((line) => line.replace(/<!-- fill in: .*? -->/g, '<!>'));
}

describe('the form of a page', () => {
  it('that is whole is left as it is, as the same page', () => {
    const page = parsePage('a.md', `# Guard\n\n${STATUS}\n\n${FORM}`);
    assert.deepEqual(planPage(page, undefined, 2048), { page, changes: [], left: [] });
    assert.equal(planPage(page, undefined, 2048).page, page);
  });

  it('is given to an empty page, with a comment for everything that is to be filled in', () => {
    const { page, changes } = plan('');
    assert.deepEqual(skeleton(page.text), [
      '# Late fees <!>',
      'Status: <!> · Read when: <!>',
      ...PAGE_FORM.flatMap((heading) => [`## ${heading}`, '<!>']),
    ]);
    assert.deepEqual(changes, [
      'adds the title `# Late fees`',
      'adds a `Status:` line',
      `adds ${PAGE_FORM.map((heading) => `\`## ${heading}\``).join(', ')}`,
    ]);
    const fillIns = findFillIns(page.text, readBlocks(page.text));
    assert.deepEqual(fillIns.slice(0, 3), [
      { line: 1, what: 'the title' },
      { line: 3, what: 'planned, begun or shipped' },
      { line: 3, what: 'the tasks and questions that this page helps with' },
    ]);
    assert.equal(fillIns.length, 3 + PAGE_FORM.length);
  });

  it('is not filled in by a place that waits to be filled in', () => {
    const { page } = plan('');
    assert.equal(page.title, 'Late fees');
    assert.equal(page.trigger, undefined);
  });
});

describe('a missing title', () => {
  it('is what the index calls the page, as plain text', () => {
    assert.match(after(`${STATUS}\n\n${FORM}`, 'Fees * and `more`'), /^# Fees \\\* and \\`more\\` <!-- /);
    assert.equal(plan(FORM, 'Why C #').page.title, 'Why C #');
  });

  for (const [name, title] of [
    ['host/late-fees.md', 'Late fees'],
    ['a_b.c.markdown', 'A b.c'],
    ['größe.md', 'Größe'],
    ['---.md', '---.md'],
  ] as const) {
    it(`is ${JSON.stringify(title)} by the file name ${name}`, () => {
      assert.equal(planPage(parsePage(name, FORM), undefined, 2048).page.title, title);
    });
  }

  it('stands behind a byte order mark and front matter, and above an empty heading', () => {
    const title = '# Late fees <!-- fill in: the title -->';
    for (const [before, expected] of [
      [`\ufeff${STATUS}\n`, `\ufeff${title}\n\n${STATUS}\n`],
      [`---\na: b\nc: d\n---\n\n${STATUS}\n`, `---\na: b\nc: d\n---\n\n${title}\n\n${STATUS}\n`],
      [`---\na:\n  - b\n...\n${STATUS}\n`, `---\na:\n  - b\n...\n\n${title}\n\n${STATUS}\n`],
      [`# <!-- later -->\n\n${STATUS}\n`, `${title}\n\n# <!-- later -->\n\n${STATUS}\n`],
    ] as const) {
      assert.equal(after(`${before}\n${FORM}`), `${expected}\n${FORM}`);
    }
  });

  for (const front of [
    '---\n标题: 费用\n---\n',
    '---\n"title": Q\n---\n',
    '---\n\ntitle: Q\n---\n',
    '---\n# generated\ntitle: Y\n---\n',
    '---\r\ntitle: Y\r\n---\r\n',
    '---\ntext: |\n  ```\n  code\n---\n',
    '---\ntext: |\n\n  ## What it does\n  <!-- \n...\n',
    '+++\ntitle = "X"\n+++\n',
    '+++\ntext = """\n---\n# T\n"""\n+++\n',
    '---\n---\n',
  ]) {
    it(`stands behind front matter, of which nothing changes: ${JSON.stringify(front)}`, () => {
      for (const mark of ['', '\ufeff']) {
        const text = after(`${mark}${front}${FORM}`);
        assert.ok(text.startsWith(`${mark}${front}`), text);
        assert.match(text.slice(mark.length + front.length), /^\r?\n# Late fees <!-- .*\r?\n\r?\nStatus: /);
        assert.ok(text.endsWith(FORM));
        assert.deepEqual(plan(text).changes, []);
      }
    });
  }

  it('stands on top where nothing closes what begins like front matter', () => {
    for (const opening of ['---\n', '+++\na = 1\n---\n', '--- x\n---\n', '---- \n---\n']) {
      assert.match(after(`${opening}\n${FORM}`), /^# Late fees <!-- /, opening);
    }
  });

  it('leaves front matter alone whose last line would underline a heading', () => {
    const text = after('---\na: b\n---\nText.\n');
    assert.ok(text.startsWith('---\na: b\n---\n\n# Late fees <!'), text);
    assert.deepEqual(skeleton(text).slice(0, 4), [
      '# Late fees <!>',
      'Status: <!> · Read when: <!>',
      '## What it does',
      '<!>',
    ]);
  });
});

describe('a missing status', () => {
  it('stands below the title, also an underlined one and one with text below it', () => {
    for (const title of ['# Guard', 'Guard\n=====']) {
      assert.ok(after(`${title}\nText.\n\n${FORM}`).startsWith(`${title}\n\nStatus: <!-- `), title);
    }
  });

  it('is the trigger alone where there is a status without a place for it', () => {
    const text = after(`# Guard\n\nStatus: shipped\n\n${FORM}`);
    assert.ok(text.startsWith('# Guard\n\nStatus: shipped\n\nRead when: <!-- fill in: '));
    const empty = `# Guard\n\nStatus: shipped · Read when:\n\n${FORM}`;
    assert.equal(after(empty), empty);
  });

  it('is repeated where the title that is put above it hides it in a section', () => {
    const { page, changes } = plan(`## What it does\n\nStatus: open ·\nRead when: a\n\n${FORM}`);
    assert.ok(page.text.includes('-->\n\nStatus: open ·\nRead when: a\n\n## What it does\n\nStatus: open ·'));
    assert.equal(page.trigger, 'a');
    assert.ok(changes.includes('repeats the `Status:` line in front of the sections'));
  });
});

describe('missing headings', () => {
  const page = (...sections: string[]) =>
    `# Guard\n\n${STATUS}\n\n${sections.map((name) => `## ${name}\n\nx\n`).join('\n')}`;
  const headings = (text: string) => skeleton(text).filter((line) => line.startsWith('## '));

  it('stand before the next one of the form, else at the end', () => {
    assert.deepEqual(headings(after(page('What it does', 'Protocol', 'Tests that pin it', 'Notes'))), [
      ...[
        '## What it does',
        '## Protocol',
        '## Map',
        '## How & why',
        '## Config keys / UI',
        '## Tests that pin it',
      ],
      ...['## Notes', '## Related'],
    ]);
  });

  it('are told from those that are there by their words alone', () => {
    const text = page(
      'what it does',
      'MAP',
      'How and why',
      'Config keys / UI ##',
      '`Tests` that pin it',
      'Related',
    );
    assert.equal(after(text), text);
  });

  it('stand above the text that no section holds', () => {
    const lead = `# Guard\n\n${STATUS}\n\n<!-- toc -->\n\nIt denies.\n\n- Once.\n`;
    for (const text of [lead, `${lead}\n## Map\n\nx\n`]) {
      const { page: result } = plan(text);
      const [first] = result.sections;
      assert.equal(first?.heading, 'What it does');
      assert.match(
        result.text.slice(first?.start, first?.end),
        /<!-- fill in: .*-->\n\nIt denies\.\n\n- Once\.\n/,
      );
    }
  });

  it('are not put into a block that nothing closes, which is reported', () => {
    const { page: result, left } = plan(
      `# Guard\n\n${STATUS}\n\n## Tests that pin it\n\n\`\`\`\nnever closed\n`,
    );
    assert.deepEqual(skeleton(result.text).slice(-2), ['<!>', '## Tests that pin it']);
    assert.ok(result.text.endsWith('```\nnever closed\n'));
    assert.equal(left.length, 1);
    assert.equal(result.text.split('\n')[(left[0]?.line ?? 0) - 1], '```');
    assert.match(left[0]?.message ?? '', /nothing closes.*`## Related`/);
  });
});

describe('a section that cannot be divided', () => {
  it('is reported by its name, place and size, and left as it is', () => {
    const text = `# Guard\n\n${STATUS}\n\n${FORM.replace('text', 'x'.repeat(3000))}`;
    const { page, changes, left } = plan(text);
    assert.equal(page.text, text);
    assert.deepEqual(changes, []);
    assert.deepEqual(left, [
      {
        page: 'host/late-fees.md',
        line: 5,
        message: '"What it does" has 3019 bytes, more than 2048, and no border to divide it at. Shorten it.',
      },
    ]);
  });

  it('is reported by the part that is too big, while the rest is divided', () => {
    const big = `# Guard\n\n${STATUS}\n\n${FORM.replace('text', `**A.** ${'x'.repeat(3000)}\n\n**B.** short`)}`;
    const { changes, left } = plan(big);
    assert.deepEqual(changes, ['divides "What it does" by `### A`, `### B`']);
    assert.equal(left.length, 1);
    assert.match(left[0]?.message ?? '', /^"What it does" > "A" has 3\d+ bytes with the section's lead/);
    assert.equal(left[0]?.line, 7);
  });
});
