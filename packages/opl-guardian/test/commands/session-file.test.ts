import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { openSessionFile } from '../../src/commands/session/session-file.ts';
import { UnreadableSession } from '../../src/formats/format.ts';
import { oldFile, scratch } from './scratch.ts';

const MB = 1024 * 1024;

/** Bytes whose every stretch differs from the others. */
function bytesOf(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at + 4 <= length; at += 4) bytes.writeUInt32LE(at, at);
  return bytes;
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(Buffer.from(chunk));
  return Buffer.concat(parts);
}

describe('a file that is open for reading', () => {
  it('gives all of its bytes, from any place, by chunks that say how far they reach', async (t) => {
    const bytes = bytesOf(2.5 * MB);
    const file = oldFile(scratch(t), 'a', bytes);
    const read: number[] = [];
    const opened = openSessionFile(file, { onRead: (position) => read.push(position) });
    t.after(opened.close);
    assert.equal(opened.size, bytes.length);
    assert.ok(bytes.equals(await collect(opened.chunks())));
    assert.deepEqual(read, [MB, 2 * MB, 2.5 * MB]);
    assert.ok(bytes.subarray(1_234_567).equals(await collect(opened.chunks(1_234_567))));
    assert.equal((await collect(opened.chunks(bytes.length))).length, 0);
    assert.ok(bytes.subarray(10, 20).equals(await opened.range(10, 20)));
    assert.equal((await opened.range(bytes.length - 5, bytes.length + 5)).length, 5);
    assert.equal(opened.head().length, 64 * 1024);
  });

  it('ends where it ended when it was opened, whatever is appended meanwhile', async (t) => {
    const bytes = bytesOf(2 * MB);
    const file = oldFile(scratch(t), 'a', bytes);
    const opened = openSessionFile(file, { onRead: () => appendFileSync(file, 'more') });
    t.after(opened.close);
    assert.ok(bytes.equals(await collect(opened.chunks())));
    assert.equal((await opened.range(2 * MB - 1, 2 * MB + 100)).length, 1);
  });

  it('that becomes shorter meanwhile is an error that says so', async (t) => {
    const file = oldFile(scratch(t), 'a', bytesOf(3 * MB));
    const opened = openSessionFile(file, { onRead: () => truncateSync(file, MB) });
    t.after(opened.close);
    await assert.rejects(
      collect(opened.chunks()),
      /^UnreadableSession: the file became shorter while it was read/,
    );
  });

  it('has the name that formats are to see', (t) => {
    const file = oldFile(scratch(t), 'a.new', '');
    const opened = openSessionFile(file, { name: '/x/session.jsonl' });
    t.after(opened.close);
    assert.equal(opened.file, '/x/session.jsonl');
    assert.equal(opened.head().length, 0);
  });
});

describe('what is no regular file', () => {
  for (const [what, make, why] of [
    ['a folder', (folder: string) => folder, /^it is a folder$/],
    [
      'nothing',
      (folder: string) => path.join(folder, 'nothing'),
      /^there is no such file or folder \(ENOENT\)$/,
    ],
    ['a file below a file', (folder: string) => path.join(oldFile(folder, 'a', ''), 'b'), /ENOTDIR/],
    [
      'a pipe that nobody writes to',
      (folder: string) => {
        const pipe = path.join(folder, 'pipe');
        assert.equal(spawnSync('mkfifo', [pipe]).status, 0);
        return pipe;
      },
      /^it is no regular file$/,
    ],
  ] as const) {
    it(`is refused at once: ${what}`, { skip: process.platform === 'win32' && 'needs POSIX' }, (t) => {
      const file = make(scratch(t));
      assert.throws(
        () => openSessionFile(file),
        (error: unknown) => error instanceof UnreadableSession && why.test(error.message),
      );
    });
  }
});
