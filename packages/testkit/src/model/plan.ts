import type { Turn } from '../types.ts';

/** What a stream carries: everything that the model says, then the events that end the answer. */
export interface StreamPlan {
  /** Up to and including the last part; a turn that hangs stops behind these, its last part still open. */
  body: readonly unknown[];
  /** What a complete answer adds: the end of the last part, stop reason, usage. */
  finish: readonly unknown[];
}

/** Gives an id that no other scripted model and no earlier call of this one gave. */
export type Mint = (prefix: string) => string;

/** Renders a turn's `parts` as the stream events of one API. Pure, apart from the ids it asks for. */
export type Encoder = (turn: Turn, model: string, mint: Mint) => StreamPlan;

/** Token counts that every answer reports; small, so that no host starts to compact its history. */
export const USAGE = { input: 100, output: 20 } as const;

/** The message of a turn that ends with `stop: 'error'`. */
export const SCRIPTED_ERROR = 'The scripted model ended this turn with an error';

/** Why the turn stops: as scripted, else `toolUse` when it holds a call. */
export function stopOf(turn: Turn): 'stop' | 'toolUse' | 'length' | 'error' {
  return turn.stop ?? (turn.parts?.some((part) => part.type === 'call') ? 'toolUse' : 'stop');
}

/**
 * Cuts a text into the deltas that it is streamed in: one for `one`, up to three for `split`. Never cuts
 * inside a surrogate pair; an empty text gives no delta.
 */
export function deltasOf(text: string, chunking: Turn['chunking']): string[] {
  if (text === '') return [];
  if (chunking === 'one') return [text];
  const points = Array.from(text);
  const size = Math.ceil(points.length / 3);
  return [0, size, 2 * size]
    .map((at) => points.slice(at, at + size).join(''))
    .filter((piece) => piece !== '');
}

/** A call's arguments as the text that the wire carries: a string as it is, anything else as JSON. */
export function argumentsText(value: unknown = {}): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The given keys of `part` that it really has, whatever their value; an absent key stays absent. */
export function present(part: object, keys: Record<string, string>): Record<string, unknown> {
  const found = Object.entries(keys).filter(([from]) => from in part);
  return Object.fromEntries(found.map(([from, to]) => [to, Reflect.get(part, from)]));
}
