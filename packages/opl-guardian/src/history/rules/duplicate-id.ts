import type { HostHabits } from '../host-facts.ts';
import { itemPart, withoutItemPart } from '../item-part.ts';
import { ALL_APIS, type Rule } from '../rule.ts';
import type { TargetApi } from '../target.ts';
import { limitsOf } from '../wire-limits.ts';
import { madeLegal } from './illegal-id.ts';

export const rule = {
  id: 'duplicate-id',
  apis: ALL_APIS,
  title: 'two tool calls under one id',
  remedy:
    'the later call and its result get a new id; where the results cannot be told apart, calls and results are left out',
} as const satisfies Rule;

/** A list is searched faster than a set where there is little in it. */
const SHORT_LIST = 16;

/** The tool call ids of one request, as far as they have to differ. */
export class RequestIds {
  readonly #asSent: (id: unknown) => unknown;
  readonly #ofRequest: Set<unknown> | undefined;
  /** Ids of Responses items: the endpoint takes each once in a request (github.com/github/copilot-cli/issues/3560). */
  readonly #items: Set<string> | undefined;
  readonly #ofTurn: unknown[] = [];
  #ofLongTurn: Set<unknown> | undefined;

  private constructor(target: TargetApi | undefined, { makesIdsLegal }: HostHabits) {
    const asSent = hasItemParts(target) ? callPart : (id: unknown) => id;
    this.#asSent = makesIdsLegal ? (id) => madeLegal(asSent(id), target) : asSent;
    if (target !== undefined && limitsOf(target).ids === 'request') this.#ofRequest = new Set();
    if (target === 'openai-responses') this.#items = new Set();
  }

  /** For a request to one API. */
  static of(target: TargetApi | undefined, habits: HostHabits): RequestIds {
    return new RequestIds(target, habits);
  }

  startTurn(): void {
    while (this.#ofTurn.length > 0) this.#ofTurn.pop();
    this.#ofLongTurn = undefined;
  }

  /** Takes an id for a call; `false` when another call has it. */
  claim(id: unknown): boolean {
    const sent = this.#asSent(id);
    const set = this.#ofRequest ?? this.#ofLongTurn;
    if (set !== undefined) {
      const before = set.size;
      return set.add(sent).size > before;
    }
    if (this.#ofTurn.includes(sent)) return false;
    this.#ofTurn.push(sent);
    if (this.#ofTurn.length > SHORT_LIST) this.#ofLongTurn = new Set(this.#ofTurn);
    return true;
  }

  /** Takes the id of the item that a call was, where its id names one; `false` when another call has it. */
  claimItem(id: unknown): boolean {
    if (this.#items === undefined || typeof id !== 'string') return true;
    const item = itemPart(id);
    if (item.length < 2) return true;
    const before = this.#items.size;
    return this.#items.add(item).size > before;
  }
}

/** Whether only the part of an id in front of `|` is sent as the id of a call; for an unknown API it may be so. */
function hasItemParts(target: TargetApi | undefined): boolean {
  return target === undefined || target === 'openai-responses';
}

function callPart(id: unknown): unknown {
  return typeof id === 'string' ? withoutItemPart(id) : id;
}
