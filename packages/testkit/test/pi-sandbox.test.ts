import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { createPiSandbox } from '../src/index.ts';
import { isolateThisProcess, sandboxEnvironment } from '../src/pi/environment.ts';
import { lineSplitter, parseJsonl } from '../src/pi/jsonl.ts';
import { readSessionFile } from '../src/pi/session-file.ts';
import { watch } from '../src/pi/watch.ts';

const model = { url: 'http://127.0.0.1:9', requests: [] };

test('a sandbox holds a project, and nothing of it is left after dispose', async () => {
  const sandbox = await createPiSandbox({ model, files: { 'a/b.txt': 'text' }, git: true });
  assert.equal(await readFile(join(sandbox.project, 'a/b.txt'), 'utf8'), 'text');
  const git = await promisify(execFile)('git', ['status', '--porcelain'], { cwd: sandbox.project });
  assert.equal(git.stdout, '?? a/\n');
  await sandbox.dispose();
  await sandbox.dispose();
  await assert.rejects(access(sandbox.root));
});

test('settings are merged over those of the sandbox', async (t) => {
  const sandbox = await createPiSandbox({
    model,
    settings: { tuiMode: 'regular', retry: { enabled: true } },
  });
  t.after(() => sandbox.dispose());
  const settings = JSON.parse(await readFile(join(sandbox.agentDir, 'settings.json'), 'utf8'));
  assert.deepEqual(
    [settings.tuiMode, settings.retry, settings.cacheWarming],
    ['regular', { enabled: true }, 'off'],
  );
});

test('a child gets nothing of the environment but what a program needs to run', () => {
  const inherited = {
    PATH: '/bin',
    LANG: 'C',
    HOME: '/home/someone',
    OPENAI_API_KEY: 'secret',
    HTTPS_PROXY: 'http://proxy',
    NODE_OPTIONS: '--import x',
    PI_PACKAGE_DIR: '/else',
  };
  const env = sandboxEnvironment({ home: '/sandbox/home', agentDir: '/sandbox/agent' }, inherited);
  assert.deepEqual([env.PATH, env.LANG, env.HOME], ['/bin', 'C', '/sandbox/home']);
  assert.deepEqual(
    ['OPENAI_API_KEY', 'HTTPS_PROXY', 'NODE_OPTIONS', 'PI_PACKAGE_DIR'].filter((name) => name in env),
    [],
  );
  assert.deepEqual([env.PI_OFFLINE, env.PI_CODING_AGENT_DIR], ['1', '/sandbox/agent']);
});

test('in this process Pi is offline and finds no key or address of another endpoint', () => {
  const env = { PATH: '/bin', AZURE_OPENAI_BASE_URL: 'https://else', PI_CODING_AGENT_DIR: '/mine' };
  isolateThisProcess(env);
  isolateThisProcess(env);
  assert.deepEqual(env, { PATH: '/bin', PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0' });
});

test('JSONL is split at LF alone, wherever the stream is cut', () => {
  const value = fc.dictionary(
    fc.string(),
    fc.oneof(fc.string({ unit: 'binary' }), fc.constant('\u2028\u2029')),
  );
  fc.assert(
    fc.property(fc.array(value), fc.array(fc.nat()), fc.constantFrom('\n', '\r\n'), (records, cuts, end) => {
      const text = records.map((record) => JSON.stringify(record) + end).join('');
      const at = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
      const split = lineSplitter();
      const lines = at.slice(1).flatMap((to, index) => split(text.slice(at[index], to)));
      assert.deepEqual(
        lines.map((line) => JSON.parse(line)),
        records.map((record) => JSON.parse(JSON.stringify(record))),
      );
    }),
  );
});

test('a line that is not JSON, and a file without a session header, are named', async (t) => {
  assert.throws(() => parseJsonl('{}\n{"a', 'some output'), /some output: line 2 is not JSON: \{"a/);
  const sandbox = await createPiSandbox({ model, files: { 'none.jsonl': '{"type":"message"}\n' } });
  t.after(() => sandbox.dispose());
  await assert.rejects(
    readSessionFile(join(sandbox.project, 'none.jsonl')),
    /none\.jsonl: the first line is not a session header/,
  );
});

test('waiting ends when it is found, when time is over, and when nothing can change any more', async () => {
  const seen: string[] = [];
  const changes = watch(() => `seen: ${seen}`);
  const found = changes.until(() => seen.find((word) => word === 'b'), 60_000, 'b');
  seen.push('a');
  changes.notify();
  seen.push('b');
  changes.notify();
  assert.equal(await found, 'b');
  await assert.rejects(
    changes.until(() => false, 1, 'c'),
    /Waiting for c: nothing after 1 ms\.\nseen: a,b/,
  );
  const waiting = changes.until(() => false, 60_000, 'd');
  changes.end('it is over');
  await assert.rejects(waiting, /Waiting for d: it is over/);
  await assert.rejects(
    changes.until(() => false, 60_000, 'e'),
    /Waiting for e: it is over/,
  );
});
