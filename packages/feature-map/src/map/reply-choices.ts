/** Replies to a name that fits nothing, or several things: they list what there is to choose from. */
import type { MapCall } from './reply-args.ts';
import { callText, frame, type Reply, type Window } from './reply-frame.ts';
import type { Found, Missed } from './reply-names.ts';
import { count, given } from './reply-shape.ts';

/** A kind of thing that a call names. */
export interface Named<Item> {
  noun: 'page' | 'section' | 'part';
  /** All there are. */
  items: readonly Item[];
  /** Where they are, e.g. `the map`. */
  where: string;
  /** The call that gives one. */
  callFor(item: Item): MapCall;
  /** How a list shows one; `place` is its index among the items. */
  line(item: Item, place: number): string;
}

/** What is known about a name that fits nothing. */
export interface Hint {
  /** Said instead of "no page of that name". */
  problem: string;
  /** The call that was probably meant. */
  call?: MapCall;
}

/** Lists the things that a name fits, or all of them where it fits none; the list can be gone on with by `call`. */
export function choicesReply<Item>(
  { noun, items, where, callFor, line }: Named<Item>,
  wanted: string,
  missed: Missed<Item>,
  call: MapCall,
  { offset, maxBytes }: Window,
  hint?: Hint,
): Reply {
  const ambiguous = 'choices' in missed;
  const choices = ambiguous ? missed.choices : items;
  const nearest = ambiguous ? undefined : missed.nearest;
  const problem = ambiguous
    ? `${given(wanted)} fits ${count(choices.length, noun)} of ${where}`
    : `${hint?.problem ?? `no ${noun} ${given(wanted)}`}; ${where} has ${count(items.length, noun)}`;
  const example = nearest ?? choices[0];
  const suggested = hint?.call ?? (example && callFor(example));
  const places = new Map(items.map((item, place) => [item, place]));
  const body = {
    label: choices.length > 0 ? `${problem}:` : problem,
    text: choices.map((item) => line(item, places.get(item) ?? 0)).join('\n'),
    offset,
    call,
    end:
      suggested === undefined
        ? 'end'
        : `${hint?.call || nearest ? 'nearest' : 'e.g.'}: ${callText(suggested)}`,
  };
  return { text: frame(body, maxBytes).text, isError: true, shown: [] };
}

/** Whether a name fits one thing. */
export function isFound<Item>(found: Found<Item>): found is { item: Item } {
  return 'item' in found;
}
