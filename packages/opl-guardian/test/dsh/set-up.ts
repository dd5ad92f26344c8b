import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { ContentBlock, StreamChunk } from '@deepseek-ai/dsh-llm';
import type { SessionEvent } from '@deepseek-ai/dsh-session';
import type { Turn } from '@session-guards/testkit';
import { createDshSandbox, type DshSandbox, type DshSandboxOptions } from '@session-guards/testkit/dsh';
import * as guardian from '../../src/dsh.ts';

export const say = (text: string): Turn => ({ parts: [{ type: 'text', text }] });

const find = { pattern: '*' };

/** A turn with one call whose id is blank, and the same with a valid call behind it. */
export const onlyMalformed: Turn = { parts: [{ type: 'call', id: '', name: 'glob', arguments: find }] };
export const mixed: Turn = {
  parts: [
    { type: 'text', text: 'I look.' },
    { type: 'call', id: '', name: 'glob', arguments: find },
    { type: 'call', id: 'call_2', name: 'glob', arguments: find },
  ],
};

/** A host that is gone when the test ends, with what its log says. Without the guard until it is loaded. */
export async function sandbox(
  t: TestContext,
  options?: DshSandboxOptions,
): Promise<{ host: DshSandbox; warnings: string[] }> {
  const host = await createDshSandbox(options);
  t.after(() => host.dispose());
  const warnings: string[] = [];
  host.ctx.logger.exporter({
    levels: { default: 3 },
    export: ({ name, type, args }) => {
      if (name === guardian.name && type === 'warn') warnings.push(String(args[1]));
    },
  });
  return { host, warnings };
}

export async function guardedHost(t: TestContext, options?: DshSandboxOptions) {
  const setUp = await sandbox(t, options);
  const plugin = await setUp.host.load(guardian);
  return { ...setUp, plugin };
}

export interface EvidenceLine {
  kind: string;
  action: string;
  sessionId: string;
  cwd: string;
  provider: string;
  model: string;
  timestamp: string;
  removedToolCalls: { reason: string; mintedId?: string; toolCall: unknown }[];
}

export function evidenceOf(host: DshSandbox, sessionId?: string): EvidenceLine[] {
  const file = join(host.dir, 'err', 'guardian.jsonl');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const records = lines.map((line): EvidenceLine => JSON.parse(line));
  return records.filter((record) => sessionId === undefined || record.sessionId === sessionId);
}

/** The content of each assistant message in a log. */
export function turnsIn(events: readonly SessionEvent[]): ContentBlock[][] {
  return events.flatMap((event) => (event.type === 'assistant/message' ? [event.data.message.content] : []));
}

export const statuses = (host: DshSandbox) => host.server?.requests.map(({ status }) => status);

/** Sees each chunk as the provider streams it, before the guard does. */
export function onProviderChunk(host: DshSandbox, see: (chunk: StreamChunk) => void): void {
  host.ctx.on('llm/stream', (_, next) => {
    const chunks = next();
    return (async function* () {
      for await (const chunk of chunks) {
        see(chunk);
        yield chunk;
      }
    })();
  });
}
