import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { header } from './pi-trees.ts';

const scratch = mkdtempSync(join(tmpdir(), 'pi-memory-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const MEGABYTE = 1024 * 1024;
const MOST_MEGABYTES = 150;

async function read(file: string): Promise<{ messages: number; megabytes: number }> {
  const child = fileURLToPath(new URL('../child/read-pi-session.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [child, file]);
  return JSON.parse(stdout) as { messages: number; megabytes: number };
}

/** Writes a session of the given size in turns whose results have the given length. */
function writeSession(size: number, resultLength: number): { file: string; messages: number } {
  const file = join(scratch, `${size}-${resultLength}.jsonl`);
  const descriptor = openSync(file, 'w');
  let written = writeSync(descriptor, `${JSON.stringify(header)}\n`);
  let messages = 0;
  const text = 'function read(file) {\\n  return \\"x\\";\\n}\\n'.repeat(Math.ceil(resultLength / 42));
  const line = (message: string) => {
    const [id, parent] = [messages, messages - 1].map((number) => (0x10000000 + number).toString(16));
    messages++;
    const parentId = messages === 1 ? null : parent;
    return `{"type":"message","id":"${id}","parentId":${JSON.stringify(parentId)},"timestamp":"2026-01-01T00:00:00.000Z","message":${message}}\n`;
  };
  while (written < size) {
    const id = `call_${messages}`;
    const turn =
      line(
        `{"role":"assistant","content":[{"type":"toolCall","id":"${id}","name":"read","arguments":{"path":"a"}}],"api":"openai-completions","stopReason":"toolUse","timestamp":${messages}}`,
      ) +
      line(
        `{"role":"toolResult","toolCallId":"${id}","toolName":"read","content":[{"type":"text","text":"${text}"}],"isError":false,"timestamp":${messages}}`,
      );
    written += writeSync(descriptor, turn);
  }
  closeSync(descriptor);
  return { file, messages };
}

describe('the memory that a Pi session takes', () => {
  for (const [what, size, resultLength] of [
    ['1 GB in 300,000 lines', 1024 * MEGABYTE, 7_000],
    ['2 GB in 200,000 lines', 2048 * MEGABYTE, 21_000],
    ['one line of 200 MB', 200 * MEGABYTE, 200 * MEGABYTE],
  ] as const) {
    it(`of ${what} stays under ${MOST_MEGABYTES} MB`, async () => {
      const { file, messages } = writeSession(size, resultLength);
      const result = await read(file);
      rmSync(file);
      assert.equal(result.messages, messages);
      assert.ok(result.megabytes < MOST_MEGABYTES, `${result.megabytes} MB`);
    });
  }
});
