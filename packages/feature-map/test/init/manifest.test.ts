import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { MANIFEST_FILES, readManifest } from '../../src/init/manifest.ts';
import { tomlStrings } from '../../src/init/toml-strings.ts';

describe('readManifest', () => {
  for (const [file, text, name, summary] of [
    ['package.json', '\ufeff{"name":"@a/b","description":"Does it."}', '@a/b', 'Does it.'],
    ['package.json', '{"name":7,"description":null}', undefined, undefined],
    ['package.json', '[]', undefined, undefined],
    ['composer.json', '{"name":"vendor/lib","description":"x"}', 'vendor/lib', 'x'],
    ['deno.json', '{"name":"@a/d"}', '@a/d', undefined],
    [
      'pyproject.toml',
      '[build-system]\nname="no"\n[project]\nname = "tide" # it\ndescription = \'x\'\n',
      'tide',
      'x',
    ],
    [
      'pyproject.toml',
      '[tool.poetry]\nname = "old"\ndescription = """\nTwo \\\n  lines"""\n',
      'old',
      'Two lines',
    ],
    ['pyproject.toml', 'project.name = "dotted"\n', 'dotted', undefined],
    ['Cargo.toml', '[package]\r\nname = "crab"\r\ndescription.workspace = true\r\n', 'crab', undefined],
    ['Cargo.toml', '[[bin]]\nname = "no"\n[package]\nname = "yes"\n', 'yes', undefined],
    ['go.mod', '// a\nmodule example.com/team/tool/v3\n\ngo 1.22\n', 'tool', undefined],
    ['go.mod', 'module "plain"\n', 'plain', undefined],
    ['pubspec.yaml', 'name: app\ndescription: "A: b" # c\n', 'app', 'A: b'],
    ['pubspec.yaml', 'name: app\ndescription: >-\n  Long\n', 'app', undefined],
    [
      'setup.cfg',
      '[other]\nname = no\n[metadata]\nname = yes\ndescription = It does.\n[next]\n',
      'yes',
      'It does.',
    ],
  ] as const) {
    it(`finds name and summary in ${file}: ${JSON.stringify(text).slice(0, 60)}`, () => {
      assert.deepEqual(readManifest(file, text), { name, summary });
    });
  }

  it('says nothing of a text that is not of its format', () => {
    assert.equal(readManifest('package.json', '{"name": "cut'), undefined);
  });

  it('takes any text without throwing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...MANIFEST_FILES), fc.string({ unit: 'binary' }), (file, text) => {
        const manifest = readManifest(file, text);
        for (const value of [manifest?.name, manifest?.summary])
          assert.ok(['string', 'undefined'].includes(typeof value));
      }),
    );
  });
});

describe('tomlStrings', () => {
  it('reads no table and no key within a string of several lines', () => {
    const strings = tomlStrings("a = '''\n[project]\nname = \"no\"\n'''\nb = \"yes\"\n");
    assert.deepEqual([...strings.keys()], ['a', 'b']);
    assert.equal(strings.get('a'), '[project]\nname = "no"\n');
  });

  it('resolves escapes in double quotes alone', () => {
    const strings = tomlStrings('a = "q\\"\\u00e9\\U0001F680\\n"\nb = \'\\n\'\n"c.d" . e = "x"\n');
    assert.equal(strings.get('a'), 'q"é🚀\n');
    assert.equal(strings.get('b'), '\\n');
    assert.equal(strings.get('c.d.e'), 'x');
  });

  it('drops a string that nothing closes, and all below it', () => {
    assert.deepEqual([...tomlStrings('a = "x\nb = """\nc = "y"\n')], []);
  });
});
