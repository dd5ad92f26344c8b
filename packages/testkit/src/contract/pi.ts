import { join } from 'node:path';
import { startScriptedModel } from '../model/server.ts';
import { assistantMessages } from '../pi/events.ts';
import { openInProcess, type PiInProcess } from '../pi/in-process.ts';
import { createPiSandbox } from '../pi/sandbox.ts';
import { sessionFolder, storedMessages } from '../pi/session-file.ts';
import type { PiInProcessOptions } from '../pi/types.ts';
import type { RecordedRequest, ScriptedModel } from '../types.ts';
import type { ContractHost, ContractSession, StoredBlock } from './host.ts';

type Extensions = NonNullable<PiInProcessOptions['extensionFactories']>;

/** Pi with these extensions, by its SDK. */
export function piHost(...extensions: Extensions): ContractHost {
  return {
    async place({ files, folder = '' }) {
      const model = await startScriptedModel({ turns: [] });
      const sandbox = await createPiSandbox({ model, git: true, files });
      const project = join(sandbox.project, folder);
      const here = { ...sandbox, project, sessions: sessionFolder(sandbox.agentDir, project) };
      const opened: PiInProcess[] = [];
      const open = async (choice: SessionFile, guarded: boolean): Promise<ContractSession> => {
        const pi = await openInProcess(here, start(choice, guarded ? extensions : []));
        opened.push(pi);
        return session(pi, model, (next) => open(next, true));
      };
      return {
        root: sandbox.project,
        folder: project,
        open: ({ guarded = true } = {}) => open({}, guarded),
        async [Symbol.asyncDispose]() {
          for (const pi of opened) await pi.close();
          await sandbox.dispose();
          await model.close();
        },
      };
    },
  };
}

type SessionFile = Pick<PiInProcessOptions, 'session' | 'fork'>;

function start(choice: SessionFile, extensionFactories: Extensions): PiInProcessOptions {
  return { api: 'openai-completions', ui: true, extensionFactories, ...choice };
}

function session(
  pi: PiInProcess,
  model: ScriptedModel,
  open: (choice: SessionFile) => Promise<ContractSession>,
): ContractSession {
  const resume = async () => {
    await pi.close();
    return open({ session: pi.sessionFile });
  };
  return {
    id: pi.session.sessionId,
    async say(...turns) {
      const [calls, requests] = [pi.toolExecutions.length, pi.requests.length];
      model.push(...turns);
      await pi.prompt('Go.');
      if (pi.extensionErrors[0]) throw new Error(`an extension threw: ${pi.extensionErrors[0].error}`);
      assertScriptUsed(turns.length, pi.requests.slice(requests));
      return {
        calls: pi.toolExecutions
          .slice(calls)
          .map(({ toolCallId: id, isError, text }) => ({ id, isError, text })),
        requests: pi.requests.slice(requests),
        answer: textOf(blocksOf(assistantMessages(pi.events).at(-1)?.content ?? [])),
      };
    },
    async abort(turn) {
      model.push({ ...turn, hang: true });
      const running = pi.prompt('Go.');
      await pi.waitForEvent(
        (event) => event.type === 'message_update' && event.assistantMessageEvent.type === 'toolcall_start',
      );
      await pi.abort();
      await running;
    },
    async stored() {
      const messages = storedMessages(await pi.entries());
      return messages.flatMap((message) => (message.role === 'assistant' ? [blocksOf(message.content)] : []));
    },
    warnings: () => pi.notifications.map(({ message }) => message),
    resume,
    guard: resume,
    fork: () => open({ fork: pi.sessionFile }),
  };
}

/** As the DSH driver does: a model that was not asked as often as the scenario has turns shows an unforeseen run. */
function assertScriptUsed(turns: number, requests: readonly RecordedRequest[]): void {
  const accepted = requests.filter(({ violations }) => violations.length === 0).length;
  if (accepted !== turns)
    throw new Error(`the model was asked ${accepted} time(s), the script has ${turns} turn(s)`);
}

type PiBlocks = ReturnType<typeof assistantMessages>[number]['content'];

function blocksOf(content: PiBlocks): StoredBlock[] {
  return content.map((block) => {
    if (block.type === 'text') return { type: 'text', text: block.text };
    return block.type === 'toolCall' ? { type: 'call', id: block.id, name: block.name } : { type: 'other' };
  });
}

function textOf(blocks: readonly StoredBlock[]): string {
  return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
}
