import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createPiSandbox, type PiSandboxOptions, startScriptedModel, type Turn } from '../src/index.ts';

/** A scripted model and a sandbox of Pi on it, both gone after the test. */
export async function setUpPi(t: TestContext, turns: Turn[], options: Omit<PiSandboxOptions, 'model'> = {}) {
  const model = await startScriptedModel({ turns });
  const sandbox = await createPiSandbox({ model, ...options });
  t.after(async () => {
    await sandbox.dispose();
    await model.close();
  });
  return { model, sandbox };
}

/** The path of a file in `test/fixtures`. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
}

/** A turn that says `text`. */
export function say(text: string): Turn {
  return { parts: [{ type: 'text', text }] };
}

/** A turn that writes `content` into `path` by a call with this id; by default an id that every API takes. */
export function writeFileTurn(path: string, content: string, id: unknown = 'call_1'): Turn {
  return { parts: [{ type: 'call', id, name: 'write', arguments: { path, content } }] };
}
