import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { guardRules } from '../../src/guard.ts';
import { DEFAULT_SETTINGS, MODES, resolveSettings, SETTING_NAMES, SETTINGS } from '../../src/settings.ts';
import { checkSettings } from '../../src/settings-check.ts';

/** The problems of one settings object, as `path: message`. */
function problems(value: unknown): string[] {
  return checkSettings(value).problems.map(({ path, message }) => `${path}: ${message}`);
}

test('the settings and their defaults are these', () => {
  assert.deepEqual(DEFAULT_SETTINGS, {
    mode: 'enforce',
    sourceTools: ['read', 'grep', 'glob'],
    exemptPaths: ['docs/', 'AGENTS.md', 'CLAUDE.md', 'HANDOFF.md', 'README.md'],
    maxBytes: 12000,
    sectionsPerTopic: 3,
    maxSectionBytes: 2048,
    sectionOrder: 99,
  });
  assert.deepEqual(Object.keys(DEFAULT_SETTINGS), SETTING_NAMES);
});

test('every default passes its own check', () => {
  assert.deepEqual(checkSettings(DEFAULT_SETTINGS), { settings: DEFAULT_SETTINGS, problems: [] });
});

test('enforce has guard and instruction, prompt the instruction alone, off neither', () => {
  assert.deepEqual(MODES, {
    enforce: { guard: true, instruction: true },
    prompt: { guard: false, instruction: true },
    off: { guard: false, instruction: false },
  });
  assert.deepEqual(SETTINGS.mode.values, Object.keys(MODES));
});

test('a setting that is not set stays absent, and undefined is not set', () => {
  assert.deepEqual(checkSettings(undefined), { settings: {}, problems: [] });
  assert.deepEqual(checkSettings({}), { settings: {}, problems: [] });
  const given = { mode: undefined, maxBytes: 12000 };
  assert.deepEqual(checkSettings(given), { settings: { maxBytes: 12000 }, problems: [] });
});

test('later layers override earlier ones, setting by setting', () => {
  const file = { mode: 'prompt', maxBytes: 4096 } as const;
  const settings = resolveSettings(file, { mode: 'off' });
  assert.deepEqual(settings, { ...DEFAULT_SETTINGS, mode: 'off', maxBytes: 4096 });
  assert.equal(resolveSettings(file, { mode: undefined }).mode, 'prompt');
  assert.deepEqual(resolveSettings(), DEFAULT_SETTINGS);
});

test('an unknown setting is named, with the nearest one', () => {
  assert.deepEqual(problems({ modee: 'off' }), ['modee: unknown setting; did you mean mode?']);
  assert.deepEqual(problems({ omde: 'off' }), ['omde: unknown setting; did you mean mode?']);
  assert.deepEqual(problems({ sourceTool: [] }), ['sourceTool: unknown setting; did you mean sourceTools?']);
  assert.deepEqual(problems({ MAXBYTES: 1 }), ['MAXBYTES: unknown setting; did you mean maxBytes?']);
  assert.deepEqual(problems({ exmeptPaths: [] }), [
    'exmeptPaths: unknown setting; did you mean exemptPaths?',
  ]);
  assert.deepEqual(problems({ colour: 1 }), [
    `colour: unknown setting; there are ${SETTING_NAMES.join(', ')}`,
  ]);
});

test('a name that an object inherits is unknown as well, and a hostile one is escaped', () => {
  assert.match(
    problems(JSON.parse('{"__proto__": {"mode": "off"}}'))[0] ?? '',
    /^__proto__: unknown setting/,
  );
  assert.match(problems({ toString: 1 })[0] ?? '', /^toString: unknown setting/);
  assert.match(problems({ '\u001b[2J': 1 })[0] ?? '', /^"\\u001b\[2J": unknown setting/);
});

test('a wrong type is named with what was expected', () => {
  assert.deepEqual(problems(null), [': expected an object of settings, got null']);
  assert.deepEqual(problems([]), [': expected an object of settings, got a list']);
  assert.deepEqual(problems('off'), [': expected an object of settings, got "off"']);
  assert.deepEqual(problems({ mode: 'enforced' }), [
    'mode: expected one of enforce, prompt, off; got "enforced"',
  ]);
  assert.deepEqual(problems({ mode: true }), ['mode: expected one of enforce, prompt, off; got true']);
  assert.deepEqual(problems({ sourceTools: 'read' }), [
    'sourceTools: expected a list of strings, got "read"',
  ]);
  assert.deepEqual(problems({ sourceTools: ['read', 3] }), ['sourceTools[1]: expected a string, got 3']);
  assert.deepEqual(problems({ maxBytes: '12000' }), [
    'maxBytes: expected a whole number from 1024 to 1000000, got "12000"',
  ]);
});

