import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createPiSandbox,
  type PiInProcess,
  type PiModelId,
  type PiSandbox,
  type ScriptedModel,
  startScriptedModel,
  storedMessages,
  type Turn,
  type WireApi,
} from '@session-guards/testkit';
import oplGuardian from '../../src/index.ts';

/** What became of one malformed turn. */
export interface CellOutcome {
  /** Names of the tools that ran, in order. */
  executed: string[];
  /** The stored turn: a call as `id/name`, other blocks by their type, and its stop reason. */
  persisted: string;
  /** What the next request and the first request of a resumed session were answered with; 0: Pi sent none. */
  next: number;
  resumed: number;
  /** The evidence: action and reasons of each record. */
  evidence: string[];
  /** Rules that refused requests broke. */
  broken: string[];
  /** Whether resuming left every byte of the session file in place. */
  historyKept: boolean;
}

/** `late`: the extension is installed only when the session is resumed. */
export type GuardedWhen = 'never' | 'always' | 'late';

export interface CellOptions {
  guarded: GuardedWhen;
  /** Default: the model that does not think. */
  model?: PiModelId;
  /** Abort as soon as the call starts to arrive. */
  abort?: boolean;
}

/**
 * Streams one turn to the real Pi, lets it go on, asks again, and asks once more in a session that is resumed
 * from the file. Requests are judged by the strict validators.
 */
export async function runCell(turn: Turn, api: WireApi, options: CellOptions): Promise<CellOutcome> {
  const answers = Array.from(
    { length: 4 },
    (_, number): Turn => ({ parts: [{ type: 'text', text: `Answer ${number}.` }] }),
  );
  const model = await startScriptedModel({ turns: [turn, ...answers] });
  const sandbox = await createPiSandbox({ model });
  try {
    return await driveCell(model, sandbox, api, options);
  } finally {
    await sandbox.dispose();
    await model.close();
  }
}

async function driveCell(
  model: ScriptedModel,
  sandbox: PiSandbox,
  api: WireApi,
  options: CellOptions,
): Promise<CellOutcome> {
  const start = (isGuarded: boolean) => ({
    api,
    ...(options.model ? { model: options.model } : {}),
    ...(isGuarded ? { extensionFactories: [oplGuardian] } : {}),
  });

  const first = await sandbox.inProcess(start(options.guarded === 'always'));
  if (options.abort) await abortMidTurn(first);
  else await first.prompt('Read the file.');
  const turnRequests = model.requests.length;
  await first.prompt('Go on.');
  const next = lastStatus(model.requests.slice(turnRequests));
  await first.close();
  const entries = await first.entries();
  const fileBefore = readFileSync(first.sessionFile, 'utf8');

  const beforeResume = model.requests.length;
  const second = await sandbox.inProcess({
    ...start(options.guarded !== 'never'),
    session: first.sessionFile,
  });
  await second.prompt('And now?');
  await second.close();

  const stored = storedMessages(entries).find((message) => message.role === 'assistant');
  return {
    executed: first.toolExecutions.filter((tool) => tool.ran).map((tool) => String(tool.toolName)),
    persisted: stored ? describeStored(stored as unknown as StoredTurn) : 'nothing',
    next,
    resumed: lastStatus(model.requests.slice(beforeResume)),
    evidence: readEvidenceFile(sandbox.project),
    broken: [...new Set(model.requests.flatMap((request) => request.violations.map(({ rule }) => rule)))],
    historyKept: readFileSync(first.sessionFile, 'utf8').startsWith(fileBefore),
  };
}

async function abortMidTurn(pi: PiInProcess): Promise<void> {
  const running = pi.prompt('Read the file.');
  await pi.waitForEvent(
    (event) => event.type === 'message_update' && event.assistantMessageEvent.type === 'toolcall_start',
  );
  await pi.abort();
  await running;
}

const lastStatus = (requests: readonly { status: number }[]) => requests.at(-1)?.status ?? 0;

interface StoredTurn {
  content: { type: string; id?: unknown; name?: unknown }[];
  stopReason: string;
}

function describeStored({ content, stopReason }: StoredTurn): string {
  const blocks = content.map((block) =>
    block.type === 'toolCall' ? `${describeValue(block.id)}/${describeValue(block.name)}` : block.type,
  );
  return `${blocks.join(' ')} (${stopReason})`;
}

/** Ids that are minted anew in every run are told by their kind, long names by their length. */
function describeValue(value: unknown): string {
  if (typeof value === 'string' && value.length > 60) return `(${value.length} characters)`;
  return String(JSON.stringify(value))
    .replace(/fc_[0-9a-f]{14}/, 'fc_*')
    .replace(/_\d{13}_\d+/, '_*');
}

function readEvidenceFile(project: string): string[] {
  const file = join(project, 'err', 'guardian.jsonl');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const record = JSON.parse(line) as {
      kind: string;
      action: string;
      removedToolCalls: { reason: string }[];
    };
    return `${record.kind === 'stored_tool_call' ? 'stored, ' : ''}${record.action}: ${record.removedToolCalls.map(({ reason }) => reason).join(', ')}`;
  });
}
