import type { MintedIds } from './minted-id.ts';
import type { TargetApi } from './target.ts';
import { needsIdsOfItsOwn } from './wire-limits.ts';

/** The tool call ids of one request, as far as they have to differ. */
export class RequestIds {
  /** Ids minted so far for this history. */
  readonly minted: MintedIds = new Map();
  readonly #ofRequest: boolean;
  readonly #hasItemParts: boolean;
  readonly #taken = new Set<unknown>();

  private constructor(ofRequest: boolean, hasItemParts: boolean) {
    this.#ofRequest = ofRequest;
    this.#hasItemParts = hasItemParts;
  }

  /** For a request to one API. On the OpenAI APIs only the part of an id before `|` may be sent. */
  static of(target: TargetApi | undefined): RequestIds {
    const hasItemParts = target !== 'anthropic' && target !== 'google';
    return new RequestIds(needsIdsOfItsOwn(target), hasItemParts);
  }

  startTurn(): void {
    if (!this.#ofRequest) this.#taken.clear();
  }

  /** Takes an id for a call; `false` when another call has it. */
  claim(id: unknown): boolean {
    const sent = this.#hasItemParts && typeof id === 'string' ? id.split('|', 1)[0] : id;
    if (this.#taken.has(sent)) return false;
    this.#taken.add(sent);
    return true;
  }
}
