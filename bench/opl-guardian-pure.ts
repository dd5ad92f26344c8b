import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { do_not_optimize, measure } from 'mitata';
import { guardAssistantMessage } from '../packages/opl-guardian/src/guardian.ts';
import { healHistory } from '../packages/opl-guardian/src/history/heal-history.ts';
import { PI_FACTS } from '../packages/opl-guardian/src/history/host-facts.ts';
import { appendEvidence } from '../packages/opl-guardian/src/incident-log.ts';
import { buildIncidentRecord, incidentLine } from '../packages/opl-guardian/src/incident-record.ts';
import type { MessageLike } from '../packages/opl-guardian/src/message.ts';

export interface Row {
  case: string;
  /** Median and 99th percentile, in nanoseconds. */
  nsMedian: number;
  nsP99: number;
}

const row = async (name: string, run: () => unknown): Promise<Row> => {
  const { p50, p99 } = await measure(() => do_not_optimize(run()));
  return { case: name, nsMedian: Math.round(p50), nsP99: Math.round(p99) };
};

const call = (id: string, name = 'read') => ({ type: 'toolCall', id, name, arguments: { path: 'src/a.ts' } });
const message = (blocks: number, malformed: boolean) => ({
  role: 'assistant',
  api: 'openai-completions',
  provider: 'p',
  model: 'm',
  stopReason: 'toolUse',
  timestamp: 1_700_000_000_000,
  content: Array.from({ length: blocks }, (_, index) =>
    index % 2 === 0 ? { type: 'text', text: `Step ${index}.` } : call(`call_${index}`),
  ).concat(malformed ? [call('') as never] : []),
});

/** Cost of the `message_end` filter on clean and malformed messages. */
export async function benchFilter(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const blocks of [1, 10, 100]) {
    const clean = message(blocks, false);
    rows.push(await row(`clean message, ${blocks} blocks`, () => guardAssistantMessage(clean)));
  }
  const malformed = message(10, true);
  rows.push(await row('malformed message, 11 blocks', () => guardAssistantMessage(malformed)));
  return rows;
}

/** A history as agents make it: user, call with thinking, result, text. `messages` is a multiple of 4. */
function history(messages: number, malformedAt = -1) {
  return Array.from({ length: messages }, (_, index): Record<string, unknown> => {
    const id = `call_${index - (index % 4)}`;
    const timestamp = 1_700_000_000_000 + index;
    if (index % 4 === 0) return { role: 'user', content: `Prompt ${index}`, timestamp };
    if (index % 4 === 2) {
      const toolCallId = index - 1 === malformedAt ? '' : id;
      const content = [{ type: 'text', text: 'x'.repeat(200) }];
      return { role: 'toolResult', toolCallId, toolName: 'read', content, isError: false, timestamp };
    }
    const content =
      index % 4 === 1
        ? [
            { type: 'thinking', thinking: 'Hm.' },
            { type: 'text', text: 'I look.' },
            call(index === malformedAt ? '' : id),
          ]
        : [{ type: 'text', text: 'That is it.' }];
    const stopReason = index % 4 === 1 ? 'toolUse' : 'stop';
    return { role: 'assistant', api: 'openai-completions', stopReason, timestamp, content };
  });
}

function heal(messages: Record<string, unknown>[]) {
  return healHistory<MessageLike>(messages, { target: 'openai-completions', facts: PI_FACTS });
}

/** Cost of the replay pass per request: hot on one array, and on a clone that no cache has seen, as Pi hands it over. */
export async function benchReplay(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of [100, 1000, 10_000]) {
    const clean = history(size);
    if (heal(clean).messages !== clean) throw new Error('a clean history was changed');
    rows.push(await row(`clean history, ${size} messages, hot`, () => heal(clean)));
    rows.push(
      freshClones(`clean history, ${size} messages, fresh clones`, clean, size === 10_000 ? 30 : 200),
    );
  }
  const poisoned = history(1000, 501);
  rows.push(await row('one malformed call in 1000 messages, hot', () => heal(poisoned)));
  return rows;
}

function freshClones(name: string, messages: Record<string, unknown>[], rounds: number): Row {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const clone = structuredClone(messages);
    const start = process.hrtime.bigint();
    do_not_optimize(heal(clone));
    times.push(Number(process.hrtime.bigint() - start));
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { case: name, nsMedian: at(0.5), nsP99: at(0.99) };
}

/** Cost of one record: built, made a line, and appended to the file with all checks of the place. */
export async function benchEvidence(): Promise<Row[]> {
  const cwd = mkdtempSync(join(tmpdir(), 'bench-evidence-'));
  try {
    const malformed = message(10, true);
    const removed = guardAssistantMessage(malformed)?.removedToolCalls ?? [];
    const line = () => incidentLine(buildIncidentRecord(malformed, { sessionId: 's', cwd }, removed));
    return [
      await row('record to line', line),
      await row('record to line, and append', () => appendEvidence(cwd, line())),
    ];
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
