import type { Heal, RewritePlan } from '../../src/formats/format.ts';
import { piFormat } from '../../src/formats/pi.ts';
import { healHistory } from '../../src/history/heal-history.ts';
import type { TargetApi } from '../../src/history/target.ts';
import { memoryInput } from './memory-input.ts';

/** Heals each branch for one API, or for the one that its last turn was made with. */
export function healFor(target?: TargetApi): Heal {
  return (branch) => healHistory(branch.messages, { target: target ?? branch.lastApi, facts: branch.facts });
}

export interface Repaired {
  plan: RewritePlan;
  /** The file afterwards. */
  bytes: Buffer;
  text: string;
}

/** Plans and writes a repair, in memory. */
export async function repaired(content: string | Uint8Array, heal = healFor()): Promise<Repaired> {
  const session = await piFormat.read(memoryInput(content));
  const plan = await session.plan(heal);
  const pieces: Uint8Array[] = [];
  await plan.write(async (bytes) => {
    pieces.push(Uint8Array.from(bytes));
  });
  const bytes = Buffer.concat(pieces);
  return { plan, bytes, text: bytes.toString() };
}
