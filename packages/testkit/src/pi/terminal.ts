import { stripVTControlCharacters } from 'node:util';
import type { RecordedRequest } from '../types.ts';
import { DEFAULT_TIMEOUT_MS, piArguments, piScript, requestsFromNow } from './cli.ts';
import { DEFAULT_MODEL, piProvider } from './models.ts';
import type { PiPlace } from './sandbox.ts';
import { entriesSoFar, sessionFinder } from './session-file.ts';
import type { PiSessionEntry, PiTerminalOptions } from './types.ts';
import { watch } from './watch.ts';

/** The interactive Pi in a pseudo-terminal. */
export interface PiTerminal {
  /** All that Pi has written so far, without control sequences: every state of the screen, one behind the other. */
  readonly text: string;
  /** Sends keys as a keyboard would: text as it is, `\r` for Enter, `\x1b` for Escape, `\x03` for Ctrl+C. */
  write(keys: string): void;
  /** Types a prompt, waits until it stands in the editor, and presses Enter. */
  prompt(text: string): Promise<void>;
  /**
   * Waits until `text` has been on the screen since the last prompt was entered. White space does not count,
   * since the terminal wraps lines. Throws when Pi ends first or time is over.
   */
  waitForText(text: string): Promise<void>;
  /** The session's file once Pi has created it. */
  sessionFile(): Promise<string | undefined>;
  /** What the scripted model was asked since this was opened. */
  readonly requests: readonly RecordedRequest[];
  /** The entries of the session file; none before Pi has created it. */
  entries(): Promise<PiSessionEntry[]>;
  /** Hangs up, as a closed terminal window does, and gives Pi's exit code. May be called twice. */
  close(): Promise<number>;
}

/** Starts Pi in a pseudo-terminal. It takes a prompt when it resolves. Throws when it does not come up. */
export async function openTerminal(place: PiPlace, options: PiTerminalOptions): Promise<PiTerminal> {
  // Native code: only those who use it need a build for their system.
  const { spawn } = await import('node-pty');
  const sessionFile = await sessionFinder(place.sessions, options);
  const pty = spawn(process.execPath, [piScript(), ...piArguments(options)], {
    name: 'xterm-256color',
    cols: options.columns ?? 120,
    rows: options.rows ?? 40,
    cwd: place.project,
    env: { ...place.env, ...options.env },
  });
  const requests = requestsFromNow(place.model);
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;

  let output = '';
  let entered = 0;
  const text = (from: number) => stripVTControlCharacters(output.slice(from));
  const changes = watch(() => `The terminal's last output: ${text(0).slice(-3_000)}`);
  pty.onData((data) => {
    output += data;
    changes.notify();
  });
  let running = true;
  const exited = new Promise<number>((resolve) => {
    pty.onExit(({ exitCode }) => {
      running = false;
      changes.end(`Pi ended (exit code ${exitCode})`);
      resolve(exitCode);
    });
  });

  const waitForText = async (wanted: string): Promise<void> => {
    const isThere = () => withoutSpace(text(entered)).includes(withoutSpace(wanted));
    await changes.until(isThere, timeoutMs, `the text ${JSON.stringify(wanted)}`);
  };

  const close = async (): Promise<number> => {
    if (running) pty.kill();
    const timer = setTimeout(() => pty.kill('SIGKILL'), HANG_UP_MS);
    const exitCode = await exited;
    clearTimeout(timer);
    return exitCode;
  };

  // Pi counts the providers as the last step of its start, and from then on its footer names the one in use.
  const footer = `(${piProvider(options.api).provider}) ${options.model ?? DEFAULT_MODEL}`;
  await waitForText(footer).catch(async (error: unknown) => {
    await close();
    throw error;
  });

  return {
    get requests() {
      return requests();
    },
    get text() {
      return text(0);
    },
    write: (keys) => pty.write(keys),
    prompt: async (prompt) => {
      entered = output.length;
      pty.write(prompt);
      await waitForText(prompt);
      entered = output.length;
      pty.write('\r');
    },
    waitForText,
    sessionFile,
    entries: async () => entriesSoFar(await sessionFile()),
    close,
  };
}

const HANG_UP_MS = 3_000;

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '');
}
