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
    assert.deepEqual(onTests(listed('denies twice', 'was given up', 'a guard › denies twice'), project()), [
      'No test "denies twice" is in "test/guard.test.ts".',
      'No test "was given up" is in "test/guard.test.ts".',
      'No test "a guard › denies twice" is in "test/guard.test.ts".',
    ]);
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

  it('may stand behind a colon, behind a sentence, in quotation marks, or in the list below its file', () => {
    const gone = [
      '`test/guard.test.ts`: `gone one`',
      '`test/guard.test.ts` drives the guard: `gone two`, `gone three`.',
      'In `test/guard.test.ts`: “gone four” and "gone five".',
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
