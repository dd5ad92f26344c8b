import type {
  AgentSession,
  CreateAgentSessionRuntimeFactory,
  ExtensionError,
  SessionManager,
} from '@earendil-works/pi-coding-agent';
import type { RecordedRequest } from '../types.ts';
import { DEFAULT_TIMEOUT_MS, requestsFromNow } from './cli.ts';
import { isolateThisProcess } from './environment.ts';
import { recordedEvent, toolExecutions } from './events.ts';
import { DEFAULT_MODEL, piProvider } from './models.ts';
import type { PiPlace } from './sandbox.ts';
import { entriesSoFar } from './session-file.ts';
import type {
  PiEvent,
  PiInProcessOptions,
  PiNotification,
  PiSessionEntry,
  PiToolExecution,
} from './types.ts';
import { notificationsAmong, type PiUiCall, recordingUi } from './ui.ts';
import { watch } from './watch.ts';

/** A session of Pi's SDK in this process. */
export interface PiInProcess {
  /** The session's file; Pi creates it with the first message. */
  readonly sessionFile: string;
  /** Session events so far, as Pi's JSON stream would print them. */
  readonly events: readonly PiEvent[];
  /** What became of each tool call so far. */
  readonly toolExecutions: readonly PiToolExecution[];
  /** With `ui: true`: every `ctx.ui` call so far, and the notifications among them. */
  readonly uiCalls: readonly PiUiCall[];
  readonly notifications: readonly PiNotification[];
  /** What extension handlers threw so far. */
  readonly extensionErrors: readonly ExtensionError[];
  /** The SDK's own object, for what is not covered here. */
  readonly session: AgentSession;
  /** Sends a prompt and waits until Pi will do no more for it. A provider's error is in the events, not thrown; time over is. */
  prompt(text: string): Promise<void>;
  /** Waits for an event that has been seen or will be. Throws when time is over. */
  waitForEvent(isIt: (event: PiEvent) => boolean): Promise<PiEvent>;
  /** Stops the running turn and waits until Pi is idle. */
  abort(): Promise<void>;
  /** What the scripted model was asked since this was opened. */
  readonly requests: readonly RecordedRequest[];
  /** The entries of the session file; none before Pi has created it. */
  entries(): Promise<PiSessionEntry[]>;
  /** Shuts the session down as a quitting Pi does, `session_shutdown` included. May be called twice. */
  close(): Promise<void>;
}

/**
 * Opens a session with Pi's SDK, by the steps of Pi's own command line: settings and models of the sandbox,
 * extensions through Pi's loader, a session file where `pi -c` finds it. Two things differ from the command
 * line: Pi's built-in extensions (codemode, tool search, MCP) are left out, and the tools inherit this
 * process's environment.
 * Throws when an extension cannot be loaded, as the command line does.
 */
export async function openInProcess(place: PiPlace, options: PiInProcessOptions): Promise<PiInProcess> {
  isolateThisProcess();
  // Loading Pi takes most of a second, so only those who use it pay for it.
  const pi = await import('@earendil-works/pi-coding-agent');
  const { project: cwd, agentDir } = place;
  const requests = requestsFromNow(place.model);
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;

  const createRuntime: CreateAgentSessionRuntimeFactory = async ({ sessionManager, sessionStartEvent }) => {
    const services = await pi.createAgentSessionServices({
      cwd,
      agentDir,
      settingsManager: pi.SettingsManager.create(cwd, agentDir),
      resourceLoaderOptions: {
        additionalExtensionPaths: [...(options.extensions ?? [])],
        extensionFactories: [...(options.extensionFactories ?? [])],
        noSkills: true,
        noPromptTemplates: true,
        noThemes: true,
      },
    });
    const failures = [
      ...services.diagnostics.filter(({ type }) => type === 'error').map(({ message }) => message),
      ...services.resourceLoader.getExtensions().errors.map(({ path, error }) => `${path}: ${error}`),
    ];
    if (failures.length > 0) throw new Error(`Pi could not load its extensions: ${failures.join('; ')}`);
    const { provider } = piProvider(options.api);
    const modelId = options.model ?? DEFAULT_MODEL;
    const model = services.modelRuntime.getModel(provider, modelId);
    if (!model) throw new Error(`models.json of the sandbox has no ${provider}/${modelId}`);
    const created = await pi.createAgentSessionFromServices({
      services,
      sessionManager,
      model,
      ...(sessionStartEvent ? { sessionStartEvent } : {}),
      ...(options.tools ? { tools: [...options.tools] } : {}),
    });
    return { ...created, services, diagnostics: services.diagnostics };
  };

  const sessionManager = chooseSession(pi.SessionManager, place, options);
  const runtime = await pi.createAgentSessionRuntime(createRuntime, { cwd, agentDir, sessionManager });
  const { session } = runtime;

  const events: PiEvent[] = [];
  const uiCalls: PiUiCall[] = [];
  const extensionErrors: ExtensionError[] = [];
  const changes = watch(() => `Events so far: ${events.map(({ type }) => type).join(', ')}`);
  session.subscribe((event) => {
    events.push(recordedEvent(event));
    changes.notify();
  });
  await session.bindExtensions({
    ...(options.ui ? { mode: 'rpc', uiContext: recordingUi(uiCalls) } : { mode: 'print' }),
    onError: (error) => void extensionErrors.push(error),
  });

  let closing: Promise<void> | undefined;
  return {
    sessionFile: session.sessionFile ?? '',
    events,
    get requests() {
      return requests();
    },
    get toolExecutions() {
      return toolExecutions(events);
    },
    uiCalls,
    get notifications() {
      return notificationsAmong(uiCalls);
    },
    extensionErrors,
    session,
    prompt: async (text) => {
      let over = false;
      const run = session.prompt(text).finally(() => {
        over = true;
        changes.notify();
      });
      await Promise.race([run, changes.until(() => over, timeoutMs, 'the end of the run')]);
    },
    waitForEvent: (isIt) => changes.until(() => events.find(isIt), timeoutMs, 'an event'),
    abort: () => session.abort(),
    entries: () => entriesSoFar(session.sessionFile),
    close: () => (closing ??= runtime.dispose()),
  };
}

function chooseSession(
  manager: typeof SessionManager,
  { project, sessions }: PiPlace,
  { continue: resume, session, fork }: PiInProcessOptions,
): SessionManager {
  if (session !== undefined) return manager.open(session, sessions);
  if (fork !== undefined) return manager.forkFrom(fork, project, sessions);
  return resume ? manager.continueRecent(project, sessions) : manager.create(project, sessions);
}
