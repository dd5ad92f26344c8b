import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { RpcCommand, RpcResponse, RpcSessionState } from '@earendil-works/pi-coding-agent';
import type { RecordedRequest } from '../types.ts';
import { type ChildExit, endChild, outputTail } from './child.ts';
import { DEFAULT_TIMEOUT_MS, piArguments, piScript, requestsFromNow } from './cli.ts';
import { lineSplitter } from './jsonl.ts';
import type { PiPlace } from './sandbox.ts';
import { entriesSoFar } from './session-file.ts';
import type { PiEvent, PiNotification, PiRpcOptions, PiSessionEntry, PiUiRequest } from './types.ts';
import { notificationsOf } from './ui.ts';
import { type Watch, watch } from './watch.ts';

/** A running `pi --mode rpc`. */
export interface PiRpc {
  /** Session events so far. */
  readonly events: readonly PiEvent[];
  /** Everything that extensions asked of the user interface so far. */
  readonly uiRequests: readonly PiUiRequest[];
  /** The notifications among `uiRequests`. */
  readonly notifications: readonly PiNotification[];
  readonly stderr: string;
  /** The session's file; Pi creates it with the first message. */
  readonly sessionFile: string;
  /** Sends a command, with an id of its own, and gives the `data` of the response. Throws when Pi refuses it. */
  command(command: RpcCommand): Promise<unknown>;
  /** Sends a prompt and waits until Pi will do no more for it. Throws when Pi refuses the prompt. */
  prompt(text: string): Promise<void>;
  /** Waits for an event that has been seen or will be. Throws when Pi ends first or time is over. */
  waitForEvent(isIt: (event: PiEvent) => boolean): Promise<PiEvent>;
  /** Stops the running turn and waits until Pi is idle. */
  abort(): Promise<void>;
  /** What the scripted model was asked since this was opened. */
  readonly requests: readonly RecordedRequest[];
  /** The entries of the session file; none before Pi has created it. */
  entries(): Promise<PiSessionEntry[]>;
  /** Closes standard input, which Pi takes as the order to shut down, and waits for the end. May be called twice. */
  close(): Promise<ChildExit>;
}

type Incoming = PiEvent | PiUiRequest | RpcResponse;

/** Starts Pi in RPC mode. Throws when it does not come up. */
export async function openRpc(place: PiPlace, options: PiRpcOptions): Promise<PiRpc> {
  const args = ['--mode', 'rpc', ...piArguments(options)];
  const child = spawn(process.execPath, [piScript(), ...args], {
    cwd: place.project,
    env: { ...place.env, ...options.env },
    stdio: 'pipe',
  });
  const requests = requestsFromNow(place.model);
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const output = { stdout: '', stderr: '' };
  const events: PiEvent[] = [];
  const uiRequests: PiUiRequest[] = [];
  const responses: RpcResponse[] = [];
  const closed = once(child, 'close').then(([exitCode, signal]): ChildExit => ({ exitCode, signal }));
  const changes: Watch = watch(() => outputTail(output));

  const send = (record: object): void => {
    child.stdin.write(`${JSON.stringify(record)}\n`);
  };
  const receive = (record: Incoming): void => {
    if (record.type === 'response') responses.push(record);
    else if (record.type === 'extension_ui_request') {
      uiRequests.push(record);
      if (!DIALOGS.has(record.method)) return;
      const answer = options.answerDialog?.(record) ?? { cancelled: true };
      send({ type: 'extension_ui_response', id: record.id, ...answer });
    } else events.push(record);
  };

  const split = lineSplitter();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
    try {
      for (const line of split(text)) receive(JSON.parse(line));
      changes.notify();
    } catch (error) {
      changes.end(`Pi printed what is not JSON (${error})`);
    }
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  child.stdin.on('error', () => {});
  closed.then(
    ({ exitCode, signal }) => changes.end(`Pi ended (exit code ${exitCode}, signal ${signal})`),
    (error: Error) => changes.end(`Pi could not be started: ${error.message}`),
  );

  let commands = 0;
  const command = async (body: RpcCommand): Promise<unknown> => {
    const id = `command-${++commands}`;
    send({ ...body, id });
    const find = () => responses.find((response) => response.id === id);
    const response = await changes.until(find, timeoutMs, `the response to ${body.type}`);
    if (!response.success) throw new Error(`Pi refused ${JSON.stringify(body)}: ${response.error}`);
    return 'data' in response ? response.data : undefined;
  };

  const state = command({ type: 'get_state' }) as Promise<RpcSessionState>;
  const { sessionFile = '' } = await state.catch(async (error: unknown) => {
    await endChild(child);
    throw error;
  });

  return {
    events,
    uiRequests,
    get notifications() {
      return notificationsOf(uiRequests);
    },
    get requests() {
      return requests();
    },
    get stderr() {
      return output.stderr;
    },
    sessionFile,
    command,
    prompt: async (message) => {
      const before = events.length;
      const data = await command({ type: 'prompt', message });
      if ((data as { disposition?: unknown } | undefined)?.disposition === 'handled') return;
      const settled = () => events.slice(before).find((event) => event.type === 'agent_settled');
      await changes.until(settled, timeoutMs, 'the end of the run');
    },
    waitForEvent: (isIt) => changes.until(() => events.find(isIt), timeoutMs, 'an event'),
    abort: async () => void (await command({ type: 'abort' })),
    entries: () => entriesSoFar(sessionFile),
    close: async () => {
      child.stdin.end();
      const timer = setTimeout(() => void endChild(child), SHUTDOWN_MS);
      const exit = await closed;
      clearTimeout(timer);
      return exit;
    },
  };
}

const SHUTDOWN_MS = 10_000;

const DIALOGS: ReadonlySet<string> = new Set(['select', 'confirm', 'input', 'editor']);
