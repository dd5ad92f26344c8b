import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { appendEvidence, EvidenceError, readEvidence } from '../src/incident-log.ts';

const script = (name: string) => fileURLToPath(new URL(`./child/${name}.ts`, import.meta.url));
const NOBODY = 65534;

let cwd: string;
let file: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'guardian-'));
  file = join(cwd, 'err', 'guardian.jsonl');
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const line = (value: unknown) => `${JSON.stringify(value)}\n`;
const refuses = (why: RegExp) =>
  assert.throws(
    () => appendEvidence(cwd, line({ a: 1 })),
    (error: unknown) =>
      error instanceof EvidenceError && why.test(error.message) && !error.message.includes(cwd),
  );

/** Runs the appends in a child, as another user where this one may do everything. */
function appendInChild(lines: string[], options: { blocks?: number; unprivileged?: boolean } = {}): string[] {
  const order: Record<string, unknown> = { cwd, lines };
  if (options.unprivileged && process.getuid?.() === 0) order.uid = NOBODY;
  const command = [process.execPath, script('append'), JSON.stringify(order)];
  const limited = ['sh', '-c', `ulimit -f ${options.blocks}; exec "$@"`, 'sh', ...command];
  const [program = '', ...args] = options.blocks === undefined ? command : limited;
  const child = spawnSync(program, args, { encoding: 'utf8' });
  assert.equal(child.status, 0, child.stderr);
  return JSON.parse(child.stdout);
}

