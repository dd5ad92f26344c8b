import { blocksOf, isToolCall, type MessageLike } from '../message.ts';
import type { CallFinding } from './call-fates.ts';
import type { RuleId } from './rules.ts';

/** Whether a skipped turn holds a call that no host can read past. */
export function hasUnreadableCall(skipped: MessageLike): boolean {
  const { content } = skipped;
  if (!Array.isArray(content)) return false;
  for (let index = 0; index < content.length; index++) {
    if (faultOf(content[index]) !== undefined) return true;
  }
  return false;
}

/**
 * A turn that the host skips, without the calls that it stumbles over nevertheless. Pi's converters make the ids of
 * all turns legal before they leave any out, and stop at an id that is no text
 * (`Cannot read properties of undefined (reading 'replace')`, github.com/openclaw/openclaw/issues/50005). Before that
 * Pi counts the letters of every turn, and stops at a name that is no text or at arguments that are missing
 * (`estimateTokens` in `compaction.js`: `Cannot read properties of undefined (reading 'length')`).
 */
export function readable<M extends MessageLike>(skipped: M): { message: M; findings: CallFinding[] } {
  const blocks = blocksOf(skipped);
  const findings: CallFinding[] = [];
  for (const [contentIndex, block] of blocks.entries()) {
    const fault = faultOf(block);
    if (fault === undefined) continue;
    const call = `the tool call in block ${contentIndex + 1} of a turn that is skipped`;
    findings.push({ rule: fault, contentIndex, what: `${call} ${WHAT[fault]}`, remedy: 'it is left out' });
  }
  const message = { ...skipped, content: blocks.filter((block) => faultOf(block) === undefined) };
  return { message, findings };
}

const WHAT = {
  'blank-id': 'has an id that is no text',
  'blank-name': 'has a name that is no text',
  'arguments-not-object': 'has no arguments',
} as const satisfies Partial<Record<RuleId, string>>;

function faultOf(block: unknown): keyof typeof WHAT | undefined {
  if (!isToolCall(block)) return undefined;
  if (typeof block.id !== 'string') return 'blank-id';
  if (typeof block.name !== 'string') return 'blank-name';
  return block.arguments === undefined ? 'arguments-not-object' : undefined;
}
