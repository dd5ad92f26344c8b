import assert from 'node:assert/strict';
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { scratch } from '../guard/scratch.ts';
import { adopt, INDEX, PAGE, WHOLE, without } from './adopt-project.ts';

describe('feature_map_adopt', () => {
  it('has nothing to say of a project whose documents are whole', async (t) => {
    const { answer } = adopt(t, WHOLE);
    const { items, sendToInit, text } = await answer();
    assert.deepEqual([items, sendToInit], [[], false]);
    assert.match(text, /nothing is left to do/);
  });

  it('sends a project without documents and without AGENTS.md to init, and writes nothing there', async (t) => {
    const { root, answer, writer } = adopt(t, {
      'README.md': '# P\n',
      'docs/logo.svg': '',
      'docs/.hidden.md': '',
    });
    const { sendToInit, items, text } = await answer({ apply: true });
    assert.deepEqual([sendToInit, items], [true, []]);
    assert.match(text, /nothing to adopt.*feature_map_init/s);
    assert.deepEqual(writer.asked, []);
    assert.deepEqual(readdirSync(root).sort(), ['README.md', 'docs']);
  });

  for (const [what, tree] of [
    ['AGENTS.md', { 'AGENTS.md': '# A\n' }],
    ['markdown under docs', { 'docs/guide.md': '# G\n' }],
    ['a page without an index', { 'docs/features/orders.md': PAGE }],
    ['a page that cannot be read', { 'docs/features/orders.md': 'a\0b' }],
    ['a handoff', { 'HANDOFF.md': 'x\n' }],
  ] as const) {
    it(`takes ${what} for something to adopt`, async (t) => {
      assert.equal((await adopt(t, tree).answer()).sendToInit, false);
    });
  }

  it('reports the map’s own findings, what follows from the files first', async (t) => {
    const { answer } = adopt(t, {
      ...WHOLE,
      'docs/features/README.md': `${INDEX}| Gone | [gone.md](gone.md) | never |\n`,
      'docs/features/refunds.md': PAGE.replace('# Orders', '# Refunds'),
    });
    const { items, text } = await answer();
    assert.deepEqual(
      items.map(({ rule, kind, severity, file, line }) => [rule, kind, severity, file, line]),
      [
        ['index/unlinked-page', 'deterministic', 'drift', 'docs/features/refunds.md', 1],
        ['index/broken-link', 'judgment', 'drift', 'docs/features/README.md', 6],
      ],
    );
    assert.match(text, /2 to do, 1 deterministic .*, 1 judgment/);
    assert.match(
      text,
      /deterministic drift index\/unlinked-page at docs\/features\/refunds\.md:1\n.*\n {4}\| Refunds \|/,
    );
  });

  it('names a document that the writer refuses, and leaves it in the plan', async (t) => {
    const { answer } = adopt(t, without(WHOLE, 'HANDOFF.md', 'docs/SPEC.md'), {
      refusals: { 'HANDOFF.md': 'may not be written in this session' },
    });
    const { items, refused, text } = await answer({ apply: true });
    assert.deepEqual(refused, [{ path: 'HANDOFF.md', reason: 'may not be written in this session' }]);
    assert.deepEqual(
      items.map(({ file, done }) => [file, done]),
      [
        ['HANDOFF.md', undefined],
        ['docs/SPEC.md', true],
      ],
    );
    assert.match(text, /Not written: HANDOFF\.md may not be written in this session/);
    assert.match(text, /1 to do/);
  });

  it('neither reads nor writes by a link that leads out of the project', async (t) => {
    const outside = scratch(t, { 'secret.md': '# Secret heading\n', 'docs/guide.md': '# G\n' });
    const { root, answer, writer } = adopt(t, without(WHOLE, 'AGENTS.md', 'HANDOFF.md'));
    symlinkSync(join(outside, 'secret.md'), join(root, 'AGENTS.md'));
    symlinkSync(join(outside, 'new.md'), join(root, 'HANDOFF.md'));
    symlinkSync(join(outside, 'docs'), join(root, 'docs/more'));
    const { items, text } = await answer({ apply: true });
    assert.deepEqual(
      items.map(({ rule, kind, file }) => [rule, kind, file]),
      [
        ['adopt/missing-document', 'judgment', 'AGENTS.md'],
        ['adopt/missing-document', 'judgment', 'HANDOFF.md'],
      ],
    );
    assert.match(text, /leads out of the project/);
    assert.deepEqual(writer.asked, []);
    assert.deepEqual(readdirSync(outside).sort(), ['docs', 'secret.md']);
  });

  it('does not look into a docs folder that lies elsewhere', async (t) => {
    const outside = scratch(t, { 'guide.md': '# G\n' });
    const { root, answer, writer } = adopt(t, { 'AGENTS.md': '# A\n' });
    symlinkSync(outside, join(root, 'docs'));
    const { items } = await answer({ apply: true });
    assert.ok(items.every(({ rule }) => rule !== 'adopt/outside-map'));
    assert.deepEqual(
      writer.asked.map(({ file }) => file),
      ['HANDOFF.md'],
    );
    assert.deepEqual(readdirSync(outside), ['guide.md']);
  });

  it('stays within `maxBytes` and counts what it leaves out; programs get all of it', async (t) => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`docs/old/${at}.md`, '']));
    const { answer } = adopt(t, { ...WHOLE, ...many }, { maxBytes: 2048 });
    const { items, text } = await answer();
    assert.equal(items.length, 200);
    assert.ok(Buffer.byteLength(text) <= 2048);
    const left = Number(/\[(\d+) of 200 are left out/.exec(text)?.[1]);
    assert.equal(text.match(/^judgment advice adopt/gm)?.length, 200 - left);
  });

  it('stays within the least `maxBytes` also where it has written every document', async (t) => {
    const { answer } = adopt(t, { 'docs/a.md': '' }, { maxBytes: 1024 });
    const { written, text } = await answer({ apply: true });
    assert.equal(written.length, 4);
    assert.ok(Buffer.byteLength(text) <= 1024);
    assert.match(text, /To fill in:\n- AGENTS\.md.*\n\[\d+ of \d+ are left out/s);
  });

  it('shows a file name with a line break as one line', async (t) => {
    const { answer } = adopt(t, { ...WHOLE, 'docs/a\nb.md': '' });
    assert.match((await answer()).text, /at "docs\/a\\u000ab\.md":1\n/);
  });

  it('gives findings in the shape that its schema describes', async (t) => {
    const { answer, tool } = adopt(t, {
      ...without(WHOLE, 'HANDOFF.md'),
      'docs/features/x.md': '',
      'docs/y.md': '',
    });
    const value = await answer({ apply: true });
    const schema = tool.value as {
      properties: Record<string, { items?: { properties?: object; required?: string[] } }>;
    };
    assert.deepEqual(Object.keys(value).sort(), Object.keys(schema.properties).sort());
    const { properties = {}, required = [] } = schema.properties.items?.items ?? {};
    for (const item of value.items) {
      for (const name of Object.keys(item)) assert.ok(Object.hasOwn(properties, name), name);
      for (const name of required) assert.ok(Object.hasOwn(item, name), name);
    }
  });

  it('takes no argument but `apply`', async (t) => {
    const { tool, root, writer } = adopt(t, WHOLE);
    for (const [args, complaint] of [
      [{ write: true }, /feature_map_adopt: unknown argument "write"; allowed are apply/],
      [{ apply: 1 }, /"apply" must be true or false, not 1/],
    ] as const) {
      const reply = await tool.run(args, root, () => writer);
      assert.match(reply.isError ? reply.text : '', complaint);
    }
  });
});
