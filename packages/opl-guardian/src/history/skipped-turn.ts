import { blocksOf, isToolCall, type MessageLike } from '../message.ts';
import type { CallFinding } from './call-fates.ts';

/** Whether a skipped turn holds a call that no host can read past. */
export function hasUnreadableCall(skipped: MessageLike): boolean {
  const { content } = skipped;
  if (!Array.isArray(content)) return false;
  for (let index = 0; index < content.length; index++) {
    if (isUnreadable(content[index])) return true;
  }
  return false;
}

/**
 * A turn that the host skips, without the calls that it stumbles over nevertheless: Pi's converters make the ids of
 * all turns legal before they leave any out, and stop at an id that is no text
 * (`Cannot read properties of undefined (reading 'replace')`, github.com/openclaw/openclaw/issues/50005).
 */
export function readable<M extends MessageLike>(skipped: M): { message: M; findings: CallFinding[] } {
  const blocks = blocksOf(skipped);
  const findings: CallFinding[] = [];
  for (const [contentIndex, block] of blocks.entries()) {
    if (!isUnreadable(block)) continue;
    findings.push({
      rule: 'blank-id',
      contentIndex,
      what: `the tool call in block ${contentIndex + 1} of a turn that is skipped has an id that is no text`,
      remedy: 'it is left out',
    });
  }
  const message = { ...skipped, content: blocks.filter((block) => !isUnreadable(block)) };
  return { message, findings };
}

function isUnreadable(block: unknown): boolean {
  return isToolCall(block) && typeof block.id !== 'string';
}
