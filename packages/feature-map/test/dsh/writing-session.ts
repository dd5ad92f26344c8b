import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { DshAgent, DshSandbox, DshSandboxOptions, DshToolResult } from '@session-guards/testkit/dsh';
import { guardedHost, writeTree } from './project.ts';

/** A page that regen changes: it lacks headings. */
export const SPARSE =
  '# Orders\n\nStatus: shipped · Read when: changing orders\n\n## What it does\n\nTakes orders.\n';

interface Writing {
  readonly host: DshSandbox;
  readonly agent: DshAgent;
  call(name: string, args: unknown): Promise<DshToolResult>;
  text(file: string): Promise<string | undefined>;
}

/** A session in a repository whose map regen has something to do for. */
export async function writing(t: TestContext, options: DshSandboxOptions = {}): Promise<Writing> {
  const host = await guardedHost(t, options);
  await writeTree(host.dir, { 'docs/features/orders.md': SPARSE });
  return session(host, await host.createAgent());
}

/** A session in a repository without documents. */
export async function young(t: TestContext, options: DshSandboxOptions = {}): Promise<Writing> {
  const host = await guardedHost(t, options);
  await rm(join(host.dir, 'docs'), { recursive: true });
  await rm(join(host.dir, 'AGENTS.md'));
  return session(host, await host.createAgent());
}

function session(host: DshSandbox, agent: DshAgent): Writing {
  return {
    host,
    agent,
    call: (name, args) => host.execute(name, args, agent),
    text: (file) => readFile(join(host.dir, file), 'utf8').catch(() => undefined),
  };
}
