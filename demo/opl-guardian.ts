import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createPiSandbox,
  type PiRun,
  type PiSandbox,
  type ScriptedModel,
  startScriptedModel,
  storedMessages,
  type Turn,
} from '@session-guards/testkit';
import type { Story } from './story.ts';

const guard = fileURLToPath(new URL('../packages/opl-guardian/', import.meta.url));

const turns: Turn[] = [
  {
    parts: [
      { type: 'text', text: 'I read the file.' },
      { type: 'call', id: '', name: 'read', arguments: { path: 'README.md' } },
    ],
  },
  { parts: [{ type: 'text', text: 'The project prints a greeting.' }] },
];

/** The same turns with and without the guard, and a blocked session that goes on with it. */
export async function tellOplGuardian(story: Story): Promise<void> {
  story.title('opl-guardian on Pi: a model that sends a tool call with a blank id');
  story.tell('The real Pi talks to a scripted model that refuses illegal histories, as strict providers do.');

  const blocked = await withPi(async (pi, model) => {
    story.title('1. Without the guard');
    const run = await ask(story, pi, 'pi -p "What is this project?"', []);
    story.quote('stored in the session', storedCall(run));
    story.quote('Pi', firstLine(run.stderr));
    story.expect(
      'the provider refuses the next request with 400',
      run.exitCode === 1 && statuses(model).includes(400),
    );
    const again = await ask(story, pi, 'pi -p -c "Please go on."', [], true);
    story.expect(
      'and every later one: the session is lost',
      again.exitCode === 1 && statuses(model).at(-1) === 400,
    );

    story.title('2. The blocked session, resumed with the guard');
    const healed = await ask(story, pi, `pi -p -c -e opl-guardian "Please go on."`, [guard], true);
    story.quote('Pi', firstLine(healed.stdout));
    story.quote('evidence', evidence(pi));
    story.expect('the session goes on', healed.exitCode === 0 && statuses(model).at(-1) === 200);
    return healed;
  });

  await withPi(async (pi, model) => {
    story.title('3. The same turns with the guard from the start');
    const run = await ask(story, pi, 'pi -p -e opl-guardian "What is this project?"', [guard]);
    story.quote(
      'Pi',
      firstLine(run.stdout.split('\n').findLast((line) => line.includes('[opl-guardian]')) ?? ''),
    );
    story.quote('evidence', evidence(pi));
    const next = await ask(story, pi, 'pi -p -c -e opl-guardian "Please go on."', [guard], true);
    story.quote('Pi', firstLine(next.stdout));
    story.expect('the call never reached the history, and no request was refused', isSaved(run, next, model));
  });
  story.expect('the resumed session answered as the unbroken one does', blocked.stdout.includes('greeting'));
}

async function withPi<T>(use: (pi: PiSandbox, model: ScriptedModel) => Promise<T>): Promise<T> {
  const model = await startScriptedModel({ turns });
  const pi = await createPiSandbox({ model });
  try {
    return await use(pi, model);
  } finally {
    await pi.dispose();
    await model.close();
  }
}

function ask(
  story: Story,
  pi: PiSandbox,
  shown: string,
  extensions: string[],
  resume = false,
): Promise<PiRun> {
  const prompt = /"(.*)"/.exec(shown)?.[1] ?? '';
  return story.during(`$ ${shown}`, () =>
    pi.run({
      mode: 'print',
      api: 'openai-completions',
      prompt,
      extensions,
      ...(resume ? { continue: true } : {}),
    }),
  );
}

const statuses = (model: ScriptedModel) => model.requests.map(({ status }) => status);
const isSaved = (run: PiRun, next: PiRun, model: ScriptedModel) =>
  run.exitCode === 0 && next.exitCode === 0 && statuses(model).every((status) => status === 200);
const firstLine = (text: string) => {
  const [line = ''] = text.trim().split('\n');
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
};

function storedCall(run: PiRun): string {
  const assistant = storedMessages(run.entries).find((message) => message.role === 'assistant');
  const calls =
    assistant?.role === 'assistant' ? assistant.content.filter((block) => block.type === 'toolCall') : [];
  return JSON.stringify(calls[0]);
}

function evidence(pi: PiSandbox): string {
  const file = join(pi.project, 'err', 'guardian.jsonl');
  if (!existsSync(file)) return '(none)';
  const { kind, action, removedToolCalls } = JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '');
  return `${kind}, ${action}: ${removedToolCalls.map((call: { reason: string }) => call.reason).join(', ')} (err/guardian.jsonl)`;
}
