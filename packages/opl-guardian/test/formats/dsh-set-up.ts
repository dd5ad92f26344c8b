import assert from 'node:assert/strict';
import { mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Message } from '@deepseek-ai/dsh-llm';
import type { SessionEvent } from '@deepseek-ai/dsh-session';
import { createDshSandbox, type DshSandbox, type DshSandboxOptions } from '@session-guards/testkit/dsh';
import { type CoreMessage, hostMessageOf } from '../../src/dsh/transcript.ts';
import { dshFormat } from '../../src/formats/dsh.ts';
import type { Heal, SessionInput, StoredSession } from '../../src/formats/format.ts';
import { healHistory } from '../../src/history/heal-history.ts';
import type { TargetApi } from '../../src/history/target.ts';

/** A file that is read in chunks of a few bytes, and one buffer for all of them, so that keeping one shows. */
export async function inputOf(file: string, chunkSize = 64 * 1024): Promise<SessionInput> {
  const handle = await open(file);
  const { size } = await handle.stat();
  await handle.close();
  const range = async (start: number, end: number) => {
    const reading = await open(file);
    try {
      const bytes = Buffer.alloc(end - start);
      await reading.read(bytes, 0, bytes.length, start);
      return bytes;
    } finally {
      await reading.close();
    }
  };
  return {
    file,
    size,
    range,
    async *chunks(start = 0) {
      const shared = Buffer.alloc(chunkSize);
      for (let at = start; at < size; at += chunkSize) {
        const bytes = await range(at, Math.min(size, at + chunkSize));
        bytes.copy(shared);
        yield shared.subarray(0, bytes.length);
        shared.fill(0);
      }
    },
  };
}

export const healFor =
  (target?: TargetApi): Heal =>
  (branch) =>
    healHistory(branch.messages, { target: target ?? branch.lastApi, facts: branch.facts });

export async function readSession(file: string, chunkSize?: number): Promise<StoredSession> {
  return dshFormat.read(await inputOf(file, chunkSize));
}

/** The messages that a session sends from its end, in the host's form. */
export function hostMessages(session: StoredSession): Message[] {
  const messages = session.branches[0]?.messages as readonly CoreMessage[];
  return [...new Set(messages.map(hostMessageOf))];
}

/** Repairs a log in place and gives the places that changed. */
export async function repair(file: string, target?: TargetApi): Promise<string[]> {
  const plan = await (await readSession(file)).plan(healFor(target));
  for (const { place, findings } of plan.changes) assert.notDeepEqual(findings, [], place);
  const bytes: Uint8Array[] = [];
  await plan.write(async (chunk) => void bytes.push(Buffer.from(chunk)));
  await writeFile(file, Buffer.concat(bytes));
  return plan.changes.map(({ place }) => place);
}

/** The frames of a log as the host cuts it, decompressed. */
export async function eventsIn(file: string): Promise<SessionEvent[]> {
  const bytes = await readFile(file);
  const text = file.endsWith('.zstd') ? zstdDecompressSync(bytes) : bytes;
  const [, ...lines] = text.toString('utf8').trimEnd().split('\n');
  return lines.map((line): SessionEvent => JSON.parse(line));
}

export function frame(text: string): Buffer {
  return zstdCompressSync(text, { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
}

/** A log of the given events, one frame each, where the host looks for it. */
export async function writeLog(
  host: DshSandbox,
  id: string,
  events: readonly unknown[],
  perFrame = 4,
): Promise<string> {
  const cwd = host.dir;
  const folder = join(String(host.sessionsRoot), `--${cwd.replaceAll('/', '-').replace(/^-+/, '')}--`, id);
  await mkdir(folder, { recursive: true });
  const header = { type: 'session', version: 0, id, createdAt: 1, cwd, delegationDepth: 0 };
  const frames = [frame(`${JSON.stringify(header)}\n`)];
  for (let at = 0; at < events.length; at += perFrame) {
    const lines = events.slice(at, at + perFrame).map((event) => `${JSON.stringify(event)}\n`);
    frames.push(frame(lines.join('')));
  }
  const file = join(folder, 'session.jsonl.zstd');
  await writeFile(file, Buffer.concat(frames));
  return file;
}

export async function dshHost(t: TestContext, options: DshSandboxOptions = {}): Promise<DshSandbox> {
  const host = await createDshSandbox({ persistence: true, model: 'http', ...options });
  t.after(() => host.dispose());
  return host;
}

/** The log of a session that the host has closed. */
export async function logOf(host: DshSandbox, id: string): Promise<string> {
  const root = String(host.sessionsRoot);
  const [project] = await readdir(root);
  return join(root, String(project), id, 'session.jsonl.zstd');
}

/** Opens a session again in the host and asks its strict model once more. */
export async function goesOn(host: DshSandbox, id: string): Promise<WireMessage[]> {
  const agent = await host.resume(id);
  const { ended, text, requests } = await agent.say('Go on.', { parts: [{ type: 'text', text: 'Fine.' }] });
  const { violations } = host.server?.requests.at(-1) ?? {};
  assert.deepEqual([ended.kind, text, violations], ['completed', 'Fine.', []]);
  await agent.dispose();
  return requests[0]?.messages as WireMessage[];
}

export interface WireMessage {
  role: string;
  content: string;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}
