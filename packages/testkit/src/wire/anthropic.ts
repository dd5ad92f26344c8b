import { elements, member, shown } from '../json.ts';
import type { WireValidator } from '../types.ts';
import type { AnthropicReport as Report } from './anthropic-rules.ts';
import { checkFirstBlocks, checkLastBlock, checkThinking } from './anthropic-thinking.ts';
import { checkPairs, checkTextBehind, checkToolResult, checkToolUse } from './anthropic-tools.ts';
import { blocksOf, dotted, type PlacedBlock, turnsOf } from './anthropic-turns.ts';
import { collect } from './rule.ts';

export { rules } from './anthropic-rules.ts';

const ROLES = ['user', 'assistant', 'system'];

/** Judges a Messages request body; `emitted` says which thinking was streamed, and which calls behind it. */
export const validate: WireValidator = (body, emitted) =>
  collect((report: Report) => {
    const messages = elements(member(body, 'messages'));
    if (messages.length === 0) {
      report('anthropic/messages-empty', 'messages', 'messages: at least one message is required');
    }
    messages.forEach((message, at) => {
      checkMessage(message, at, at === messages.length - 1, report);
    });
    const turns = turnsOf(messages);
    for (const turn of turns) {
      for (const placed of turn.blocks) {
        if (placed.block.type === 'text') checkText(placed, report);
        if (placed.block.type === 'tool_use') checkToolUse(placed, report);
        if (placed.block.type === 'tool_result') checkToolResult(placed, report);
        if (placed.block.type === 'thinking') checkThinking(placed, emitted, report);
      }
      checkTextBehind(turn, report);
      checkLastBlock(turn, report);
    }
    checkPairs(turns, report);
    if (member(member(body, 'thinking'), 'type') === 'enabled') checkFirstBlocks(turns, emitted, report);
  });

function checkMessage(message: unknown, at: number, final: boolean, report: Report): void {
  const path = `messages[${at}]`;
  const role = member(message, 'role');
  if (typeof role !== 'string' || !ROLES.includes(role)) {
    const words = `Unexpected role "${shown(role)}". Allowed roles are "user" or "assistant"`;
    report('anthropic/role', `${path}.role`, `${dotted(path)}: ${words}`);
  }
  const optional = role === 'system' || (role === 'assistant' && final);
  if (optional || blocksOf(message, path).length > 0) return;
  const words = 'all messages must have non-empty content except for the optional final assistant message';
  report('anthropic/content-empty', `${path}.content`, `${dotted(path)}: ${words}`);
}

function checkText({ block, path }: PlacedBlock, report: Report): void {
  const { text } = block;
  if (typeof text === 'string' && text.trim() !== '') return;
  const fault = text === '' ? 'be non-empty' : 'contain non-whitespace text';
  report('anthropic/text-blank', path, `${dotted(path)}: text content blocks must ${fault}`);
}