test('a number out of its range is refused, and its borders are in it', () => {
  const ranges = {
    maxBytes: [1024, 1_000_000],
    sectionsPerTopic: [1, 20],
    maxSectionBytes: [256, 1_000_000],
    sectionOrder: [-1_000_000, 1_000_000],
  } as const;
  for (const [name, [min, max]] of Object.entries(ranges)) {
    for (const value of [min, max]) assert.deepEqual(problems({ [name]: value }), [], `${name} ${value}`);
    for (const value of [min - 1, max + 1, Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.equal(problems({ [name]: value }).length, 1, `${name} ${value}`);
    }
  }
});

test('sizes and counts are whole numbers, and an order may be a fraction', () => {
  for (const name of ['maxBytes', 'sectionsPerTopic', 'maxSectionBytes']) {
    assert.equal(problems({ [name]: SETTINGS.maxBytes.min + 0.5 }).length, 1, name);
  }
  assert.deepEqual(problems({ sectionOrder: 99.5 }), []);
});

test('a tool name without a letter, with a space or too long is refused, and any other is taken', () => {
  assert.deepEqual(problems({ sourceTools: [] }), []);
  assert.deepEqual(problems({ sourceTools: ['mcp__files__read', 'Read', 'lesen-datei.ü'] }), []);
  assert.deepEqual(problems({ sourceTools: [' '] }), ['sourceTools[0]: expected a name, got a blank one']);
  assert.equal(problems({ sourceTools: ['read file'] }).length, 1);
  assert.equal(problems({ sourceTools: ['read\n'] }).length, 1);
  assert.equal(problems({ sourceTools: ['x'.repeat(129)] }).length, 1);
  assert.equal(problems({ sourceTools: Array.from({ length: 65 }, (_, at) => `t${at}`) }).length, 1);
});

test('an exempt path is relative to the project, inside it, and no glob', () => {
  assert.deepEqual(
    problems({
      exemptPaths: ['docs', 'docs/', './notes', 'app/(id)', '..foo', 'a/b.md', 'two words/', 'a!b'],
    }),
    [],
  );
  const wrong: Record<string, RegExp> = {
    '/docs': /relative to the project/,
    'C:/docs': /relative to the project/,
    'docs/**': /no glob/,
    'docs/?': /no glob/,
    '{a,b}/': /no glob/,
    '[ab]/': /no glob/,
    '!src': /no glob/,
    ' docs/': /no blank/,
    'docs/ ': /no blank/,
    'docs\\': /divided by \//,
    '../docs': /inside the project/,
    'docs/../src': /inside the project/,
    '.': /whole project/,
    './': /whole project/,
    '': /blank/,
    'a\0b': /control characters/,
  };
  for (const [entry, message] of Object.entries(wrong)) {
    const found = problems({ exemptPaths: ['docs/', entry] });
    assert.equal(found.length, 1, entry);
    assert.match(found[0] ?? '', message);
    assert.ok(found[0]?.startsWith('exemptPaths[1]: '), found[0]);
  }
});

test('one bad setting does not hide the good ones or the other bad ones', () => {
  const checked = checkSettings({ mode: 'prompt', maxBytes: 1, sectionsPerTopic: 0, exemptPaths: [] });
  assert.deepEqual(checked.settings, { mode: 'prompt', exemptPaths: [] });
  assert.deepEqual(
    checked.problems.map(({ path }) => path),
    ['maxBytes', 'sectionsPerTopic'],
  );
});

test('property: any value is checked without a throw, and what passes is complete with the defaults', () => {
  const value = fc.oneof(
    fc.anything(),
    fc.dictionary(fc.constantFrom(...SETTING_NAMES, 'modee'), fc.anything()),
  );
  fc.assert(
    fc.property(value, (given) => {
      const { settings } = checkSettings(given);
      const resolved = resolveSettings(settings);
      assert.deepEqual(checkSettings(resolved).problems, []);
      guardRules(resolved);
    }),
    { numRuns: 500 },
  );
});
