import type { StreamChunk } from '@deepseek-ai/dsh-llm';
import { malformedReason } from '../malformed.ts';
import type { Block } from '../message.ts';
import type { Finish } from './chunks.ts';
import { type HeldChunk, type RecordIncident, settle } from './settle.ts';
import { isBlockChunk, isCall, type StreamedBlock, StreamedBlocks } from './streamed.ts';

export interface ResponseGuard {
  /** Whether the host has given the request up; it keeps no call of the response then. */
  isAborted(): boolean;
  record: RecordIncident;
}

/**
 * One streaming response, chunk by chunk. Text and reasoning pass at once. The chunks of tool calls are held
 * until the response is finished; then malformed calls are left out and the others follow.
 *
 * What the host drops itself stays its own business: it keeps no call of a response that failed or was aborted.
 * A stream that ends without a finish it takes for complete, so that one is settled like any other.
 *
 * Held calls go out early in one case, that text or reasoning begins behind them while every one is complete and
 * well-formed: behind it they would lose their place in the message, and providers sign the order of its blocks.
 */
export class GuardedResponse {
  readonly #guard: ResponseGuard;
  readonly #blocks = new StreamedBlocks();
  #held: HeldChunk[] = [];

  constructor(guard: ResponseGuard) {
    this.#guard = guard;
  }

  /** The chunks to hand on in place of `chunk`; `undefined` for the chunk itself. */
  take(chunk: StreamChunk): readonly StreamChunk[] | undefined {
    if (chunk.type === 'finish') return this.#finish(chunk);
    if (!isBlockChunk(chunk)) return undefined;
    const block = this.#blocks.take(chunk);
    if (isCall(block)) return this.#takeCall(block, chunk);
    if (block.place !== undefined) return undefined;
    const released = this.#release((held) => held.block === block);
    if (released.length === 0 && this.#isCleanSoFar()) released.push(...this.#release(() => true));
    this.#blocks.letOut(block);
    return released.length > 0 ? [...released, chunk] : undefined;
  }

  /** The chunks to hand on when the stream has ended. */
  end(): readonly StreamChunk[] {
    return this.#held.length === 0 || this.#guard.isAborted() ? [] : this.#settle(undefined);
  }

  /** The chunks that are held, for a guard that gives up. */
  letGo(): readonly StreamChunk[] {
    return this.#release(() => true);
  }

  #takeCall(block: StreamedBlock, chunk: StreamChunk): readonly StreamChunk[] | undefined {
    if (block.isSettled) return [];
    if (block.place !== undefined && isWellFormed(block)) {
      block.isSettled = true;
      return undefined;
    }
    this.#held.push({ block, chunk });
    return [];
  }

  #finish(finish: Finish): readonly StreamChunk[] | undefined {
    if (this.#held.length === 0 && finish.replayState === undefined) return undefined;
    const { kind } = finish.reason;
    if (kind !== 'error' && kind !== 'aborted' && !this.#guard.isAborted()) return this.#settle(finish);
    this.#held = [];
    return undefined;
  }

  #settle(finish: Finish | undefined): readonly StreamChunk[] {
    const chunks = settle(this.#blocks, this.#held, finish, this.#guard.record);
    this.#held = [];
    return chunks;
  }

  #isCleanSoFar(): boolean {
    return this.#held.every(({ block }) => isWellFormed(block));
  }

  #release(isReleased: (held: HeldChunk) => boolean): StreamChunk[] {
    const released = this.#held.filter(isReleased);
    if (released.length === 0) return [];
    this.#held = this.#held.filter((held) => !released.includes(held));
    for (const { block } of released) this.#blocks.letOut(block);
    return released.map(({ chunk }) => chunk);
  }
}

/** Complete, and well-formed on every API: nothing that can follow changes that. */
function isWellFormed({ closed }: StreamedBlock): boolean {
  return (
    closed?.type === 'tool-call' &&
    malformedReason(closed as unknown as Block, 'openai-responses') === undefined
  );
}
