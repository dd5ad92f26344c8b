import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { assistant, call, result, user } from '../build.ts';
import { BLANK_ID, fakeSession } from './fake-format.ts';
import { command, NAME, OLD, repair } from './repair-session.ts';
import { commandHere } from './run.ts';
import { entries, oldFile, scratch } from './scratch.ts';

describe('a dry run', () => {
  it('shows what would change and why, and writes nothing', async (t) => {
    const cwd = scratch(t);
    const file = oldFile(cwd, NAME, OLD);
    const before = statSync(file).mtimeMs;
    const { code, stdout, stderr } = await repair(cwd, NAME);
    assert.equal(code, 1);
    assert.equal(stderr, '');
    assert.match(stdout, /^session\.jsonl \(messages, judged for openai-completions\): blocked\n\nline 3\n/);
    assert.match(
      stdout,
      /\n {2}blank-id: .*no usable id; .*\.\n {2}- content\[1\]\.id: ""\n {2}\+ content\[1\]\.id: "\w+"\n/,
    );
    assert.match(stdout, /\n\nline 4\n(.*\n)? {2}- toolCallId: ""\n {2}\+ toolCallId: "\w+"\n/);
    assert.match(stdout, /\n1 finding \(1 blank-id\): 2 places change\.\n/);
    assert.match(
      stdout,
      /\nNothing was written\. To repair it: opl-guardian repair session\.jsonl --write\n$/,
    );
    assert.deepEqual(entries(cwd), [NAME]);
    assert.equal(statSync(file).mtimeMs, before);
  });

  it('names the target again in the command that would repair', async (t) => {
    const cwd = scratch(t);
    oldFile(cwd, NAME, OLD);
    const { stdout } = await repair(cwd, NAME, '--target=any');
    assert.match(stdout, /: opl-guardian repair session\.jsonl --target any --write\n$/);
  });

  it('gives a command for a name that looks like an option, and by npx where it was called by npx', async (t) => {
    const cwd = scratch(t);
    oldFile(cwd, '-v.jsonl', OLD);
    const env = { npm_command: 'exec', npm_lifecycle_event: 'npx' };
    const { stdout } = await commandHere(command, ['--', '-v.jsonl'], { cwd, env });
    assert.match(stdout, /: npx opl-guardian repair \.\/-v\.jsonl --write\n$/);
    assert.equal((await repair(cwd, './-v.jsonl', '--write')).code, 0);
  });

  it('is one JSON value with --json', async (t) => {
    const cwd = scratch(t);
    oldFile(cwd, NAME, OLD);
    const { code, stdout } = await repair(cwd, NAME, '--json');
    assert.equal(code, 1);
    const { changes, findings, written, status, file, version } = JSON.parse(stdout);
    assert.deepEqual([version, file, status, written], [1, path.join(cwd, NAME), 'blocked', null]);
    assert.deepEqual(
      changes.map(({ place }: { place: string }) => place),
      ['line 3', 'line 4'],
    );
    assert.deepEqual(changes[0].before, BLANK_ID[1]);
    assert.equal(findings[0].rule, 'blank-id');
  });

  it('cuts what nests too deeply for JSON out of that value, and marks it', async (t) => {
    const cwd = scratch(t);
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const session = fakeSession([
      user('go'),
      assistant([call('', 'read', { arguments: 'DEEP' })]),
      result('', 'read'),
    ]);
    oldFile(cwd, NAME, session.replace('"DEEP"', `{"path":"a.ts","deep":${deep}}`));
    const { code, stdout } = await repair(cwd, NAME, '--json');
    assert.equal(code, 1);
    const [{ before }] = JSON.parse(stdout).changes;
    assert.equal(before.content[0].arguments.path, 'a.ts');
    assert.match(JSON.stringify(before), /\[\["\[cut: nested too deeply\]"\]\]/);
  });

  it('escapes what a terminal would obey', async (t) => {
    const cwd = scratch(t);
    oldFile(
      cwd,
      NAME,
      fakeSession([
        user('go'),
        assistant([call('', 'read\u001b[2J\u202e')]),
        result('', 'read\u001b[2J\u202e'),
      ]),
    );
    const { stdout } = await repair(cwd, NAME);
    assert.match(stdout, /read\\u001b\[2J\\u202e/);
    assert.doesNotMatch(stdout, /[\u001b\u202e]/);
    const { stdout: json } = await repair(cwd, NAME, '--json');
    assert.doesNotMatch(json, /[\u001b\u202e]/);
    assert.equal(JSON.parse(json).changes[0].before.content[0].name, 'read\u001b[2J\u202e');
  });
});
