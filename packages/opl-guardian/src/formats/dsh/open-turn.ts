import type { Message } from '@deepseek-ai/dsh-llm';
import { type StoredEvent, storedMessage } from './events.ts';

/** Stands for the host's own words. */
const CLOSED_ON_LOAD = '(DSH writes here that the call was interrupted.)';

/**
 * Follows a log up to its end and says what the host adds there when it loads the log: an error result for each
 * call that a crash left open (`interruptedTurnClosers` in `dsh-session`).
 */
export class OpenTurn {
  #isOpen = false;
  #isStepOpen = false;
  #pending = new Set<unknown>();

  add(event: StoredEvent): void {
    switch (event.type) {
      case 'turn/start':
      case 'turn/end':
        this.#isOpen = event.type === 'turn/start';
        this.#isStepOpen = false;
        this.#pending.clear();
        break;
      case 'step/end':
        this.#isStepOpen = false;
        this.#pending.clear();
        break;
      case 'assistant/message': {
        const { content } = storedMessage(event) as Message;
        if (content.length > 0) this.#isStepOpen = this.#isOpen;
        for (const block of content) if (block.type === 'tool-call') this.#pending.add(block.id);
        break;
      }
      case 'tool/result': {
        const { source } = storedMessage(event) as Message;
        if (source.kind === 'tool') this.#pending.delete(source.callId);
        break;
      }
    }
  }

  /** Whether the host would add a result for any call of the newest answer that has none. */
  get closesCalls(): boolean {
    return this.#isStepOpen;
  }

  /** @param seq of the first event that the host would add */
  closers(seq: number): Message[] {
    if (!this.#isOpen) return [];
    return [...this.#pending].map(
      (callId, index) =>
        ({
          id: `interrupted-tool-result-${callId}-${seq + index}`,
          role: 'user',
          source: { kind: 'tool', callId },
          content: [
            {
              type: 'tool-result',
              toolCallId: callId,
              isError: true,
              content: [{ type: 'text', text: CLOSED_ON_LOAD }],
            },
          ],
        }) as unknown as Message,
    );
  }
}
