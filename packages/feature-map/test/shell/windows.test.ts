import assert from 'node:assert/strict';
import { win32 } from 'node:path';
import { test } from 'node:test';
import type { GuardFs } from '../../src/paths.ts';
import { askBash, bashRules } from './bash-call.ts';

const PROJECT = 'C:\\code\\app';
const FILES = [`${PROJECT}\\docs\\features\\README.md`, `${PROJECT}\\src\\a.ts`, 'D:\\y.ts'];

/** A disk that holds the files and the folders in which they are. */
const disk: GuardFs = {
  statSync(path) {
    const isFile = FILES.includes(path);
    const isDirectory = FILES.some((file) => file.startsWith(path.endsWith('\\') ? path : `${path}\\`));
    return isFile || isDirectory ? { isFile: () => isFile, isDirectory: () => isDirectory } : undefined;
  },
  realpathSync(path) {
    if (disk.statSync(path) === undefined) throw new Error('ENOENT');
    return path;
  },
};

test('on Windows, Bash has its own way of writing a drive, and slashes go either way in quotes', () => {
  const rules = bashRules({ fs: disk, path: win32, home: 'C:\\code' });
  const verdicts: Record<string, string> = {
    'cat src/a.ts': 'source-path',
    "cat 'src\\a.ts'": 'source-path',
    "cat 'C:\\code\\app\\src\\a.ts'": 'source-path',
    'cat C:/code/app/src/a.ts': 'source-path',
    'cat /C/code/app/src/a.ts': 'source-path',
    'cd /C/code/app/src && cat a.ts': 'source-path',
    'cat ~/app/src/a.ts': 'source-path',
    'cat src/*.ts': 'source-path',
    'cat docs/features/README.md': 'exempt',
    'rg x /C/code/app/docs': 'exempt',
    'cat /d/y.ts': 'outside',
    'cat /D/y.ts': 'outside',
    'cat /data/y.ts': 'outside',
    // To Bash, a backslash without quotes is an escape.
    'cat src\\a.ts': 'missing',
  };
  for (const [line, rule] of Object.entries(verdicts))
    assert.equal(askBash(PROJECT, line, rules).rule, rule, line);
});
