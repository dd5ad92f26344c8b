// Run as a process of its own: an installed guard is loaded and gets a poisoned message, as its host would give it
// one. Arguments: `pi` or `dsh`; the file to load; a scratch folder; a file of Pi's package, if there is one. The
// verdict is the last line of the output, as JSON.
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

interface Verdict {
  caught: boolean;
  /** What was wrong, as a clause. */
  why?: string;
}

type Listener = (...args: unknown[]) => unknown;

const [host, entry = '', folder = '', piFile] = process.argv.slice(2);

if (piFile !== undefined) {
  // Pi gives extensions its own packages, wherever they are installed.
  const parentURL = pathToFileURL(piFile).href;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier.startsWith('@earendil-works/')
        ? next(specifier, { ...context, parentURL })
        : next(specifier, context),
  });
}

let verdict: Verdict;
try {
  const module: Record<string, unknown> = await import(pathToFileURL(entry).href);
  verdict = host === 'pi' ? await tryPi(module.default) : await tryDsh(module.apply);
} catch (error) {
  verdict = { caught: false, why: `it failed: ${error instanceof Error ? error.message : String(error)}` };
}
process.stdout.write(`\n${JSON.stringify(verdict)}\n`);

async function tryPi(extension: unknown): Promise<Verdict> {
  if (typeof extension !== 'function') return { caught: false, why: 'it has no default export' };
  const listeners = new Map<string, Listener>();
  extension({ on: (event: string, listener: Listener) => listeners.set(event, listener) });
  const calls = [
    { type: 'toolCall', id: '', name: 'read', arguments: {} },
    { type: 'toolCall', id: 'call_1', name: 'read', arguments: {} },
  ];
  const message = {
    role: 'assistant',
    api: 'openai-completions',
    stopReason: 'toolUse',
    timestamp: 0,
    content: calls,
  };
  const context = {
    cwd: folder,
    hasUI: false,
    mode: 'print',
    ui: { notify: () => {} },
    sessionManager: { getSessionId: () => 'doctor', getEntries: () => [], getBranch: () => [] },
  };
  const replaced: unknown = await listeners.get('message_end')?.({ type: 'message_end', message }, context);
  const guarded: unknown = Reflect.get(Object(Reflect.get(Object(replaced), 'message')), 'content');
  if (!Array.isArray(guarded)) return { caught: false, why: 'a call without an id stayed in a new message' };
  const ids = guarded.filter((block) => block?.type === 'toolCall').map(({ id }) => id);
  return judge(ids);
}

async function tryDsh(apply: unknown): Promise<Verdict> {
  if (typeof apply !== 'function') return { caught: false, why: 'it does not export "apply"' };
  const listeners: Listener[] = [];
  const session = { header: { cwd: folder }, events: [], deriveMessages: () => [] };
  apply({
    on(event: string, listener: Listener, options?: { prepend?: boolean }) {
      if (event !== 'llm/stream') return;
      if (options?.prepend) listeners.unshift(listener);
      else listeners.push(listener);
    },
    sessions: { get: () => session },
    llm: { stream: () => response() },
    logger: { warn: () => {} },
  });
  const options = Object.freeze({
    provider: 'p',
    model: 'm',
    sessionId: 'doctor',
    messages: Object.freeze([]),
  });
  const dispatch = (at: number): unknown => {
    const listener = listeners[at];
    return listener === undefined ? response() : listener(options, () => dispatch(at + 1));
  };
  const ids: unknown[] = [];
  for await (const chunk of dispatch(0) as AsyncIterable<{
    type: string;
    block?: { type: string; id?: unknown };
  }>) {
    if (chunk.type === 'block-end' && chunk.block?.type === 'tool-call') ids.push(chunk.block.id);
  }
  return judge(ids);
}

/** A response of DSH's model with a call that has no id, and one that has. */
async function* response(): AsyncGenerator<object> {
  for (const [index, id] of ['', 'call_1'].entries()) {
    yield { type: 'block-start', index, blockType: 'tool-call' };
    yield { type: 'tool-call-delta', index, id, name: 'read', argumentsDelta: '{}' };
    yield { type: 'block-end', index, block: { type: 'tool-call', id, name: 'read', arguments: '{}' } };
  }
  yield { type: 'finish', reason: { kind: 'tool-calls' } };
}

function judge(ids: readonly unknown[]): Verdict {
  if (ids.includes('')) return { caught: false, why: 'a call without an id stayed in a new message' };
  if (ids.length === 1 && ids[0] === 'call_1') return { caught: true };
  return { caught: false, why: 'a sound call did not stay as it was' };
}
