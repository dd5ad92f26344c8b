import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { repairCommand } from '../../src/commands/repair.ts';
import { BLANK_ID, FAKE, fakeSession, HEALTHY } from './fake-format.ts';
import { commandHere } from './run.ts';
import { entries, oldFile, scratch } from './scratch.ts';

const NAME = 'session.jsonl';
const OLD = fakeSession(BLANK_ID);
const command = repairCommand([FAKE]);
const repair = (cwd: string, ...args: string[]) => commandHere(command, args, { cwd });

describe('--out', () => {
  it('writes the repaired session elsewhere, as private as it was, and leaves the session', async (t) => {
    const cwd = scratch(t);
    const file = oldFile(cwd, NAME, OLD);
    chmodSync(file, 0o600);
    const { code, stdout } = await repair(cwd, NAME, '--out', 'new.jsonl');
    assert.equal(code, 0);
    assert.ok(stdout.endsWith(`Written: ${path.join(cwd, 'new.jsonl')}\n`));
    assert.deepEqual(entries(cwd), ['new.jsonl', NAME]);
    assert.equal(readFileSync(file, 'utf8'), OLD);
    assert.equal(statSync(path.join(cwd, 'new.jsonl')).mode & 0o777, 0o600);
    assert.equal((await repair(cwd, 'new.jsonl')).code, 0);
  });

  it('writes a healthy session, too, byte for byte, even of one that is in use', async (t) => {
    const cwd = scratch(t);
    writeFileSync(path.join(cwd, NAME), fakeSession(HEALTHY));
    const { code, stdout } = await repair(cwd, NAME, '--out', 'new.jsonl');
    assert.equal(code, 0);
    assert.match(stdout, /\nNothing to repair\.\nA copy as it is was written: .*\/new\.jsonl\n$/);
    assert.equal(readFileSync(path.join(cwd, 'new.jsonl'), 'utf8'), fakeSession(HEALTHY));
  });

  it('replaces a file that is there with --force alone, and never the session or a folder', async (t) => {
    const cwd = scratch(t);
    oldFile(cwd, NAME, OLD);
    oldFile(cwd, 'there.jsonl', 'mine');
    symlinkSync(NAME, path.join(cwd, 'link.jsonl'));
    symlinkSync('nowhere', path.join(cwd, 'dangling.jsonl'));
    mkdirSync(path.join(cwd, 'folder'));
    for (const [out, complaint] of [
      ['there.jsonl', /exists already: name another file, or add --force/],
      ['dangling.jsonl', /exists already/],
      [NAME, /is the session itself: use --write/],
      ['link.jsonl', /is the session itself/],
      ['folder', /is a folder: --out needs the name of a file/],
      ['nowhere/new.jsonl', /could not be written: there is no such file or folder/],
    ] as const) {
      const { code, stderr } = await repair(cwd, NAME, '--out', out);
      assert.equal(code, 2, out);
      assert.match(stderr, complaint);
    }
    assert.match((await repair(cwd, NAME, '--out', NAME, '--force')).stderr, /is the session itself/);
    assert.equal(readFileSync(path.join(cwd, 'there.jsonl'), 'utf8'), 'mine');
    assert.equal((await repair(cwd, NAME, '--out', 'there.jsonl', '--force')).code, 0);
    assert.notEqual(readFileSync(path.join(cwd, 'there.jsonl'), 'utf8'), 'mine');
    assert.deepEqual(entries(cwd), ['dangling.jsonl', 'folder', 'link.jsonl', NAME, 'there.jsonl']);
  });
});

describe('what cannot be repaired', () => {
  for (const [what, args, complaint] of [
    [
      'a file that is not there',
      ['nowhere.jsonl'],
      /nowhere\.jsonl" cannot be read: there is no such file or folder/,
    ],
    ['a folder', ['.'], /cannot be read: it is a folder/],
    ['an empty file', ['empty.jsonl'], /cannot be read: the file is empty/],
    [
      'a file of another kind',
      ['other.txt'],
      /it is no session of a format that is known here: fake session/,
    ],
    ['a session that is broken in the middle', ['broken.jsonl'], /cannot be read: a line is no JSON/],
    [
      'two answers to where',
      ['broken.jsonl', '--write', '--out', 'x'],
      /--write and --out exclude each other/,
    ],
    ['force without a place', ['broken.jsonl', '--force'], /--force goes with --out/],
    [
      'a permission that nothing needs',
      ['broken.jsonl', '--even-if-recent'],
      /--even-if-recent goes with --write/,
    ],
    [
      'an unknown API',
      ['broken.jsonl', '--target', 'cohere'],
      /--target takes an API, and "cohere" is none; there are openai-completions, /,
    ],
    ['no file', [], /missing: <file>/],
    ['two files', ['a', 'b'], /unexpected: "b"/],
  ] as const) {
    it(`says why: ${what}`, async (t) => {
      const cwd = scratch(t);
      oldFile(cwd, 'empty.jsonl', '');
      oldFile(cwd, 'other.txt', 'hello');
      oldFile(cwd, 'broken.jsonl', '{"fake":true}\n{"role":\n');
      const { code, stdout, stderr } = await repair(cwd, ...args);
      assert.equal(code, 2);
      assert.equal(stdout, '');
      assert.match(stderr, complaint);
    });
  }

  it('says so of a repair that would not pass its own check, and leaves the file', async (t) => {
    const cwd = scratch(t);
    const file = oldFile(cwd, NAME, OLD);
    const careless = {
      ...FAKE,
      async read(input: Parameters<typeof FAKE.read>[0]) {
        const session = await FAKE.read(input);
        return {
          ...session,
          plan: async () => ({
            changes: [{ place: 'line 3', before: 1, after: 2, findings: [] }],
            write: async (sink: (bytes: Uint8Array) => Promise<void>) => sink(Buffer.from(OLD)),
          }),
        };
      },
    };
    const { code, stderr } = await commandHere(repairCommand([careless]), [NAME, '--write'], { cwd });
    assert.equal(code, 2);
    assert.match(
      stderr,
      /is as it was: the repaired file did not pass \(line 3 would still have blank-id: .*Please report/,
    );
    assert.equal(readFileSync(file, 'utf8'), OLD);
    assert.deepEqual(entries(cwd), [NAME]);
  });
});
