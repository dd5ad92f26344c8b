import { do_not_optimize, measure } from 'mitata';
import { healMessages } from '../packages/opl-guardian/src/dsh/history.ts';
import { GuardedResponse } from '../packages/opl-guardian/src/dsh/response.ts';
import { guardStream, type StreamGuard } from '../packages/opl-guardian/src/dsh/stream.ts';

type StreamChunk = Parameters<GuardedResponse['take']>[0];
type Message = Parameters<typeof healMessages>[0][number];
type ContentBlock = Message['content'][number];

export interface DshStreamRow {
  case: string;
  chunks: number;
  /** Median and 99th percentile over chunks of the time from the source's hand to the host's, in nanoseconds. */
  delayMedian: number;
  delayP99: number;
  /** Turns of the event loop that a chunk spent in between, over all of them. */
  loopTurns: number;
}

export interface Row {
  case: string;
  /** Median and 99th percentile, in nanoseconds. */
  nsMedian: number;
  nsP99: number;
}

const guard: StreamGuard = {
  isAborted: () => false,
  record: () => ({ written: true, file: 'err/guardian.jsonl' }),
  fault: (error) => {
    throw error;
  },
};

const text = (index: number): StreamChunk => ({ type: 'text-delta', index, text: 'A few words of prose. ' });
const call = (index: number, id: string): StreamChunk[] => [
  { type: 'block-start', index, blockType: 'tool-call' },
  {
    type: 'tool-call-delta',
    index,
    id,
    name: 'read',
    argumentsDelta: '{"file_path":"src/a.ts"}',
  } as StreamChunk,
  { type: 'block-end', index, block: callBlock(id) },
];
const callBlock = (id: string) =>
  ({ type: 'tool-call', id, name: 'read', arguments: '{"file_path":"src/a.ts"}' }) as ContentBlock;
const finish: StreamChunk = { type: 'finish', reason: { kind: 'tool-calls' } };

/** What the guard adds to the way of a text chunk, beside the same stream without it. */
export async function benchDshDelay(chunks = 20_000): Promise<DshStreamRow[]> {
  const bare = (source: AsyncIterable<StreamChunk>) => source;
  const guarded = (source: AsyncIterable<StreamChunk>) => guardStream(source, guard);
  const rows: DshStreamRow[] = [];
  for (const round of ['warm-up', 'measured']) {
    for (const [name, through] of [
      ['text chunk, without the guard', bare],
      ['text chunk, with the guard', guarded],
      ['text chunk behind a held call, with the guard', guarded],
    ] as const) {
      const before = name.includes('held') ? call(1, 'a').slice(0, 2) : [];
      const row = await delays(name, chunks, before, through);
      if (round === 'measured') rows.push(row);
    }
  }
  return rows;
}

async function delays(
  name: string,
  chunks: number,
  before: readonly StreamChunk[],
  through: (source: AsyncIterable<StreamChunk>) => AsyncIterable<StreamChunk>,
): Promise<DshStreamRow> {
  const times: number[] = [];
  let loopTurn = 0;
  let loopTurns = 0;
  let sentAt = 0n;
  let sentIn = 0;
  async function* source(): AsyncGenerator<StreamChunk> {
    yield* before;
    for (let sent = 0; sent < chunks; sent++) {
      if (sent % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
      sentIn = ++loopTurn;
      setImmediate(() => loopTurn++);
      sentAt = process.hrtime.bigint();
      yield text(0);
    }
  }
  for await (const chunk of through(source())) {
    times.push(Number(process.hrtime.bigint() - sentAt));
    loopTurns += loopTurn - sentIn;
    do_not_optimize(chunk);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { case: name, chunks, delayMedian: at(0.5), delayP99: at(0.99), loopTurns };
}

/** Cost of the guard itself, without the stream around it. */
export async function benchDshResponse(): Promise<Row[]> {
  const talking = new GuardedResponse(guard);
  const word = text(0);
  const responses: [string, StreamChunk[]][] = [
    ['response of 2 text chunks', [text(0), text(0), finish]],
    ['response with 1 valid call', [text(0), ...call(1, 'a'), finish]],
    [
      'response with 10 valid calls',
      [...Array(10).keys()].flatMap((at) => call(at, `c${at}`)).concat(finish),
    ],
    ['response with a malformed and a valid call', [text(0), ...call(1, ''), ...call(2, 'a'), finish]],
  ];
  const rows = [await row('one text chunk', () => talking.take(word))];
  for (const [name, chunks] of responses) {
    rows.push(
      await row(name, () => {
        const response = new GuardedResponse(guard);
        for (const chunk of chunks) do_not_optimize(response.take(chunk));
      }),
    );
  }
  return rows;
}

/** Cost of the history pass per request. */
export async function benchDshHistory(): Promise<Row[]> {
  const rows: Row[] = [];
  const noTime = () => undefined;
  for (const size of [100, 1000, 10_000]) {
    const clean = history(size);
    if (healMessages(clean, noTime) !== undefined) throw new Error('a clean history was changed');
    rows.push(await row(`clean history, ${size} messages`, () => healMessages(clean, noTime)));
  }
  const poisoned = history(1000, 501);
  rows.push(await row('one malformed call in 1000 messages', () => healMessages(poisoned, noTime)));
  return rows;
}

/** A history as agents make it: user, call with reasoning, result, text. `messages` is a multiple of 4. */
function history(messages: number, malformedAt = -1): Message[] {
  const model = { kind: 'model', provider: 'p', model: 'm' };
  const words = (length: number) => ({ type: 'text', text: 'x'.repeat(length) });
  return Array.from({ length: messages }, (_, index) => {
    const isMalformed = index - (index % 4) + 1 === malformedAt;
    const callId = isMalformed ? '' : `call_${index - (index % 4)}`;
    const kinds = [
      { role: 'user', content: [words(20)], source: { kind: 'user' } },
      { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm.' }, callBlock(callId)], source: model },
      {
        role: 'user',
        content: [{ type: 'tool-result', toolCallId: callId, content: [words(200)], isError: false }],
        source: { kind: 'tool', callId },
      },
      { role: 'assistant', content: [words(200)], source: model },
    ];
    return { id: `message-${index}`, ...kinds[index % 4] } as unknown as Message;
  });
}

async function row(name: string, run: () => unknown): Promise<Row> {
  const { p50, p99 } = await measure(() => do_not_optimize(run()));
  return { case: name, nsMedian: Math.round(p50), nsP99: Math.round(p99) };
}
