import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SETTING_NAMES } from '../../src/settings.ts';
import { settingsOfText } from '../../src/settings-text.ts';

/** Every problem of a text, as `line:column pointer message`. */
function problems(text: string): string[] {
  const { settings, problems: found } = settingsOfText(text, 'dsh');
  if (found.length > 0) assert.deepEqual(settings, {});
  return found.map(({ line, column, pointer, message }) => `${line}:${column} ${pointer} ${message}`);
}

test('a file sets what it names, and an editor may find its schema in it', () => {
  const text =
    '{"$schema": "x.json", "mode": "prompt", "maxBytes": 4096, "exemptPaths": ["docs/", "notes/"]}';
  assert.deepEqual(settingsOfText(text, 'dsh'), {
    settings: { mode: 'prompt', maxBytes: 4096, exemptPaths: ['docs/', 'notes/'] },
    problems: [],
  });
  assert.deepEqual(settingsOfText('{}', 'dsh'), { settings: {}, problems: [] });
});

test('the lookups are given for all hosts, or by host; a host that is left out keeps its default', () => {
  const all = '{"sourceTools": ["look"]}';
  for (const host of ['dsh', 'pi'] as const) {
    assert.deepEqual(settingsOfText(all, host).settings, { sourceTools: ['look'] });
  }
  const byHost = '{"sourceTools": {"dsh": ["read", "ast"]}}';
  assert.deepEqual(settingsOfText(byHost, 'dsh').settings, { sourceTools: ['read', 'ast'] });
  assert.deepEqual(settingsOfText(byHost, 'pi').settings, {});
});

test('a problem has its line, column and pointer, and makes the whole file set nothing', () => {
  const text = [
    '{',
    '  "mode": "prompt",',
    '  "maxBytes": 5,',
    '  "exemptPaths": ["docs/", "../x"]',
    '}',
  ].join('\r\n');
  assert.deepEqual(problems(text), [
    '3:3 /maxBytes expected a whole number from 1024 to 1000000, got 5',
    '4:28 /exemptPaths/1 a path stays inside the project: "../x"',
  ]);
  assert.deepEqual(problems('\ufeff{"mode": 1}'), ['1:2 /mode expected one of enforce, prompt, off; got 1']);
});

test('the lookups of every host are checked, whichever host asks', () => {
  assert.deepEqual(problems('{"sourceTools": {"dsh": ["read"], "pi": ["a b"]}}'), [
    `1:42 /sourceTools/pi/0 a tool's name has no spaces or control characters: "a b"`,
  ]);
  assert.deepEqual(problems('{"sourceTools": {"dhs": ["read"]}}'), [
    '1:18 /sourceTools/dhs unknown host; did you mean dsh?',
  ]);
  assert.match(
    problems('{"sourceTools": {"a/b~c": []}}')[0] ?? '',
    /\/sourceTools\/a~1b~0c unknown host; there are/,
  );
});

test('what belongs to a host as a whole cannot be set for one project', () => {
  assert.deepEqual(problems('{"sectionOrder": 5}'), [
    "1:2 /sectionOrder belongs to a host as a whole; set it in that host's own configuration",
  ]);
});

test('a mistyped name is named with the nearest one', () => {
  assert.deepEqual(problems('{"modee": "off"}'), ['1:2 /modee unknown setting; did you mean mode?']);
});

test('a text that is no JSON, or no object, is told so with its place', () => {
  assert.deepEqual(problems('{\n  "mode": off\n}'), ['2:11  is no JSON: expected a value, got "o"']);
  assert.deepEqual(problems('[]'), ['1:1  expected an object of settings, got a list']);
  assert.deepEqual(problems('null'), ['1:1  expected an object of settings, got null']);
  assert.deepEqual(problems('{"$schema": 7}'), ['1:2 /$schema expected a string, got 7']);
});

test('a name that objects inherit is an unknown setting', () => {
  assert.match(problems('{"__proto__": {"mode": "off"}}')[0] ?? '', /unknown setting/);
  assert.match(problems('{"constructor": 1}')[0] ?? '', /unknown setting/);
});

test('property: no JSON value makes it throw, and what has a problem sets nothing', () => {
  const keys = fc.constantFrom(...SETTING_NAMES, '$schema', '__proto__', 'modee');
  const value = fc.oneof(fc.jsonValue(), fc.dictionary(keys, fc.jsonValue()));
  fc.assert(
    fc.property(value, (given) => {
      const { settings, problems: found } = settingsOfText(JSON.stringify(given), 'pi');
      assert.ok(found.length === 0 || Object.keys(settings).length === 0);
    }),
    { numRuns: 500 },
  );
});
