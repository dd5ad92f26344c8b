import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { DOCUMENT_PATHS } from '../../src/init/documents.ts';
import { checkMap } from '../../src/map/check.ts';
import { openMap } from '../../src/map/reader.ts';
import { adopt, PAGE, WHOLE, without } from './adopt-project.ts';

describe('the documents of a project', () => {
  it('are planned where they do not exist, and written with `apply` alone', async (t) => {
    const { answer, read, writer } = adopt(t, without(WHOLE, 'HANDOFF.md', 'docs/SPEC.md'));
    const plan = await answer();
    assert.deepEqual(
      plan.items.map(({ rule, kind, file, page }) => [rule, kind, file, page]),
      [
        ['adopt/missing-document', 'deterministic', 'HANDOFF.md', '../../HANDOFF.md'],
        ['adopt/missing-document', 'deterministic', 'docs/SPEC.md', '../SPEC.md'],
      ],
    );
    assert.deepEqual(writer.asked, []);

    const { written, items, text } = await answer({ apply: true });
    assert.deepEqual(
      written.map(({ path }) => path),
      ['HANDOFF.md', 'docs/SPEC.md'],
    );
    assert.ok(items.every(({ done }) => done));
    assert.match(text, /Written: HANDOFF\.md\n.*To fill in:\n- HANDOFF\.md:\d+ /s);
    assert.match(read('HANDOFF.md'), /2024-05-06/);
    assert.deepEqual((await answer({ apply: true })).items, []);
  });

  it('are never changed where they exist', async (t) => {
    const { answer, writer, read } = adopt(t, {
      ...WHOLE,
      'AGENTS.md': '# mine\n',
      'docs/features/new.md': '# New\n',
    });
    const before = ['AGENTS.md', 'HANDOFF.md', 'docs/features/README.md', 'docs/features/new.md'].map(read);
    const { items } = await answer({ apply: true });
    assert.ok(items.length > 4);
    assert.deepEqual(writer.asked, []);
    assert.deepEqual(
      ['AGENTS.md', 'HANDOFF.md', 'docs/features/README.md', 'docs/features/new.md'].map(read),
      before,
    );
  });

  it('are written, the index with the rows of the pages that do', async (t) => {
    const { root, answer, read, writer } = adopt(t, {
      ...without(WHOLE, 'docs/features/README.md'),
      'docs/features/b/pay|ments.md': PAGE.replace('# Orders', '# Payments {{x}} | more'),
    });
    const { items } = await answer({ apply: true });
    assert.deepEqual(
      items.map(({ rule, severity, done }) => [rule, severity, done]),
      [['adopt/missing-document', 'drift', true]],
    );
    assert.deepEqual(writer.asked, [{ file: 'docs/features/README.md', expected: 'absent' }]);
    assert.match(
      read('docs/features/README.md'),
      /\n\| Orders \| \[orders\.md\]\(orders\.md\) \| changing orders \|\n/,
    );
    assert.doesNotMatch(read('docs/features/README.md'), /placeholder/);
    assert.deepEqual(checkMap(openMap(root).load(), { maxSectionBytes: 2048 }).findings, []);
    assert.deepEqual((await answer()).items, []);
  });

  it('lack blocks of the template by heading, which are named with their text', async (t) => {
    const { answer } = adopt(t, {
      ...WHOLE,
      'AGENTS.md': '# A\n\n```\n## Process\n```\n\nCommands\n--------\n',
    });
    const { items, text } = await answer();
    assert.deepEqual(
      items.map(({ rule, kind, section, file }) => [rule, kind, section, file]),
      [
        ['adopt/missing-block', 'deterministic', 'Where to look first', 'AGENTS.md'],
        ['adopt/missing-block', 'deterministic', 'Process', 'AGENTS.md'],
        ['adopt/missing-block', 'judgment', 'Hard rules', 'AGENTS.md'],
      ],
    );
    assert.match(items[1]?.insert ?? '', /^## Process\n\n1\. Read the page/);
    assert.match(text, /\n {4}## Process\n\n {4}1\. Read the page/);
  });

  it('are named where they lie under docs and outside the map', async (t) => {
    const { answer } = adopt(t, {
      ...WHOLE,
      'docs/guide.md': '# G\n',
      'docs/adr/one.markdown': '# One\n',
      'docs/node_modules/x/README.md': '',
      'docs/notes.txt': '',
      'README.md': '',
    });
    const { items } = await answer();
    assert.deepEqual(
      items.map(({ rule, kind, severity, file, page }) => [rule, kind, severity, file, page]),
      [
        ['adopt/outside-map', 'judgment', 'advice', 'docs/adr/one.markdown', '../adr/one.markdown'],
        ['adopt/outside-map', 'judgment', 'advice', 'docs/guide.md', '../guide.md'],
      ],
    );
  });

  it('are whole as init writes them', async (t) => {
    const { root, answer } = adopt(t, { 'AGENTS.md': '' });
    writeFileSync(
      join(root, 'AGENTS.md'),
      readFileSync(new URL('../../templates/AGENTS.md.tmpl', import.meta.url)),
    );
    await answer({ apply: true });
    assert.deepEqual((await answer()).items, []);
    assert.ok(DOCUMENT_PATHS.every((path) => readFileSync(join(root, path)).length > 0));
  });
});
