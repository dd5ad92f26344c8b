import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fakeProject, onMap, staleOf } from './project.ts';

const project = (extra: Record<string, string | undefined> = {}) =>
  fakeProject({
    'src/guard.ts':
      'export class Guard {\n  decide() {}\n}\n// consult was here\nconst LIMIT = 3;\nfunction lettersLeft() {}\n',
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
    const messages = onMap('- `src/guard.ts` — `lettersLef`, `Guard.decid`, `OlderGuard.decide`', project());
    assert.deepEqual(messages, [
      '"lettersLef" does not occur in "src/guard.ts".',
      '"Guard.decid" does not occur in "src/guard.ts".',
      '"OlderGuard.decide" does not occur in "src/guard.ts".',
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
    const list = '`Guard` (not `goneOne`, see (`goneTwo`)), `decide` as `goneThree`, `goneFour`; `goneFive`';
    assert.deepEqual(onMap(`- \`src/guard.ts\` — ${list}`, project()), []);
    assert.deepEqual(onMap('- `src/guard.ts` — the `goneOne`\n- `src/guard.ts`: `goneTwo`', project()), []);
  });

  it('go on over the wrap of a line, in a link, in bold, and behind other kinds of dash', () => {
    const section = [
      '- `src/guard.ts`\n  — `goneOne`,\n  `goneTwo`',
      '- [`src/guard.ts`](../../src/guard.ts) – `goneThree`',
      '- **`src/guard.ts`** -- **`goneFour`** and `goneFive`',
    ];
    assert.equal(onMap(section.join('\n'), project()).length, 5);
  });

  it('may be in any of the files that the dash follows', () => {
    const both = '- `src/guard.ts` and `src/other.ts` — `other`, `Guard`, `goneOne`';
    assert.deepEqual(onMap(both, project()), [
      '"goneOne" does not occur in "src/guard.ts" and "src/other.ts".',
    ]);
  });

  it('are not judged where the file is gone, binary or too large, a folder, or not told apart', () => {
    const files = { 'src/big.ts': undefined, 'a/same.ts': '', 'b/same.ts': '' };
    const section = ['src/big.ts', 'src/', 'same.ts'].map((path) => `- \`${path}\` — \`goneOne\``).join('\n');
    assert.deepEqual(onMap(section, project(files)), []);
    assert.deepEqual(onMap('- `src/none.ts` — `goneOne`', project()), [
      '"src/none.ts" is not in the project.',
    ]);
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
    assert.deepEqual(onMap('- `src/index.ts` — `nowhere()`', project(files)), [
      '"nowhere()" does not occur in "src/index.ts".',
    ]);
  });

  it('are compared without case in SQL', () => {
    const files = { 'db/1.sql': 'CREATE TABLE Loan (id INT);' };
    assert.deepEqual(onMap('- `db/1.sql` — `loan`, `create`, `loan_lines`', project(files)), [
      '"loan_lines" does not occur in "db/1.sql".',
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

describe('a name that is only spoken of', () => {
  const silent = (file: string, code: string, list: string, extra: Record<string, string> = {}) =>
    assert.deepEqual(onMap(`- \`${file}\` — ${list}`, fakeProject({ [file]: code, ...extra })), [], list);

  it('is the file itself, or the folder whose index it is', () => {
    const user = { 'web/app.ts': 'export class UserCard {}\nexport class Button {}\n' };
    silent('web/Button.vue', '<template />', '`Button`', user);
    silent('ios/StatusWidget.swift', 'import UIKit', '`StatusWidget`');
    silent('web/user-card.tsx', 'export default () => null', '`UserCard`', user);
    silent('web/UserCard/index.tsx', 'export default () => null', '`UserCard`', user);
  });

  it('is put together by the file: selectors, macros, templates, prefixes', () => {
    silent('a.scss', '.card {\n  &__title { top: 0 }\n}\n', '`card__title`, `.card__title`');
    silent('a.c', '#define HANDLE(n) void handle_##n(void)\n', '`handle_open`, `handle_close()`');
    silent('b.c', 'DEFINE_HANDLER(open);\n', '`handle_open()`');
    silent('a.js', 'Object.keys(env).filter((key) => /^debug_/i.test(key))', '`DEBUG_COLORS`');
  });

  it('is a verb of HTTP, an acronym, an error code, a key, a version, a word or a type of a language', () => {
    const code = 'export const route = 1;\n';
    const next = { 'b.ts': 'export function GET() {}\nexport class JSON {}\nexport const async = 1;\n' };
    silent('a.ts', code, '`GET`, `POST`, `LRU`, `JSON`, `ENOENT` and `ECONNREFUSED`', next);
    silent('a.ts', code, '`NaN`, `Infinity`, `Uint8Array`, `Esc`, `v2`, `@deprecated`');
    silent('a.ts', '// Uint8Array and ENOENT\n', '`Uint8Array`, `ENOENT`');
  });

  it('says something of the next word', () => {
    const others = { 'b.ts': 'export class Postgres {}\nexport class SomeCache {}\n' };
    for (const list of ['`Postgres` access', '`ESM` and `CJS` output', '`LRU` cache', '`JSON` lines']) {
      silent('a.ts', 'x', list, others);
    }
    silent('a.ts', 'x', '`SomeCache`-keyed', others);
  });

  it('is a type made of one that the file has', () => {
    silent(
      'a.ts',
      'export interface UserDto {}',
      '`Patched<UserDto>`, `Partial<UserDto>`, `MadeUpType<UserDto>`',
    );
  });

  it('is a member that a base, a mixin, a generator or another file brings in', () => {
    silent('a.py', 'class User(models.Model):\n    pass\n', '`User.objects`');
    silent('a.js', 'class Response {}\nmixinBody(Response);\n', '`Response.arrayBuffer()`', {
      'b.js': 'export function arrayBuffer() {}\n',
    });
    silent('a.tsx', "import styles from './a.module.css';\n", '`styles.header`');
    silent('a.ts', "import { prisma } from './db.ts';\nprisma.user.count();\n", '`prisma.user.findMany`');
    silent('a.rb', 'class User < ApplicationRecord\nend\n', '`User.where`');
    silent('a.rs', '#[derive(Default)]\npub struct Config {\n}\n', '`Config::default`');
    silent(
      'tsconfig.json',
      '{ "extends": "./base.json", "compilerOptions": {} }',
      '`compilerOptions.strict`',
    );
  });

  it('is one of a framework, of a browser, or of something that the sentence names', () => {
    silent('a.rb', 'class UsersController < ApplicationController\nend\n', '`current_user`, `users_path`');
    silent('a.vue', '<template></template>\n', '`useRoute`, `definePage`');
    silent('a.tsx', 'export const App = 1;\n', '`className`, `onClick`, `AbortError`');
    silent('a.tsx', 'export const App = 1;\n', '`useCart()` from `hooks/use-cart.ts`');
    silent('a.ts', 'export const App = 1;\n', '`createCart()` (removed in 2.0)');
    silent('a.ts', 'export const App = 1;\n', '`createCart()`, now gone');
  });

  it('may be anything as long as it has no form of a name and nobody declares it', () => {
    silent('a.ts', 'x', '`walks`, `Redis`, `retry`', { 'b.ts': "const retry = require('retry');\n" });
    silent('a.ts', 'x', '`someLibrary`', { 'b.ts': 'use(someLibrary);\n' });
  });

  it('is a symbol that went when another file declares it', () => {
    const files = { 'a.ts': 'x', 'b.ts': 'export const retry = 1;\n' };
    assert.deepEqual(onMap('- `a.ts` — `retry`', fakeProject(files)), ['"retry" does not occur in "a.ts".']);
  });
});
