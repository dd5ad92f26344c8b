import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { COMMAND_NAMES } from '../../src/commands/command-list.ts';
import { assistant, call, result, user } from '../build.ts';
import { CLI, childEnv, opl, oplHere } from './run.ts';
import { entries, oldFile, scratch } from './scratch.ts';

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));

/** A list of messages with a call that has a blank id, one message a line. */
const LIST = [user('go'), assistant([call('', 'read')]), result('', 'read')]
  .map((message) => `${JSON.stringify(message)}\n`)
  .join('');

test('the help text names every command, and each command has one of its own', async (t) => {
  const cwd = scratch(t);
  const general = await oplHere(['--help'], { cwd });
  assert.equal(general.code, 0);
  for (const name of COMMAND_NAMES) {
    assert.match(general.stdout, new RegExp(`^  ${name} +\\S`, 'm'));
    const own = await oplHere([name, '--help'], { cwd });
    assert.equal(own.code, 0);
    assert.match(own.stdout, new RegExp(`^Usage: opl-guardian ${name}\\b`));
    assert.match(own.stdout, /Exit codes: 0 .*2 .*--json/s);
    assert.ok(
      own.stdout.split('\n').every((line) => line.length <= 100),
      name,
    );
  }
  const asked = [
    ['help', 'scan'],
    ['scan', '-h'],
  ];
  const [one, other] = await Promise.all(asked.map((args) => oplHere(args, { cwd })));
  assert.equal(one?.stdout, other?.stdout);
});

test('the version is that of the package', async (t) => {
  const { version } = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8'));
  const { code, stdout } = await opl(['--version'], { cwd: scratch(t) });
  assert.deepEqual([code, stdout], [0, `${version}\n`]);
});

for (const [args, complaint] of [
  [[], /no command.*Usage: opl-guardian/s],
  [['scna'], /"scna": unknown command; there are scan, repair, /],
  [['--json', 'scan'], /the command comes first, not "--json"/],
  [
    ['scan', '--jsn'],
    /--jsn: unknown option; there are --target, --all, --verbose, --json, --help\n.*opl-guardian scan --help/,
  ],
  [['scan', '-x'], /-x: unknown option; there are /],
  [['scan', '--json=yes'], /--json takes no value, but has "yes"/],
  [['scan', '--json', '--json'], /--json stands twice/],
  [['scan', '--target'], /--target needs a value: --target=<api>/],
  [['scan', '--target', '--json'], /--target needs a value, and "--json" looks like an option/],
  [
    ['scan', '--target', 'gpt'],
    /--target takes an API, and "gpt" is none; there are openai-completions, openai-responses, anthropic, google, any/,
  ],
  [['repair'], /missing: <file>/],
  [['repair', 'a', '\u001b[2J'], /unexpected: "\\u001b\[2J"/],
] as const) {
  test(`\`opl-guardian ${JSON.stringify(args)}\` could not run, and says why`, async (t) => {
    const { code, stdout, stderr } = await oplHere(args, { cwd: scratch(t) });
    assert.equal(code, 2);
    assert.equal(stdout, '');
    assert.match(stderr, complaint);
  });
}

test('the way of a person: scan, look, repair, scan', async (t) => {
  const cwd = scratch(t);
  oldFile(cwd, 'list.jsonl', LIST);
  const before = await opl(['scan'], { cwd, env: { PI_CODING_AGENT_SESSION_DIR: cwd, HOME: cwd } });
  assert.equal(before.code, 1, before.stderr);
  assert.match(before.stdout, /^blocked +messages +openai-completions +list\.jsonl\n {2}1 blank-id$/m);
  const looked = await opl(['repair', 'list.jsonl'], { cwd });
  assert.equal(looked.code, 1);
  assert.deepEqual(entries(cwd), ['list.jsonl']);
  const repaired = await opl(['repair', 'list.jsonl', '--write'], { cwd });
  assert.equal(repaired.code, 0, repaired.stderr);
  assert.equal(entries(cwd).length, 2);
  const after = await opl(['scan', '.'], { cwd });
  assert.deepEqual([after.code, after.stderr], [0, '']);
});

test('a reader that closes the pipe early is no error, and the exit code stays that of the answer', async (t) => {
  const cwd = scratch(t);
  for (let at = 0; at < 800; at++) oldFile(cwd, `${'long'.repeat(40)}-${at}.jsonl`, LIST);
  const child = spawn(process.execPath, [CLI, 'scan', '.'], {
    cwd,
    env: childEnv(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  await once(child.stdout, 'data');
  child.stdout.destroy();
  const [code] = await once(child, 'close');
  assert.deepEqual([code, stderr], [1, '']);
});

test('output that cannot be written is told in one line, and the command could not run', async (t) => {
  const cwd = scratch(t);
  // Open for reading alone: each write to it fails.
  const unwritable = openSync(oldFile(cwd, 'list.jsonl', LIST), 'r');
  t.after(() => closeSync(unwritable));
  const child = spawn(process.execPath, [CLI, 'scan', '.'], {
    cwd,
    env: childEnv(),
    stdio: ['ignore', unwritable, 'pipe'],
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  assert.match(stderr, /^opl-guardian: cannot write the output: EBADF[^\n]*\n$/);
  assert.equal(code, 2);
});

test('what npm links is there before anything is built, can be executed, and says what is missing', async (t) => {
  const bin = fileURLToPath(new URL('../../bin/opl-guardian.js', import.meta.url));
  accessSync(bin, constants.X_OK);
  const unbuilt = path.join(scratch(t), 'bin', 'opl-guardian.js');
  mkdirSync(path.dirname(unbuilt));
  copyFileSync(bin, unbuilt);
  writeFileSync(path.join(path.dirname(unbuilt), 'package.json'), '{"type":"module"}');
  const run = (file: string) => spawnSync(process.execPath, [file, '--version'], { encoding: 'utf8' });
  assert.deepEqual(
    [run(unbuilt).status, run(unbuilt).stderr],
    [2, 'opl-guardian: not built yet; run "npm run build" in the checkout first\n'],
  );
  assert.deepEqual([run(bin).status, run(bin).stderr], [0, '']);
});
