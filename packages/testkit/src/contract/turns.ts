import { randomUUID } from 'node:crypto';
import type { CallPart, Turn, TurnPart } from '../types.ts';

/** A call that every API takes. */
export function call(name: string, args: unknown): CallPart {
  return { type: 'call', id: randomUUID(), name, arguments: args };
}

/** One answer of the model. */
export function message(...parts: TurnPart[]): Turn {
  return { parts };
}

/** An answer that says `text` and ends the run. */
export function says(text: string): Turn {
  return message({ type: 'text', text });
}
