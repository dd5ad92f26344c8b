import { emptyEmitted } from '@session-guards/testkit';
import { isThinking } from '../../src/message.ts';
import type { Message } from './nasty-history.ts';

type Block = Record<string, unknown>;

/** What the endpoints remember of a history that they streamed: which items came with which reasoning, and the exact thinking behind each signature. */
export function emittedIn(messages: readonly Message[]): ReturnType<typeof emptyEmitted> {
  const emitted = emptyEmitted();
  for (const { role, api, content } of messages) {
    if (role !== 'assistant' || !Array.isArray(content)) continue;
    if (api === 'openai-responses') rememberItems(content, emitted.reasoningOfItem);
    for (const block of content as Block[]) {
      if (api === 'anthropic-messages' && isThinking(block)) {
        emitted.thinkingOfSignature.set(String(block.thinkingSignature), String(block.thinking));
      }
    }
  }
  return emitted;
}

function rememberItems(content: readonly Block[], reasoningOfItem: Map<string, string | undefined>): void {
  let reasoning: string | undefined;
  for (const block of content) {
    if (block.type === 'thinking') {
      reasoning = (JSON.parse(String(block.thinkingSignature)) as { id: string }).id;
      continue;
    }
    const item = block.type === 'text' ? block.textSignature : String(block.id).split('|')[1];
    if (typeof item === 'string' && !reasoningOfItem.has(item)) reasoningOfItem.set(item, reasoning);
  }
}
