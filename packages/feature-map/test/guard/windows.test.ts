import assert from 'node:assert/strict';
import { win32 } from 'node:path';
import { test } from 'node:test';
import { findMapRoot } from '../../src/map-root.ts';
import { type GuardFs, surroundings } from '../../src/paths.ts';
import { ask, PROJECT, rulesOf, scratch } from './scratch.ts';

/** A disk with drives. Like that of Windows it ignores case, and answers in the case that it holds. */
function disk(files: readonly string[]): GuardFs {
  const nodes = new Map<string, { path: string; file: boolean }>();
  for (const file of files) {
    nodes.set(file.toLowerCase(), { path: file, file: true });
    for (let path = win32.dirname(file); !nodes.has(path.toLowerCase()); path = win32.dirname(path)) {
      nodes.set(path.toLowerCase(), { path, file: false });
    }
  }
  const find = (path: string) =>
    nodes.get(
      win32
        .resolve(path)
        .toLowerCase()
        .replace(/(?<=[^:])\\$/, ''),
    );
  return {
    statSync(path) {
      const node = find(path);
      return node && { isFile: () => node.file, isDirectory: () => !node.file };
    },
    realpathSync(path) {
      const node = find(path);
      if (node === undefined) throw new Error('ENOENT');
      return node.path;
    },
  };
}

const FILES = [
  'C:\\code\\app\\docs\\features\\README.md',
  'C:\\code\\app\\AGENTS.md',
  'C:\\code\\app\\src\\a.ts',
  'C:\\code\\other\\x.ts',
  'D:\\data\\y.ts',
  'E:\\docs\\features\\README.md',
  'E:\\src\\z.ts',
];
const windows = { fs: disk(FILES), path: win32, home: 'C:\\Users\\me' };

test('a project on a Windows drive is found and its paths are judged, with either slash and any case', () => {
  const cwd = 'C:\\code\\app';
  const rules = rulesOf({}, windows);
  assert.equal(findMapRoot('C:\\code\\app\\src', surroundings(windows)), cwd);
  const verdicts: Record<string, string> = {
    'src\\a.ts': 'source-path',
    'src/a.ts': 'source-path',
    'SRC\\A.ts': 'source-path',
    'c:\\Code\\App\\src\\a.ts': 'source-path',
    'docs\\features\\README.md': 'exempt',
    'Docs/Features': 'exempt',
    'agents.md': 'exempt',
    '..\\other\\x.ts': 'outside',
    'D:\\data\\y.ts': 'outside',
    'D:': 'missing',
    '\\\\server\\share\\x.ts': 'missing',
  };
  for (const [path, rule] of Object.entries(verdicts)) {
    assert.equal(ask(cwd, 'read', { file_path: path }, rules).rule, rule, path);
  }
  assert.equal(ask(cwd, 'glob', { pattern: 'docs\\**\\*.md' }, rules).rule, 'exempt');
  assert.equal(ask(cwd, 'glob', { pattern: 'src\\**' }, rules).rule, 'project-search');
  assert.equal(ask(cwd, 'grep', { pattern: 'x', path: 'c:\\CODE\\app' }, rules).rule, 'project-search');
});

test('the walk ends at the root of a drive', () => {
  assert.equal(findMapRoot('D:\\data', surroundings(windows)), undefined);
  assert.equal(findMapRoot('C:\\', surroundings(windows)), undefined);
});

test('a project that is a whole drive is guarded like any other', () => {
  const rules = rulesOf({}, windows);
  assert.equal(ask('E:\\', 'read', { file_path: 'src\\z.ts' }, rules).rule, 'source-path');
  assert.equal(ask('E:\\src', 'read', { file_path: '..\\docs' }, rules).rule, 'exempt');
  assert.equal(ask('E:\\', 'read', { file_path: 'D:\\data' }, rules).rule, 'outside');
});

test('elsewhere a Windows path is a plain name, and nothing is there', (t) => {
  const root = scratch(t, PROJECT);
  for (const path of ['C:\\code\\app\\src\\a.ts', 'src\\a.ts', '\\\\server\\share', 'C:']) {
    assert.equal(ask(root, 'read', { file_path: path }).rule, 'missing', path);
  }
});
