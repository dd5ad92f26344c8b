import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fakeProject, onMap, staleOf } from './project.ts';

const project = (extra: Record<string, string | undefined> = {}) =>
  fakeProject({
    'src/guard.ts': 'export class Guard {\n  decide() {}\n}\n// consult was here\nconst LIMIT = 3;\n',
    'src/other.ts': 'export const other = 1;\n',
    ...extra,
  });

describe('the symbols behind the dash of a path', () => {
  it('hold when each segment is a word of the file', () => {
    const list = '`Guard`, `Guard.decide`, `decide()`, `LIMIT` and `Guard::decide`';
    assert.deepEqual(onMap(`- \`src/guard.ts\` — ${list}.`, project()), []);
  });

  it('hold whatever arguments, type parameters, receivers and indices stand beside the name', () => {
    const list =
      '`decide(a, b)`, `Guard<T, Map<U>>`, `(*Guard).decide`, `Guard#decide`, `LIMIT[0]`, `@Guard`';
    assert.deepEqual(onMap(`- \`src/guard.ts\` — ${list}`, project()), []);
  });

  it('are gone when a segment is only a part of a word', () => {
    const messages = onMap('- `src/guard.ts` — `Guar`, `Guard.decid`, `Older.decide`', project());
    assert.deepEqual(messages, [
      '"Guar" does not occur in "src/guard.ts".',
      '"Guard.decid" does not occur in "src/guard.ts".',
      '"Older.decide" does not occur in "src/guard.ts".',
    ]);
  });

  it('are named with the file where they occur, what declares them first, and none from documentation', () => {
    const files = {
      'src/a.ts': 'consume(moved);',
      'src/b.ts': 'export const moved = 1;',
      'docs/a.md': 'moved',
    };
    const [finding] = staleOf({ 'p.md': '## Map\n\n- `src/guard.ts` — `moved`\n' }, project(files));
    assert.equal(
      finding?.remedy,
      'List it with its file, if that is one of these where it occurs: "src/b.ts" and "src/a.ts".',
    );
  });

  it('are advice when comments alone are left of them', () => {
    const findings = staleOf({ 'p.md': '## Map\n\n- `src/guard.ts` — `consult`\n' }, project());
    assert.deepEqual(
      findings.map(({ rule, severity, message }) => [rule, severity, message]),
      [['stale/symbol', 'advice', '"consult" is left in "src/guard.ts" in comments only.']],
    );
  });

  it('end at the first other word, and what stands in parentheses is skipped', () => {
    const list = '`Guard` (not `gone1`, see (`gone2`)), `decide` as `gone3`, `gone4`; `gone5`';
    assert.deepEqual(onMap(`- \`src/guard.ts\` — ${list}`, project()), []);
    assert.deepEqual(onMap('- `src/guard.ts` — the `gone1`\n- `src/guard.ts`: `gone2`', project()), []);
  });

  it('go on over the wrap of a line, in a link, in bold, and behind other kinds of dash', () => {
    const section = [
      '- `src/guard.ts`\n  — `gone1`,\n  `gone2`',
      '- [`src/guard.ts`](../../src/guard.ts) – `gone3`',
      '- **`src/guard.ts`** -- **`gone4`** and `gone5`',
    ];
    assert.equal(onMap(section.join('\n'), project()).length, 5);
  });

  it('may be in any of the files that the dash follows', () => {
    const both = '- `src/guard.ts` and `src/other.ts` — `other`, `Guard`, `gone1`';
    assert.deepEqual(onMap(both, project()), [
      '"gone1" does not occur in "src/guard.ts" and "src/other.ts".',
    ]);
  });

  it('are not judged where the file is gone, binary or too large, a folder, or not told apart', () => {
    const files = { 'src/big.ts': undefined, 'a/same.ts': '', 'b/same.ts': '' };
    const section = ['src/big.ts', 'src/', 'same.ts'].map((path) => `- \`${path}\` — \`gone1\``).join('\n');
    assert.deepEqual(onMap(section, project(files)), []);
    assert.deepEqual(onMap('- `src/none.ts` — `gone1`', project()), ['"src/none.ts" is not in the project.']);
  });

  it('are none when the text is an expression, a value, a flag, a file or says something of the next word', () => {
    const list = '`new Thing()`, `a === b`, `--flag`, `404`, `undefined`, `other.ts`, `response.json`, `a/b`';
    assert.deepEqual(
      onMap(`- \`src/guard.ts\` — ${list}\n- \`src/guard.ts\` — \`npm\` scripts`, project()),
      [],
    );
  });

  it('may be qualified by a global, by the file or by the folder around it', () => {
    const list = '`guard.decide`, `src.Guard`, `process.LIMIT`, `this.decide`';
    assert.deepEqual(onMap(`- \`src/guard.ts\` — ${list}`, project()), []);
  });

  it('may come through a file that passes on another one', () => {
    const files = {
      'src/index.ts': "export * from './guard.ts';\n",
      'src/outside.ts': "export * from 'somewhere';\n",
      'pkg/__init__.py': 'from .core import *\n',
      'pkg/core.py': 'def run(): pass\n',
    };
    const section =
      '- `src/index.ts` — `Guard`\n- `src/outside.ts` — `anything`\n- `pkg/__init__.py` — `run`';
    assert.deepEqual(onMap(section, project(files)), []);
    assert.deepEqual(onMap('- `src/index.ts` — `nowhere`', project(files)), [
      '"nowhere" does not occur in "src/index.ts".',
    ]);
  });

  it('are compared without case in SQL', () => {
    const files = { 'db/1.sql': 'CREATE TABLE Loan (id INT);' };
    assert.deepEqual(onMap('- `db/1.sql` — `loan`, `create`, `loans`', project(files)), [
      '"loans" does not occur in "db/1.sql".',
    ]);
  });
});

describe('the keys behind the dash of a data file', () => {
  const files = {
    'a.json':
      '{ "scripts": { "build": "tsc", "test:unit": "x" }, "map.tiles": 1, "list": [{ "name": "build" }] }',
    'b.yaml': [
      'levels:',
      '  flood: { marks: 3, colour: red }',
      '  watch:',
      '    marks: 1 # not hold',
      'defaults: &base',
      '  retry: 2',
      'jobs:',
      '  - name: one',
      '    <<: *base',
      '"quoted key":',
      '  inner: pager',
    ].join('\n'),
    'c.toml': 'top = 1\n[uplink]\nretry = { first = "2s" }\nserver.port = 80\n[[station]]\nname = "x"\n',
    'd.yaml': 'a:\n  b: 1\n',
  };

  it('hold at their place or at the end of it', () => {
    const section = [
      '- `a.json` — `scripts.build`, `scripts.test:unit`, `map.tiles`, `list[0].name`, `list.name`, `build`',
      '- `b.yaml` — `levels.flood.marks`, `flood.colour`, `watch.marks`, `jobs.name`, `jobs.retry`',
      '- `c.toml` — `uplink.retry.first`, `uplink.server.port`, `station.name`, `top`',
    ];
    assert.deepEqual(onMap(section.join('\n'), project(files)), []);
  });

  it('are gone when the words are left elsewhere in the file', () => {
    const section = [
      '- `a.json` — `scripts.name`',
      '- `b.yaml` — `levels.pager`',
      '- `c.toml` — `station.port`',
      '- `d.yaml` — `b.a`',
    ];
    assert.deepEqual(
      onMap(section.join('\n'), project(files)).map((message) => message.split('"')[1]),
      ['scripts.name', 'levels.pager', 'station.port', 'b.a'],
    );
  });
});
