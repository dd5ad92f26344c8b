import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { scanCommand } from '../../src/commands/scan.ts';
import type { SessionFormat } from '../../src/formats/format.ts';
import { assistant, call, result, user } from '../build.ts';
import type { Order } from './child/command-child.ts';
import { BLANK_ID, FAKE, fakeSession, HEALTHY } from './fake-format.ts';
import { runScript } from './run.ts';
import { scan, scanJson } from './run-scan.ts';
import { oldFile, scratch } from './scratch.ts';

const CHILD = fileURLToPath(new URL('child/command-child.ts', import.meta.url));
const NOBODY = 65534;

const DOTTED = [
  user('go'),
  assistant([call('c1', 'a.b')], { api: 'google-generative-ai' }),
  result('c1', 'a.b'),
];

describe('a scan', () => {
  it('shows a row for each session below a folder that is not healthy, what was found by rule, and counts in the end', async (t) => {
    const cwd = scratch(t);
    oldFile(cwd, 's/a.jsonl', fakeSession(HEALTHY));
    oldFile(
      cwd,
      's/b.jsonl',
      fakeSession([...BLANK_ID, ...DOTTED.map((each) => ({ ...each, api: 'openai-completions' }))]),
    );
    oldFile(cwd, 's/c d.jsonl', fakeSession([...BLANK_ID, ...HEALTHY], { side: 4 }));
    oldFile(cwd, 's/sub/d.jsonl', '{"fake":true}\nnonsense\n');
    oldFile(cwd, 's/notes.txt', 'hello');
    const { code, stdout, stderr } = await scan(cwd, ['s']);
    assert.equal(code, 2);
    assert.equal(stderr, '');
    assert.equal(
      stdout,
      [
        'STATUS      FORMAT    JUDGED FOR          SESSION',
        'blocked     messages  openai-completions  s/b.jsonl',
        '  1 blank-id, 1 illegal-name',
        "repairable  messages  openai-completions  's/c d.jsonl'",
        '  1 blank-id',
        'unreadable  -         -                   s/sub/d.jsonl',
        '  a line is no JSON',
        '',
        '4 sessions: 1 healthy, 1 repairable, 1 blocked, 1 unreadable. 1 other file is no session.',
        'Healthy sessions are not listed; --all lists them.',
        'What would mend one: opl-guardian repair <file>',
        '',
      ].join('\n'),
    );
  });

  it('lists a healthy session where that file is named, or all are asked for, and always in JSON', async (t) => {
    const cwd = scratch(t);
    oldFile(cwd, 's/a.jsonl', fakeSession(HEALTHY));
    oldFile(cwd, 's/b.jsonl', fakeSession(HEALTHY));
    const listed = async (...args: string[]) =>
      (await scan(cwd, args)).stdout.match(/(?<=^healthy .*s\/)\w+(?=\.jsonl$)/gm)?.join('') ?? '';
    assert.equal(await listed('s'), '');
    assert.equal(await listed('s', 's/b.jsonl'), 'b');
    assert.equal(await listed('s', '--all'), 'ab');
    assert.equal(await listed('s', '-a'), 'ab');
    assert.equal((await scanJson(cwd, ['s'])).sessions.length, 2);
    const { stdout } = await scan(cwd, ['s']);
    assert.equal(stdout, '2 sessions: 2 healthy.\nHealthy sessions are not listed; --all lists them.\n');
    assert.doesNotMatch((await scan(cwd, ['s', '--all'])).stdout, /--all/);
  });

  for (const [what, content, code, status] of [
    ['a healthy session', fakeSession(HEALTHY), 0, 'healthy'],
    ['one that would be refused', fakeSession(BLANK_ID), 1, 'blocked'],
    [
      'one with a fault on another branch',
      fakeSession([...BLANK_ID, ...HEALTHY], { side: 4 }),
      1,
      'repairable',
    ],
    ['one that is broken', '{"fake":true}\n{', 2, 'unreadable'],
    ['an empty file', '', 2, 'unreadable'],
    ['any other file', 'hello', 2, 'unreadable'],
  ] as const) {
    it(`exits with ${code} for ${what}, and calls it ${status}`, async (t) => {
      const cwd = scratch(t);
      oldFile(cwd, 'a.jsonl', content);
      const { code: exit, sessions, summary } = await scanJson(cwd, ['a.jsonl']);
      assert.equal(exit, code);
      assert.equal(sessions[0].status, status);
      assert.equal(sessions[0].file, path.join(cwd, 'a.jsonl'));
      assert.equal(summary.sessions[status], 1);
    });
  }

  it('names each place, what is wrong and what becomes of it with --verbose', async (t) => {
    const cwd = scratch(t);
    oldFile(cwd, 'a.jsonl', fakeSession([...BLANK_ID, ...HEALTHY, ...BLANK_ID], { side: 4 }));
    const { stdout } = await scan(cwd, ['-v', 'a.jsonl']);
    assert.match(stdout, /\n {2}line 11 {2}blank-id: .* has no usable id; it gets a new id, .*\.\n/);
    assert.match(stdout, /\n {2}line 3 {2}blank-id: .* \(not in the way of the next request\)\n/);
  });

  it('judges for the API of the last turn, for a named one, or for any, whose findings name their APIs', async (t) => {
    const cwd = scratch(t);
    oldFile(cwd, 'a.jsonl', fakeSession(DOTTED));
    const target = async (...args: string[]) => {
      const { code, sessions } = await scanJson(cwd, ['a.jsonl', ...args]);
      return [
        code,
        sessions[0].target,
        sessions[0].findings.map(({ apis }: { apis: string[] }) => apis.join()),
      ];
    };
    assert.deepEqual(await target(), [0, 'google', []]);
    assert.deepEqual(await target('--target', 'anthropic'), [1, 'anthropic', ['anthropic']]);
    assert.deepEqual(await target('--target=any'), [
      1,
      'any',
      ['openai-completions,openai-responses,anthropic'],
    ]);
    const { stdout } = await scan(cwd, ['-v', '--target=any', 'a.jsonl']);
    assert.match(stdout, /illegal-name \[openai-completions, openai-responses, anthropic\]: /);
  });

  it('judges a session of an API that is not known by what every API refuses', async (t) => {
    const cwd = scratch(t);
    const odd = [...BLANK_ID, ...DOTTED].map((each) => ({ ...each, api: 'bedrock-converse-stream' }));
    oldFile(cwd, 'a.jsonl', fakeSession(odd));
    const { code, sessions } = await scanJson(cwd, ['a.jsonl']);
    assert.equal(code, 1);
    assert.deepEqual([sessions[0].target, sessions[0].rules], ['unknown', { 'blank-id': 1 }]);
    const { stdout } = await scan(cwd, ['a.jsonl']);
    assert.match(stdout, /^blocked +messages +unknown API +a\.jsonl$/m);
    assert.match(stdout, /^unknown API: .* only what every API refuses counts; --target names one\.$/m);
    assert.doesNotMatch((await scan(cwd, ['a.jsonl', '--target=any'])).stdout, /unknown API/);
  });

  it('passes over what repairs leave, modules and repositories, and names a file once', async (t) => {
    const cwd = scratch(t);
    for (const name of [
      'node_modules/a.jsonl',
      '.git/a.jsonl',
      'a.jsonl.opl-guardian-backup-20260101T000000Z',
      'a.jsonl',
    ]) {
      oldFile(cwd, name, fakeSession(BLANK_ID));
    }
    const { sessions, summary } = await scanJson(cwd, ['.', 'a.jsonl', cwd]);
    assert.deepEqual(
      sessions.map(({ file }) => file),
      [path.join(cwd, 'a.jsonl')],
    );
    assert.equal(summary.passedOver, 0);
  });

  it('follows links to files and never runs in circles of folders', async (t) => {
    const cwd = scratch(t);
    oldFile(cwd, 'kept/a.jsonl', fakeSession(BLANK_ID));
    mkdirSync(path.join(cwd, 's'));
    symlinkSync('../kept/a.jsonl', path.join(cwd, 's/link.jsonl'));
    symlinkSync('..', path.join(cwd, 's/up'));
    symlinkSync('nowhere', path.join(cwd, 's/dangling.jsonl'));
    symlinkSync('circle.jsonl', path.join(cwd, 's/circle.jsonl'));
    const { sessions } = await scanJson(cwd, ['s']);
    assert.deepEqual(
      sessions.map(({ file }) => path.basename(file)),
      ['link.jsonl'],
    );
  });

  it('goes on behind a session that brings out a fault of a format', async (t) => {
    const cwd = scratch(t);
    oldFile(cwd, 'a.jsonl', fakeSession([user('boom')]));
    oldFile(cwd, 'b.jsonl', fakeSession(HEALTHY));
    const faulty: SessionFormat = {
      ...FAKE,
      async read(input) {
        if (input.file.endsWith('a.jsonl')) throw new RangeError('too deep');
        return FAKE.read(input);
      },
    };
    const { code, sessions } = await scanJson(cwd, ['.'], {}, [faulty]);
    assert.equal(code, 2);
    assert.deepEqual(
      sessions.map(({ status }) => status),
      ['unreadable', 'healthy'],
    );
    assert.equal(sessions[0].reason, 'unexpected error, please report it (RangeError: too deep)');
  });

  it('tells of a session as soon as it is judged', async (t) => {
    const cwd = scratch(t);
    for (const name of ['a.jsonl', 'b.jsonl']) oldFile(cwd, name, fakeSession(HEALTHY));
    const seen: string[] = [];
    const format: SessionFormat = {
      ...FAKE,
      read(input) {
        seen.push(path.basename(input.file));
        return FAKE.read(input);
      },
    };
    const stdout = { write: (line: string) => seen.push(JSON.parse(line).type) } as never;
    const stderr = { write: () => true } as never;
    await scanCommand([format]).read(['.', '--json']).run({ cwd, env: {}, stdout, stderr });
    assert.deepEqual(seen, ['a.jsonl', 'session', 'b.jsonl', 'session', 'summary']);
  });

  it('escapes hostile names and reasons', async (t) => {
    const cwd = scratch(t);
    oldFile(cwd, 'a\u001b[2J\u202e.jsonl', fakeSession(BLANK_ID, { cwd: '\u001b[31m' }));
    const { stdout } = await scan(cwd, ['.', '-v']);
    assert.match(stdout, /a\\u001b\[2J\\u202e\.jsonl'/);
    assert.doesNotMatch(stdout, /[\u001b\u202e]/);
  });

  it('names a file and a folder that it may not read', {
    skip: process.platform === 'win32' && 'needs permissions of POSIX',
  }, async (t) => {
    const cwd = scratch(t);
    chmodSync(oldFile(cwd, 's/a.jsonl', fakeSession(HEALTHY)), 0);
    chmodSync(oldFile(cwd, 's/notes.txt', 'hello'), 0);
    mkdirSync(path.join(cwd, 's/closed'), { mode: 0 });
    const uid = process.getuid?.() === 0 ? { uid: NOBODY } : {};
    const order: Order = { command: 'scan', args: ['s', '--json'], ...uid };
    const { code, stdout } = await runScript([CHILD, JSON.stringify(order)], { cwd });
    assert.equal(code, 2);
    const lines = stdout.trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).reason),
      ['permission denied (EACCES)', 'the folder cannot be listed: permission denied (EACCES)', undefined],
    );
  });
});
