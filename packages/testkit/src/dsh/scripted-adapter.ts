import { type GenerateOptions, LlmAdapter, LlmError, type StreamChunk } from '@deepseek-ai/dsh-llm';
import type { Turn } from '../types.ts';
import { finishReason, turnChunks } from './chunks.ts';
import type { DshRequest } from './types.ts';

/** A model provider in this process that answers from a script and records what it was asked. */
export class ScriptedAdapter extends LlmAdapter {
  readonly requests: DshRequest[] = [];
  readonly #turns: Turn[];

  constructor(turns: readonly Turn[]) {
    super();
    this.#turns = [...turns];
  }

  push(...turns: readonly Turn[]): void {
    this.#turns.push(...turns);
  }

  /** Turns scripted, used or not. */
  get scripted(): number {
    return this.#turns.length;
  }

  override async *stream(options: GenerateOptions): AsyncGenerator<StreamChunk> {
    const turn = this.#turns[this.requests.length];
    this.requests.push({
      system: options.system ?? '',
      tools: (options.tools ?? []).map((tool) => tool.name),
      messages: options.messages,
    });
    if (!turn) throw new LlmError('the script has no turn for this request', 'SCRIPT_EXHAUSTED');
    if (turn.httpError) {
      throw new LlmError(turn.httpError.message, 'SCRIPTED', { status: turn.httpError.status });
    }
    yield* turnChunks(turn);
    if (turn.hang) await aborted(options.signal);
    if (!turn.raw?.some(isFinish)) yield { type: 'finish', reason: finishReason(turn) };
  }
}

function isFinish(chunk: unknown): boolean {
  return typeof chunk === 'object' && chunk !== null && 'type' in chunk && chunk.type === 'finish';
}

/** @throws the signal's reason, once it is aborted. */
async function aborted(signal: AbortSignal | undefined): Promise<never> {
  if (!signal) throw new Error('a hanging turn needs a signal to end it');
  if (!signal.aborted) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  }
  throw signal.reason;
}
