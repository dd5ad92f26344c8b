import type { RewritePlan, StoredSession } from '../../src/formats/format.ts';
import { messagesFormat } from '../../src/formats/messages.ts';
import { healHistory } from '../../src/history/heal-history.ts';
import type { TargetApi } from '../../src/history/target.ts';

/** Reads a list from memory. */
export function readList(content: string | Uint8Array): Promise<StoredSession> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return messagesFormat.read({
    file: 'list.json',
    size: bytes.length,
    async *chunks(start = 0) {
      yield bytes.subarray(start);
    },
    range: async (start, end) => bytes.slice(start, end),
  });
}

export interface RepairedList {
  plan: RewritePlan;
  /** The rules that found something, in their order. */
  rules: string[];
  remedies: string[];
  bytes: Uint8Array;
  text: string;
}

/** Mends a list as `repair` does; `target` other than the list's own as with `--target`. */
export async function repairList(content: string | Uint8Array, target?: TargetApi): Promise<RepairedList> {
  const session = await readList(content);
  const found: { rule: string; remedy: string }[] = [];
  const plan = await session.plan((branch) => {
    const healed = healHistory(branch.messages, { target: target ?? branch.lastApi, facts: branch.facts });
    found.push(...healed.findings);
    return healed;
  });
  const chunks: Uint8Array[] = [];
  await plan.write(async (chunk) => void chunks.push(chunk.slice()));
  const bytes = Buffer.concat(chunks);
  const distinct = (key: 'rule' | 'remedy') => [...new Set(found.map((finding) => finding[key]))];
  return { plan, rules: distinct('rule'), remedies: distinct('remedy'), bytes, text: bytes.toString() };
}
