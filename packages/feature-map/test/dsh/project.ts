import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Turn } from '@session-guards/testkit';
import {
  createDshSandbox,
  type DshSaid,
  type DshSandbox,
  type DshSandboxOptions,
} from '@session-guards/testkit/dsh';
import * as featureMap from '../../src/host/dsh.ts';

/** The denial's part that every host shows in the same words. */
export const DENIED = /^Error: .*keeps a feature map/s;

export const MAP = {
  'docs/features/README.md': `# Features

| Feature | Doc | Read when |
| --- | --- | --- |
| Billing | [billing.md](billing.md) | changing invoices or taxes |
`,
  'docs/features/billing.md': `# Billing

Status: shipped · Read when: changing invoices or taxes

## What it does

Writes one invoice per order.

## Map

- \`src/billing.ts\`: \`writeInvoice()\`.

## Tests that pin it

\`an invoice adds up\`
`,
};

export const SOURCE = {
  'src/billing.ts': 'export function writeInvoice() {}\n',
  'src/orders.ts': 'export function placeOrder() {}\n',
  'AGENTS.md': 'Read the map first.\n',
};

/** Writes files below `root`: path to text. */
export async function writeTree(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const target = join(root, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
}

/** A repository at `root`, as a clone leaves it: with a map unless told otherwise. */
export async function writeRepository(root: string, { map = true } = {}): Promise<void> {
  await mkdir(join(root, '.git'), { recursive: true });
  await writeTree(root, { ...SOURCE, ...(map ? MAP : {}) });
}

/** A host without the plugin, gone when the test ends. */
export async function sandbox(t: TestContext, options?: DshSandboxOptions): Promise<DshSandbox> {
  const host = await createDshSandbox(options);
  t.after(() => host.dispose());
  return host;
}

/** A host with the plugin, whose folder is a repository with a map. */
export async function guardedHost(
  t: TestContext,
  { config, ...options }: DshSandboxOptions & { config?: unknown } = {},
): Promise<DshSandbox> {
  const host = await sandbox(t, options);
  await writeRepository(host.dir);
  await host.load(featureMap, config);
  return host;
}

type Call = readonly [tool: string, args: unknown];

/** One assistant message that makes these calls. */
export function message(...calls: Call[]): Turn {
  return {
    parts: calls.map(([name, args]) => ({ type: 'call', id: randomUUID(), name, arguments: args })),
  };
}

/** The turns of a model that makes each call in a message of its own and then ends its turn. */
export function oneByOne(...calls: Call[]): Turn[] {
  return [...calls.map((call) => message(call)), { parts: [{ type: 'text', text: 'done' }] }];
}

/** Which tool results were denials of the guard, in order. */
export function denials({ toolResults }: DshSaid): boolean[] {
  return toolResults.map(({ text, isError }) => isError && DENIED.test(text));
}
