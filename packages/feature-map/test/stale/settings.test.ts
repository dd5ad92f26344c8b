import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fakeProject, onSettings, staleOf } from './project.ts';

describe('a default in the table of settings', () => {
  const ways: [name: string, file: string, code: (value: string) => string, key: string][] = [
    ['a pair', 'a.ts', (value) => `const DEFAULTS = { 'a.maxRows': ${value} };`, 'a.maxRows'],
    ['a constant at the margin', 'a.py', (value) => `MAX_ROWS = ${value}\n`, 'MAX_ROWS'],
    ['a parameter', 'a.ts', (value) => `run(rows: string[], maxRows = ${value}) {}`, 'maxRows'],
    ['a pattern', 'a.js', (value) => `const { order, maxRows = ${value} } = options;`, 'maxRows'],
    ['a parameter of a definition', 'a.py', (value) => `def run(rows, max_rows=${value}):\n`, 'max_rows'],
    ['a field with a type', 'a.py', (value) => `class S:\n    max_rows: int = ${value}\n`, 'max_rows'],
    ['a field', 'A.java', (value) => `class A {\n  private int maxRows = ${value};\n}`, 'maxRows'],
    ['a fallback of fallbacks', 'a.ts', (value) => `o.maxRows ?? o.rows ?? ${value};`, 'maxRows'],
    [
      'a named object',
      'a.ts',
      (value) => `const defaultOptions: O = { a: { maxRows: ${value} } };`,
      'maxRows',
    ],
    ['a frozen object', 'a.js', (value) => `A.DEFAULTS = Object.freeze({ maxRows: ${value} });`, 'maxRows'],
    ['a named function', 'a.go', (v) => `func DefaultOf() C {\n\treturn C{maxRows: ${v}}\n}`, 'maxRows'],
    [
      'a named function',
      'a.py',
      (v) => `def default_of():\n    return dict(\n        max_rows=${v},\n    )\n`,
      'max_rows',
    ],
    [
      'a default of a type',
      'a.rs',
      (v) => `impl Default for C {\n  fn default() -> C { C { max_rows: ${v} } }\n}`,
      'max_rows',
    ],
    [
      'a schema of JSON',
      'a.json',
      (value) => `{ "maxRows": { "type": "integer", "default": ${value} } }`,
      'maxRows',
    ],
    ['an operator of Kotlin', 'a.kt', (value) => `val rows = options.maxRows ?: ${value}\n`, 'maxRows'],
    ['an argument of a build', 'Dockerfile', (value) => `ARG MAX_ROWS=${value}\n`, 'MAX_ROWS'],
    ['a block of Ruby', 'a.rb', (value) => `ENV.fetch("MAX_ROWS") { ${value} }`, 'MAX_ROWS'],
    ['a typed constant', 'a.ts', (value) => `export const maxRows: number = ${value};`, 'maxRows'],
    [
      'a constant of the file',
      'a.ts',
      (value) =>
        `interface O { maxRows?: number }\nconst LIMIT = ${value};\nconst rows = o.maxRows ?? LIMIT;`,
      'maxRows',
    ],
    ['a fallback', 'a.ts', (value) => `process.env.MAX_ROWS ?? '${value}'`, 'MAX_ROWS'],
    ['a second argument', 'a.go', (value) => `envInt("MAX_ROWS", ${value})`, 'MAX_ROWS'],
    ['a default in a map', 'a.ts', (value) => `maxRows: {\n  kind: 'x',\n  default: ${value},\n}`, 'maxRows'],
    ['a default of a schema', 'a.ts', (value) => `maxRows: z.number().min(1).default(${value}),`, 'maxRows'],
    ['a named argument', 'a.py', (value) => `add("--max-rows", type=int, default=${value})`, '--max-rows'],
    ['an unwrapped variable', 'a.rs', (value) => `var("MAX_ROWS").unwrap_or("${value}".into())`, 'MAX_ROWS'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of a shell script
    ['a shell variable', 'a.sh', (value) => 'rows="${MAX_ROWS:-VALUE}"'.replace('VALUE', value), 'MAX_ROWS'],
    ['a nested key of a data file', 'a.yaml', (value) => `a:\n  max_rows: ${value} # rows\n`, 'a.max_rows'],
    ['a line of an environment file', '.env.example', (value) => `MAX_ROWS=${value}\n`, 'MAX_ROWS'],
  ];
  for (const [name, file, code, key] of ways) {
    it(`is compared with ${name}`, () => {
      const row = `| \`${key}\` | \`500\` | rows |`;
      assert.deepEqual(onSettings(row, fakeProject({ [file]: code('500') })), []);
      assert.deepEqual(onSettings(row, fakeProject({ [file]: code('700') })), [
        `The default of "${key}" is "500" on the page, and "${file}" says "700".`,
      ]);
    });
  }

  it('is advice, at the line of its row', () => {
    const page =
      '# P\n\n## Config keys / UI\n\n| Key | Default |\n| --- | --- |\n| `x` | `1` |\n| `maxRows` | 5 |\n';
    const [finding] = staleOf({ 'p.md': page }, fakeProject({ 'a.ts': 'const maxRows = 6;' }));
    assert.deepEqual([finding?.rule, finding?.severity, finding?.line], ['stale/setting', 'advice', 8]);
  });

  it('is the same in another spelling', () => {
    const same: [page: string, code: string][] = [
      ['1000', '1_000'],
      ['2000000', '2e6'],
      ['yes', 'true'],
      ['off', 'False'],
      ['`auto`', "'auto'"],
      ['"auto"', '"AUTO"'],
    ];
    for (const [page, code] of same) {
      assert.deepEqual(
        onSettings(`| \`maxRows\` | ${page} | |`, fakeProject({ 'a.ts': `const maxRows = ${code};` })),
        [],
        page,
      );
    }
  });

  it('is not judged when it is a path, a list, a sentence, none, or of another kind', () => {
    const pages = [
      '`a/b`',
      '`a`, `b`',
      'depends on the machine',
      'none',
      '—',
      'none, required',
      '5 minutes',
      '`auto`',
    ];
    const rows = pages.map((page) => `| \`maxRows\` | ${page} | |`).join('\n');
    assert.deepEqual(onSettings(rows, fakeProject({ 'a.ts': 'const maxRows = 6;' })), []);
    assert.deepEqual(
      onSettings('| `maxRows` | `x` | |', fakeProject({ 'a.ts': "const maxRows = '/var/x';" })),
      [],
    );
  });

  it('is not judged when the code computes it, gives several, or imports it', () => {
    const codes = [
      'const maxRows = 5 * MINUTE;',
      'const maxRows = 6;\nconst DEFAULTS = { maxRows: 7 };',
      "import { LIMIT } from './x.ts';\noptions.maxRows ?? LIMIT;",
      'const LIMIT = 2 * 3;\noptions.maxRows ?? LIMIT;',
      'const DEFAULTS = { maxRows: cpus().length };\nconst maxRows = 6;',
      'options.maxRows ?? options.rows ?? limit();\nconst DEFAULTS = { maxRows: 6 };',
      'rows: z.number(), maxRows: z.number().default(() => 6),',
      'maxRows: number;',
      'use(options.maxRows);',
      '// const maxRows = 6',
    ];
    for (const code of codes) {
      assert.deepEqual(onSettings('| `maxRows` | 5 | |', fakeProject({ 'a.ts': code })), [], code);
    }
  });

  it('is told by nothing that sets a value and does not say to be a default', () => {
    const codes: [file: string, code: string, key?: string][] = [
      ['a.ts', 'call({ maxRows: 6 });'],
      ['a.ts', 'const server = createServer(app, { port, maxRows: 6 });'],
      ['a.ts', 'createDefaultServer({ maxRows: 6 });'],
      ['a.ts', 'call(DEFAULT_TIMEOUT, { maxRows: 6 });'],
      ['a.ts', 'if (isDefault(x)) {\n  call({ maxRows: 6 });\n}'],
      ['a.ts', 'switch (x) {\n  default:\n    call({ maxRows: 6 });\n}'],
      ['a.ts', 'export default { maxRows: 6 };'],
      ['a.ts', 'const PRESETS = { large: { maxRows: 6 } };'],
      ['a.ts', 'let maxRows = 0;\nmaxRows = 6;'],
      ['a.ts', 'for (let i = 0, maxRows = 6; i < maxRows; i++) {}'],
      ['a.ts', 'function f() {\n  const rows = 1, maxRows = 6;\n}'],
      ['a.ts', 'if (options.maxRows === 6) {}'],
      ['a.ts', 'params.set("maxRows", 6);'],
      ['a.ts', 'expect(config.get("maxRows")).toBe(6);'],
      ['a.py', 'run(rows, max_rows=6)\n', 'max_rows'],
      ['a.py', '    max_rows = 6\n', 'max_rows'],
      ['a.go', 'run(Options{maxRows: 6})'],
      ['a.rb', 'run(rows, max_rows: 6)', 'max_rows'],
      ['examples/a.ts', 'const DEFAULTS = { maxRows: 6 };'],
      ['deploy/production.yaml', 'maxRows: 6\n'],
      ['.env.test', 'MAX_ROWS=6\n', 'MAX_ROWS'],
    ];
    for (const [file, code, key = 'maxRows'] of codes) {
      assert.deepEqual(onSettings(`| \`${key}\` | 5 | |`, fakeProject({ [file]: code })), [], code);
    }
  });

  it('holds when one place of the code says the same, and is not told by tests, documents and overrides', () => {
    const files = {
      'src/a.ts': "const DEFAULTS = { 'a.maxRows': 5 };",
      'config/production.yaml': 'a:\n  maxRows: 9\n',
      'test/a.test.ts': "const DEFAULTS = { 'a.maxRows': 8 };",
      'README.md': "'a.maxRows': 7",
    };
    assert.deepEqual(onSettings('| `a.maxRows` | 5 | |', fakeProject(files)), []);
    const { 'src/a.ts': _, ...others } = files;
    assert.deepEqual(
      onSettings('| `a.maxRows` | 5 | |', fakeProject({ ...others, 'src/b.ts': 'get("a.maxRows")' })),
      [],
    );
  });

  it('is not judged for a key that is a plain word or named with others', () => {
    const rows = '| `timeout` | 5 | |\n| `maxRows`, `minRows` | 5 | |\n| max rows | 5 | |\n| `a b` | 5 | |';
    assert.deepEqual(
      onSettings(rows, fakeProject({ 'a.ts': 'const timeout = 6;\nconst maxRows = 6;\nconst minRows = 6;' })),
      [],
    );
  });

  it('needs a column of defaults and a section of settings', () => {
    const table = '| Key | Range |\n| --- | --- |\n| `maxRows` | 5 |\n';
    const page = `## Config keys / UI\n\n${table}\n## Map\n\n| Key | Default |\n| --- | --- |\n| \`maxRows\` | 5 |\n`;
    assert.deepEqual(staleOf({ 'p.md': page }, fakeProject({ 'a.ts': 'const maxRows = 6;' })), []);
  });
});
