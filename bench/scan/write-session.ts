import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** What is in the lines of a session: code, with the quotes and line ends that make JSON texts slow to read. */
const CODE = `export function findRoot(from: string): string | undefined {\n\treturn "/" === from ? undefined : dirname(from);\n}\n`;

/**
 * How long the results of tools are, in lines of code of 40 characters. `mixed`: most are short outputs of commands, a
 * third are files of some KB, one in fifty has 100 KB, as in sessions that agents make. `long`: files alone.
 */
export const RESULTS = {
  mixed: (turn: number) =>
    turn % 50 === 0 ? 900 : turn % 3 === 0 ? 20 + ((turn * 7) % 60) : 1 + (turn % 12),
  long: (turn: number) => (turn % 50 === 0 ? 900 : 20 + ((turn * 7) % 120)),
};

/**
 * Writes a healthy Pi session of at least `bytes` bytes: prompts, turns with signed thinking, a tool call with
 * small or large arguments, and its result.
 *
 * @returns how many entries it has, and its size in bytes
 */
export async function writeSession(
  file: string,
  bytes: number,
  results: keyof typeof RESULTS,
): Promise<{ entries: number; size: number }> {
  const out = createWriteStream(file);
  let size = 0;
  let entries = 0;
  let parentId: string | null = null;
  const line = async (value: object) => {
    const text = `${JSON.stringify(value)}\n`;
    size += Buffer.byteLength(text);
    if (!out.write(text)) await once(out, 'drain');
  };
  const entry = async (message: object) => {
    const id = (entries++).toString(16).padStart(8, '0');
    await line({ type: 'message', id, parentId, timestamp: '2026-01-31T12:00:00.000Z', message });
    parentId = id;
  };
  await line({ type: 'session', version: 3, id: 'bench', timestamp: '2026-01-31T12:00:00.000Z', cwd: '/p' });
  for (let turn = 0; size < bytes; turn++) {
    const timestamp = 1_700_000_000_000 + turn;
    if (turn % 8 === 0) await entry({ role: 'user', content: `Go on with part ${turn}.`, timestamp });
    await entry(assistant(turn, timestamp));
    await entry({
      role: 'toolResult',
      toolCallId: `call_${turn}`,
      toolName: 'read',
      content: [{ type: 'text', text: CODE.repeat(RESULTS[results](turn)) }],
      isError: false,
      timestamp,
    });
  }
  out.end();
  await once(out, 'finish');
  return { entries, size };
}

/** A session whose one tool result is a text of `bytes` bytes. */
export async function writeLongLine(file: string, bytes: number): Promise<void> {
  const out = createWriteStream(file);
  const put = async (text: string) => {
    if (!out.write(text)) await once(out, 'drain');
  };
  await put(
    '{"type":"session","version":3,"id":"bench","timestamp":"2026-01-31T12:00:00.000Z","cwd":"/p"}\n',
  );
  const turn = { ...assistant(0, 1_700_000_000_000) };
  await put(
    `${JSON.stringify({ type: 'message', id: 'a', parentId: null, timestamp: '', message: turn })}\n`,
  );
  const [head = '', tail = ''] = JSON.stringify({
    type: 'message',
    id: 'b',
    parentId: 'a',
    timestamp: '',
    message: {
      role: 'toolResult',
      toolCallId: 'call_0',
      toolName: 'read',
      content: [{ type: 'text', text: '@' }],
      isError: false,
      timestamp: 1_700_000_000_001,
    },
  }).split('@');
  await put(head);
  const piece = JSON.stringify(CODE.repeat(1000)).slice(1, -1);
  for (let size = 0; size < bytes; size += piece.length) await put(piece);
  await put(`${tail}\n`);
  out.end();
  await once(out, 'finish');
}

function assistant(turn: number, timestamp: number): object {
  return {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'Hm. '.repeat(60), thinkingSignature: 'c2ln'.repeat(150) },
      { type: 'text', text: 'I read the file.' },
      {
        type: 'toolCall',
        id: `call_${turn}`,
        name: 'read',
        arguments: turn % 10 === 0 ? { path: 'src/a.ts', content: CODE.repeat(30) } : { path: 'src/a.ts' },
      },
    ],
    api: 'anthropic-messages',
    provider: 'anthropic',
    model: 'some-model',
    usage: { input: 1000, output: 100, cacheRead: 0, cacheWrite: 0, totalTokens: 1100 },
    stopReason: 'toolUse',
    timestamp,
  };
}