describe('appending evidence', () => {
  it('makes the folder, and a file that only its owner can read', () => {
    appendEvidence(cwd, line({ a: 1 }));
    appendEvidence(cwd, line({ b: 2 }));
    assert.equal(readFileSync(file, 'utf8'), '{"a":1}\n{"b":2}\n');
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  it('keeps the mode and the content of a file that is there', () => {
    mkdirSync(join(cwd, 'err'));
    writeFileSync(file, line({ old: 1 }), { mode: 0o644 });
    appendEvidence(cwd, line({ a: 1 }));
    assert.deepEqual(readEvidence(cwd), [{ old: 1 }, { a: 1 }]);
    assert.equal(statSync(file).mode & 0o777, 0o644);
  });

  it('starts on a line of its own behind a line that was cut short', () => {
    mkdirSync(join(cwd, 'err'));
    writeFileSync(file, '{"cut');
    appendEvidence(cwd, line({ a: 1 }));
    assert.equal(readFileSync(file, 'utf8'), '{"cut\n{"a":1}\n');
    assert.deepEqual(readEvidence(cwd), [{ a: 1 }]);
  });

  it('loses no line and tears none when 16 processes append 1,000 each', async () => {
    const run = promisify(execFile);
    const writers = Array.from({ length: 16 }, (_, writer) =>
      run(process.execPath, [script('append-many'), cwd, String(writer), '1000']),
    );
    await Promise.all(writers);
    const seen = new Set<string>();
    for (const text of readFileSync(file, 'utf8').trimEnd().split('\n')) {
      const { writer, number } = JSON.parse(text) as { writer: string; number: number };
      seen.add(`${writer} ${number}`);
    }
    assert.equal(seen.size, 16_000);
  });

  it('keeps lone surrogates readable', () => {
    appendEvidence(cwd, line({ name: '\ud800' }));
    assert.deepEqual(readEvidence(cwd), [{ name: '\ud800' }]);
  });
});

describe('a place that cannot be written', () => {
  it('a project folder without write permission is named as the reason', () => {
    chmodSync(cwd, 0o555);
    assert.match(appendInChild([line(1)], { unprivileged: true })[0] ?? '', /^EACCES, permission denied$/);
    assert.equal(existsSync(join(cwd, 'err')), false);
  });

  it('an evidence file without write permission is named as the reason', () => {
    chmodSync(cwd, 0o755);
    mkdirSync(join(cwd, 'err'), { mode: 0o755 });
    writeFileSync(file, line({ old: 1 }), { mode: 0o444 });
    assert.match(appendInChild([line(1)], { unprivileged: true })[0] ?? '', /^EACCES, permission denied$/);
    assert.equal(readFileSync(file, 'utf8'), line({ old: 1 }));
  });

  it('a full device cuts a record short, which counts as failed, and then refuses', () => {
    const outcomes = appendInChild([line('x'.repeat(300)), line('y'.repeat(5000)), line('z')], { blocks: 2 });
    assert.equal(outcomes[0], 'ok');
    assert.match(outcomes[1] ?? '', /^only \d+ of 5003 bytes fitted$/);
    assert.match(outcomes[2] ?? '', /^EFBIG, file too large$/);
    appendEvidence(cwd, line({ after: 1 }));
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    assert.deepEqual(lines.at(-1), '{"after":1}');
    assert.equal(lines.length, 3);
  });

  it('a project folder that is gone is named as the reason', () => {
    rmSync(cwd, { recursive: true });
    refuses(/^ENOENT, no such file or directory$/);
  });
});

describe('a hostile project', () => {
  it('err as a file is refused', () => {
    writeFileSync(join(cwd, 'err'), 'mine');
    refuses(/^err is not a folder$/);
    assert.equal(readFileSync(join(cwd, 'err'), 'utf8'), 'mine');
  });

  it('err as a symbolic link is refused, and nothing is made behind it', () => {
    mkdirSync(join(cwd, 'elsewhere'));
    symlinkSync('elsewhere', join(cwd, 'err'));
    refuses(/^err is a symbolic link$/);
    assert.equal(existsSync(join(cwd, 'elsewhere', 'guardian.jsonl')), false);
  });

  it('err as a dangling symbolic link is refused', () => {
    symlinkSync('nowhere', join(cwd, 'err'));
    refuses(/^err is a symbolic link$/);
    assert.equal(existsSync(join(cwd, 'nowhere')), false);
  });

  it('the file as a symbolic link is refused, dangling or not', () => {
    mkdirSync(join(cwd, 'err'));
    const target = join(cwd, 'target');
    symlinkSync('../target', file);
    refuses(/^err\/guardian\.jsonl is a symbolic link$/);
    assert.equal(existsSync(target), false);
    writeFileSync(target, 'mine');
    refuses(/^err\/guardian\.jsonl is a symbolic link$/);
    assert.equal(readFileSync(target, 'utf8'), 'mine');
  });

  it('a FIFO is refused at once, with and without a reader', () => {
    mkdirSync(join(cwd, 'err'));
    assert.equal(spawnSync('mkfifo', [file]).status, 0);
    refuses(/^err\/guardian\.jsonl is not a regular file$/);
    assert.deepEqual(readEvidence(cwd), []);
  });

  it('a folder in the place of the file is refused', () => {
    mkdirSync(file, { recursive: true });
    refuses(/^err\/guardian\.jsonl is not a regular file$/);
  });

  it('leaves no descriptor open, whatever happens', {
    skip: !existsSync('/proc/self/fd') && 'needs /proc',
  }, () => {
    const openBelow = (folder: string) =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
        } catch {
          return false;
        }
      });
    const held = openSync(cwd, 'r');
    assert.equal(openBelow(cwd).length, 1, 'an open descriptor would be seen');
    closeSync(held);
    mkdirSync(file, { recursive: true });
    refuses(/not a regular file/);
    rmSync(join(cwd, 'err'), { recursive: true });
    for (let round = 0; round < 20; round++) appendEvidence(cwd, line(round));
    readEvidence(cwd);
    assert.deepEqual(openBelow(cwd), []);
  });
});

describe('reading evidence', () => {
  it('passes over lines that are no JSON object', () => {
    appendEvidence(cwd, line({ a: 1 }));
    appendFileSync(file, 'half a {\n7\nnull\n');
    appendEvidence(cwd, line({ b: 2 }));
    assert.deepEqual(readEvidence(cwd), [{ a: 1 }, { b: 2 }]);
  });

  it('finds none where there is no file, and makes nothing', () => {
    assert.deepEqual(readEvidence(cwd), []);
    assert.equal(existsSync(join(cwd, 'err')), false);
  });

  it('reads only the end of a file that is very large', () => {
    mkdirSync(join(cwd, 'err'));
    writeFileSync(file, `${line({ first: 1 })}${line('x'.repeat(17 * 1024 * 1024))}`);
    appendEvidence(cwd, line({ last: 1 }));
    assert.deepEqual(readEvidence(cwd), [{ last: 1 }]);
  });
});
