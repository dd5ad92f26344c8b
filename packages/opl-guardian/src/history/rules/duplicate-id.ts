import { ALL_APIS, type Rule } from '../rule.ts';
import type { TargetApi } from '../target.ts';
import { limitsOf } from '../wire-limits.ts';

export const rule = {
  id: 'duplicate-id',
  apis: ALL_APIS,
  title: 'two tool calls under one id',
  remedy:
    'the later call and its result get a new id; where the results cannot be told apart, calls and results are left out',
} as const satisfies Rule;

/** The tool call ids of one request, as far as they have to differ. */
export class RequestIds {
  readonly #ofRequest: boolean;
  readonly #hasItemParts: boolean;
  readonly #ofAll = new Set<unknown>();
  readonly #ofTurn: unknown[] = [];

  private constructor(ofRequest: boolean, hasItemParts: boolean) {
    this.#ofRequest = ofRequest;
    this.#hasItemParts = hasItemParts;
  }

  /** For a request to one API. On the OpenAI APIs only the part of an id before `|` may be sent. */
  static of(target: TargetApi | undefined): RequestIds {
    const hasItemParts = target !== 'anthropic' && target !== 'google';
    return new RequestIds(target !== undefined && limitsOf(target).ids === 'request', hasItemParts);
  }

  startTurn(): void {
    while (this.#ofTurn.length > 0) this.#ofTurn.pop();
  }

  /** Takes an id for a call; `false` when another call has it. */
  claim(id: unknown): boolean {
    const sent = this.#hasItemParts ? sentPart(id) : id;
    if (this.#ofRequest) {
      const before = this.#ofAll.size;
      return this.#ofAll.add(sent).size > before;
    }
    if (this.#ofTurn.includes(sent)) return false;
    this.#ofTurn.push(sent);
    return true;
  }
}

function sentPart(id: unknown): unknown {
  if (typeof id !== 'string') return id;
  const bar = id.indexOf('|');
  return bar === -1 ? id : id.slice(0, bar);
}
