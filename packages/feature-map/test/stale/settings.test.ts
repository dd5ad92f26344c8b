import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fakeProject, onSettings, staleOf } from './project.ts';

describe('a default in the table of settings', () => {
  const ways: [name: string, file: string, code: (value: string) => string, key: string][] = [
    ['a pair', 'a.ts', (value) => `const DEFAULTS = { 'a.maxRows': ${value} };`, 'a.maxRows'],
    ['an assignment', 'a.py', (value) => `MAX_ROWS = ${value}\n`, 'MAX_ROWS'],
    ['a typed constant', 'a.ts', (value) => `export const maxRows: number = ${value};`, 'maxRows'],
    [
      'a constant of the file',
      'a.ts',
      (value) => `const LIMIT = ${value};\nuse({ maxRows: LIMIT });`,
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
    const [finding] = staleOf({ 'p.md': page }, fakeProject({ 'a.ts': 'maxRows = 6;' }));
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
        onSettings(`| \`maxRows\` | ${page} | |`, fakeProject({ 'a.ts': `maxRows = ${code};` })),
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
    assert.deepEqual(onSettings(rows, fakeProject({ 'a.ts': 'maxRows = 6;' })), []);
    assert.deepEqual(onSettings('| `maxRows` | `x` | |', fakeProject({ 'a.ts': "maxRows = '/var/x';" })), []);
  });

  it('is not judged when the code computes it, gives several, or imports it', () => {
    const codes = [
      'maxRows = 5 * MINUTE;',
      'maxRows = 6;\nother({ maxRows: 7 });',
      "import { LIMIT } from './x.ts';\nuse({ maxRows: LIMIT });",
      'const LIMIT = 2 * 3;\nuse({ maxRows: LIMIT });',
      'maxRows: number;',
      'use(options.maxRows);',
      '// maxRows = 6',
    ];
    for (const code of codes) {
      assert.deepEqual(onSettings('| `maxRows` | 5 | |', fakeProject({ 'a.ts': code })), [], code);
    }
  });

  it('holds when one place of the code says the same, and is not told by tests, documents and overrides', () => {
    const files = {
      'src/a.ts': "'a.maxRows': 5,",
      'config/production.yaml': 'a:\n  maxRows: 9\n',
      'test/a.test.ts': "'a.maxRows': 8,",
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
    assert.deepEqual(onSettings(rows, fakeProject({ 'a.ts': 'timeout = 6; maxRows = 6; minRows = 6;' })), []);
  });

  it('needs a column of defaults and a section of settings', () => {
    const table = '| Key | Range |\n| --- | --- |\n| `maxRows` | 5 |\n';
    const page = `## Config keys / UI\n\n${table}\n## Map\n\n| Key | Default |\n| --- | --- |\n| \`maxRows\` | 5 |\n`;
    assert.deepEqual(staleOf({ 'p.md': page }, fakeProject({ 'a.ts': 'maxRows = 6;' })), []);
  });
});
