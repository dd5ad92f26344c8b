import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fakeProject, onMap, onTests, staleOf } from './project.ts';

const TESTS = [
  "import { describe, it } from 'node:test';",
  "describe('a guard', () => {",
  "  it('denies once', () => {});",
  "  it('lets the ' +",
  "    'next one pass', () => {});",
  '  it("says \\"no\\"", () => {});',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of a test file
  '  it(`waits ${n} seconds for ${name}`, () => {});',
  "  it.each([1, 2])('counts to %i', () => {});",
  "  it('caf\\u00e9', () => {});",
  '  // it("was given up", () => {});',
  '});',
].join('\n');

const project = (extra: Record<string, string | undefined> = {}) =>
  fakeProject({ 'test/guard.test.ts': TESTS, 'src/x.ts': 'export const x = 1;\n', ...extra });

const listed = (...names: string[]) =>
  `- \`test/guard.test.ts\` — ${names.map((name) => `\`${name}\``).join(', ')}`;

describe('a test listed with its file', () => {
  it('holds as a string: whole, in part, joined, escaped, made by a template or a table', () => {
    const names = [
      'denies once',
      'denies',
      'lets the next one pass',
      'says "no"',
      'waits 5 seconds for the lock',
      'counts to 7',
      'café',
    ];
    assert.deepEqual(onTests(listed(...names), project()), []);
  });

  it('holds when it wraps on the page, names its group as well, or breaks off', () => {
    const names = [
      'lets the next\n  one pass',
      'a guard › denies once',
      'a guard denies once',
      'a guard: denies once',
    ];
    assert.deepEqual(onTests(listed(...names, 'lets the …'), project()), []);
  });

  it('is gone when the file says something else, or has it in a comment only', () => {
    assert.deepEqual(
      onTests(listed('denies once', 'denies twice', 'was given up', 'a guard › denies twice'), project()),
      [
        'No test "denies twice" is in "test/guard.test.ts".',
        'No test "was given up" is in "test/guard.test.ts".',
        'No test "a guard › denies twice" is in "test/guard.test.ts".',
      ],
    );
  });

  it('is told where it is now', () => {
    const files = { 'test/moved.test.ts': "it('denies\\' them twice', () => {});" };
    const [finding] = staleOf(
      { 'p.md': `## Tests that pin it\n\n${listed("denies' them twice")}\n` },
      project(files),
    );
    assert.equal(finding?.remedy, 'List it with its file, if that is one of these: "test/moved.test.ts".');
    assert.deepEqual([finding?.rule, finding?.severity], ['stale/test', 'drift']);
  });

  it('holds as an identifier: of a function, a class, a module, a subtest, a case', () => {
    const files = {
      'spool/spool_test.go': 'func TestReplay(t *testing.T) {\n\tt.Run("oldest first", nil)\n}\n',
      'tests/test_x.py': 'class TestX:\n    def test_one(self): pass\n',
      'src/crc.rs': 'mod tests {\n    #[test]\n    fn agrees() {}\n}\n',
    };
    const section = [
      '- `spool/spool_test.go`: `TestReplay`, `TestReplay/oldest_first`, `TestReplay/oldest first`',
      '- `tests/test_x.py`: `TestX::test_one`, `test_one[a-1]`, `TestX.test_one`',
      '- `src/crc.rs`: `tests::agrees`, `crc::tests::agrees`',
    ];
    assert.deepEqual(onTests(section.join('\n'), project(files)), []);
    const gone =
      '- `spool/spool_test.go`: `TestRepla`, `TestReplay/newest_first`\n- `src/crc.rs`: `tests::agree`';
    assert.equal(onTests(gone, project(files)).length, 3);
  });

  it('may stand behind a colon, in quotation marks beside one that is there, or in the list below its file', () => {
    const gone = [
      '`test/guard.test.ts`: `gone since the first`',
      'In `test/guard.test.ts`: “gone four”, "gone five" and “denies once”.',
      '`test/guard.test.ts`:\n\n- `gone six`\n- `denies once`',
      '1. `test/guard.test.ts`\n   - `gone seven`\n   - `denies once`',
    ];
    for (const section of gone) {
      assert.ok(onTests(section, project()).length >= 1, section);
      assert.equal(onTests(section, project()).length, section.split('gone ').length - 1, section);
    }
  });

  it('is none when it is a command, a setting, or stands in a sentence', () => {
    const section = [
      '- `test/guard.test.ts` — `npm test -- guard`, `TZ=UTC`, `--only`, `cd a && b`',
      '- `test/guard.test.ts` has `something else`. Run it with: `npx vitest run`',
      '- `something else`',
      '',
      'A sentence about: `no test at all`',
    ];
    assert.deepEqual(onTests(section.join('\n'), project()), []);
  });

  const silent = (files: Record<string, string>, ...items: string[]) => {
    for (const item of items) assert.deepEqual(onTests(item, project(files)), [], item);
  };

  it('is none where a word goes on, where a sentence stands between, or where it only has quotes', () => {
    silent(
      {},
      '- `test/guard.test.ts` — `empty session` handling and `a call that is late` in all hosts.',
      '- `test/guard.test.ts` — `the first call of a session` when the host resumes it.',
      '- `test/guard.test.ts` drives the guard: `the first call of a session`.',
      '- `test/guard.test.ts` — tests `the first call of a session`.',
      '- `test/guard.test.ts` — “what happens when the disk is full”, "and when it is empty".',
      '- `test/guard.test.ts`\n  - `the first call of a session` is the hard one\n',
    );
  });

  it('is none as a word, as two words alone, as code, or when the page says that it is gone', () => {
    silent(
      {},
      '- `test/guard.test.ts` — `Chromium`, `snapshot`, `WebKit`.',
      '- `test/guard.test.ts` — `happy path`, `sad path`',
      '- `test/guard.test.ts` — `tmp_path`, `page.goto`, `maxRows`',
      '- `test/guard.test.ts` — `{ mode: "off" } at once`, `expect(reply).toBe(1) in the end`, `a => b => c => d`',
      '- `test/guard.test.ts` — `Error: the guard has no session`, `todo: denies the last call`',
      '- `test/guard.test.ts` — `chromium › guard.test.ts › denies once`, `testTimeout`, `freeze_time`',
      '- `test/guard.test.ts` — `denies the second call` (removed in 2.0), `denies once`.',
    );
  });

  it('holds as a reporter of RSpec prints it, and with the quotes or the call of the file', () => {
    const spec = [
      'RSpec.describe User, type: :model do',
      "  describe '#name' do",
      "    context 'when blank' do",
      "      it 'returns the full name' do",
      '      end',
      '    end',
      '  end',
      'end',
    ].join('\n');
    silent(
      { 'spec/user_spec.rb': spec },
      '- `spec/user_spec.rb` — `User#name when blank returns the full name`, `#name when blank`',
      '- `spec/user_spec.rb` — `User #name when blank returns the full name`',
      '- `test/guard.test.ts` — `"denies once"`, `\'denies once\'`, `it("denies once")`, `test(\'denies once\', …)`',
    );
    const gone = '- `spec/user_spec.rb` — `User#name when blank returns the short name`';
    assert.equal(onTests(gone, project({ 'spec/user_spec.rb': spec })).length, 1);
  });

  it('is not judged where RSpec makes titles, or takes them from elsewhere', () => {
    for (const line of ['it { is_expected.to be_valid }', "it_behaves_like 'a record'"]) {
      silent(
        { 'spec/user_spec.rb': `RSpec.describe User do\n  ${line}\nend\n` },
        '- `spec/user_spec.rb` — `User is expected to be valid`, `User saves its record once`',
      );
    }
  });

  it('holds with a variable at either end of its title', () => {
    const titles = [
      "it('parses ' + file, () => {});",
      "it(file + ' parses without a warning', () => {});",
      "it(['parses', file].join(' '), () => {});",
      "it('parses '.concat(file), () => {});",
      "test('parses ' .. file, function() end)",
      'it "parses #{file.name}" do',
      'func x() { t.Run("parses "+tc.name, f) }',
    ];
    for (const title of titles) {
      silent(
        { 'test/x.test.ts': `describe('x', () => {\n${title}\n});` },
        `- \`test/x.test.ts\` — \`${title.includes('warning') ? 'a.json parses without a warning' : 'parses a file of JSON'}\``,
      );
    }
    const joined = { 'test/x.test.ts': "it('parses ' + file, () => {});" };
    assert.equal(onTests('- `test/x.test.ts` — `reads a file of JSON`', project(joined)).length, 1);
  });

  it('is not judged when a call gives the title', () => {
    for (const title of [
      'it(titleOf(file), f)',
      'it(names[0], f)',
      'it(group + name, f)',
      'it.each(files)(nameOf, f)',
    ]) {
      silent({ 'test/x.test.ts': `${title}\nit('a', f)` }, '- `test/x.test.ts` — `reads a file of JSON`');
    }
    const go = 'func TestParse(t *testing.T) {\n\tt.Run(filepath.Base(f), nil)\n}\n';
    silent({ 'x_test.go': go }, '- `x_test.go` — `TestParse/empty.json`');
  });

  it('is not judged when titles are only known at run time, or the file brings another one in', () => {
    const files = {
      'test/cells.test.ts':
        "import { cells } from './cells.ts';\nfor (const { name } of cells) it(name, () => {});\n",
      'test/driver.test.ts': "import { contract } from './contract.ts';\ncontract(driver);\n",
      'test/contract.ts': "export const contract = () => it('keeps the order', () => {});\n",
      'test/big.test.ts': undefined,
    };
    const section = [
      '- `test/cells.test.ts` — `one of the cells`',
      '- `test/driver.test.ts` — `keeps the order`',
      '- `test/big.test.ts` — `anything`',
      '- `test/none.test.ts` — `anything`',
    ];
    assert.deepEqual(onTests(section.join('\n'), project(files)), [
      '"test/none.test.ts" is not in the project.',
    ]);
    assert.deepEqual(onTests('- `test/driver.test.ts` — `loses the order`', project(files)), [
      'No test "loses the order" is in "test/driver.test.ts".',
    ]);
  });

  it('is not judged with a file that holds no tests, and not under Map', () => {
    assert.deepEqual(onTests('- `src/x.ts` — `not a test`', project()), []);
    assert.deepEqual(onMap(listed('denies twice'), project()), []);
  });
});
