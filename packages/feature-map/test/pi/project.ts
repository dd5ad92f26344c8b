import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  createPiSandbox,
  type PiEvent,
  type PiInProcess,
  type PiInProcessOptions,
  type PiSandbox,
  type PiSandboxOptions,
  type PiToolExecution,
  type RecordedRequest,
  type ScriptedModel,
  startScriptedModel,
  type Turn,
  toolExecutions,
} from '@session-guards/testkit';
import featureMap from '../../src/host/pi.ts';

export const api = 'openai-completions';

/** The extension as Pi finds it on disk, for the starts of Pi in a process of its own. */
export const extensions = [fileURLToPath(new URL('../../src/host/pi.ts', import.meta.url))];

export const MAP = {
  'docs/features/README.md': `# Features

| Feature | Doc | Read when |
|---|---|---|
| Tickets | [tickets.md](tickets.md) | changing how tickets are sold |
`,
  'docs/features/tickets.md': `# Tickets

Status: shipped · Read when: changing how tickets are sold

## What it does

Sells one ticket for each seat.

## Map

- \`src/tickets.ts\` — \`sellTicket\`
`,
};

export const SOURCE = {
  'src/tickets.ts': 'export function sellTicket() {}\n',
  'src/seats.ts': 'export function bookSeat() {}\n',
  'README.md': '# Cinema\n',
};

export type Call = readonly [tool: string, args: unknown];

export const READ: Call = ['read', { path: 'src/tickets.ts' }];
export const CAT: Call = ['bash', { command: 'cat src/seats.ts' }];
export const TOPIC: Call = ['feature_map', { topic: 'tickets' }];

export const script = (code: string): Call => ['codemode', { code }];

/** One assistant message that makes these calls. */
export function message(...calls: Call[]): Turn {
  return { parts: calls.map(([name, args]) => ({ type: 'call', id: randomUUID(), name, arguments: args })) };
}

const done: Turn = { parts: [{ type: 'text', text: 'done' }] };

/** The turns of a model that makes each call in a message of its own and then ends its turn. */
export function oneByOne(...calls: Call[]): Turn[] {
  return [...calls.map((call) => message(call)), done];
}

/** The turns of a model that makes all calls in one message and then ends its turn. */
export function atOnce(...calls: Call[]): Turn[] {
  return [message(...calls), done];
}

export interface SetUp {
  readonly model: ScriptedModel;
  readonly sandbox: PiSandbox;
}

/** A strict scripted model and a Pi whose project is a repository, with a map unless told otherwise. */
export async function setUp(
  t: TestContext,
  { map = true, files, ...options }: Partial<PiSandboxOptions> & { map?: boolean } = {},
): Promise<SetUp> {
  const model = await startScriptedModel({ turns: [] });
  const sandbox = await createPiSandbox({
    model,
    git: true,
    files: { ...SOURCE, ...(map ? MAP : {}), ...files },
    ...options,
  });
  t.after(async () => {
    await sandbox.dispose();
    await model.close();
  });
  return { model, sandbox };
}

export interface Said {
  readonly results: readonly PiToolExecution[];
  readonly requests: readonly RecordedRequest[];
}

/** A session of Pi in this process, with the extension. */
export interface Guarded extends PiInProcess {
  /** Sends a prompt that the model answers with these turns. */
  say(...turns: Turn[]): Promise<Said>;
}

export async function open(
  { model, sandbox }: SetUp,
  options: Omit<PiInProcessOptions, 'api'> = {},
): Promise<Guarded> {
  const pi = await sandbox.inProcess({ api, extensionFactories: [featureMap], ...options });
  return Object.assign(Object.create(pi) as PiInProcess, {
    async say(...turns: Turn[]) {
      const [calls, requests] = [pi.toolExecutions.length, pi.requests.length];
      model.push(...turns);
      await pi.prompt('Go.');
      return { results: pi.toolExecutions.slice(calls), requests: pi.requests.slice(requests) };
    },
  });
}

/** Which calls the guard denied, in the order in which Pi finished them. */
export function denials({ results }: Pick<Said, 'results'>): boolean[] {
  return results.map(({ isError, ran, text }) => isError && !ran && /keeps a feature map/.test(text));
}

/** The same of the events of a start of the command line. */
export function denialsAmong(events: readonly PiEvent[]): boolean[] {
  return denials({ results: toolExecutions(events) });
}

interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tools: readonly { readonly function: { readonly name: string; readonly parameters: object } }[];
}

/** The system messages of a request, in order. */
export function systemMessages({ body }: RecordedRequest): string[] {
  const { messages } = body as ChatRequest;
  return messages.flatMap(({ role, content }) => (role === 'system' ? [content] : []));
}

/** The tools of a request, by their names. */
export function toolsOf({ body }: RecordedRequest): Map<string, object> {
  const { tools } = body as ChatRequest;
  return new Map(tools.map(({ function: { name, parameters } }) => [name, parameters]));
}
