import { shown } from '../json.ts';
import { callKey } from '../model/emitted.ts';
import type { Emitted } from '../types.ts';
import type { AnthropicReport } from './anthropic-rules.ts';
import { dotted, holds, type PlacedBlock, type WireTurn } from './anthropic-turns.ts';

const THINKING = ['thinking', 'redacted_thinking'];
const isThinking = (placed: PlacedBlock | undefined): boolean => THINKING.includes(shown(placed?.block.type));

/** Judges a thinking block alone: signed, and with the text that its signature was streamed with. */
export function checkThinking({ block, path }: PlacedBlock, emitted: Emitted, report: AnthropicReport): void {
  const { signature, thinking } = block;
  if (typeof signature !== 'string' || signature === '') {
    report('anthropic/thinking-signature', path, `${dotted(path)}.thinking.signature: Field required`);
    return;
  }
  const streamed = emitted.thinkingOfSignature.get(signature);
  if (streamed === undefined || streamed === thinking) return;
  const words =
    '`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.';
  report('anthropic/thinking-changed', path, `${dotted(path)}: ${words}`);
}

/** No assistant message may end with thinking; nothing would come of it. */
export function checkLastBlock(turn: WireTurn, report: AnthropicReport): void {
  const last = turn.blocks.at(-1);
  if (turn.role !== 'assistant' || !last || !isThinking(last)) return;
  const words = `The final block in an assistant message cannot be \`${shown(last.block.type)}\`.`;
  report('anthropic/thinking-last', last.path, `${dotted(last.path)}: ${words}`);
}

/**
 * With thinking enabled, what the assistant said since the last prompt must begin with thinking where it uses
 * tools. Calls that the model made without thinking, or that this server did not stream, bind to nothing.
 */
export function checkFirstBlocks(
  turns: readonly WireTurn[],
  emitted: Emitted,
  report: AnthropicReport,
): void {
  const prompt = turns.findLastIndex((turn) => turn.role === 'user' && !holds(turn, 'tool_result'));
  for (const turn of turns.slice(prompt + 1)) {
    const first = turn.blocks[0];
    if (turn.role !== 'assistant' || !first || isThinking(first)) continue;
    const bound = turn.blocks.some(
      ({ block }) =>
        block.type === 'tool_use' &&
        emitted.signatureOfCall.get(callKey('anthropic', block.name, block.input)),
    );
    if (!bound) continue;
    const found = `Expected \`thinking\` or \`redacted_thinking\`, but found \`${shown(first.block.type)}\`.`;
    const words = `${found} When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceding the lastmost set of \`tool_use\` and \`tool_result\` blocks).`;
    report('anthropic/thinking-first', first.path, `${dotted(first.path)}.type: ${words}`);
  }
}
