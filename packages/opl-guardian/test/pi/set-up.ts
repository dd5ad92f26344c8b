import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createPiSandbox, type PiSandbox, startScriptedModel, type Turn } from '@session-guards/testkit';

export const extensionSource = fileURLToPath(new URL('../../src/index.ts', import.meta.url));

export const say = (text: string): Turn => ({ parts: [{ type: 'text', text }] });

/** A turn with one call whose name is blank, and the same with a valid call behind it. */
export const onlyMalformed: Turn = { parts: [{ type: 'call', id: 'call_1', name: '', arguments: {} }] };
export const mixed: Turn = {
  parts: [
    { type: 'call', id: 'call_1', name: '', arguments: {} },
    { type: 'call', id: 'call_2', name: 'read', arguments: { path: 'README.md' } },
  ],
};

/** A strict scripted model and a sandbox of Pi on it, both gone after the test. */
export async function setUp(t: TestContext, ...turns: Turn[]) {
  const model = await startScriptedModel({ turns });
  const sandbox = await createPiSandbox({ model });
  t.after(async () => {
    await sandbox.dispose();
    await model.close();
  });
  return { model, sandbox, statuses: () => model.requests.map(({ status }) => status) };
}

export interface EvidenceLine {
  kind: string;
  action: string;
  sessionId: string;
  cwd: string;
  notified?: boolean;
  removedToolCalls: { reason: string; mintedId?: string }[];
}

export function evidenceOf(sandbox: PiSandbox): EvidenceLine[] {
  const file = join(sandbox.project, 'err', 'guardian.jsonl');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
