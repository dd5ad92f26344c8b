/** A literal value, in the one form that all its spellings share. */
export type Value =
  | { readonly kind: 'number' | 'word'; readonly text: string }
  | { readonly kind: 'flag'; readonly text: 'on' | 'off' };

const NUMBER = /^[-+]?(?:\d[\d_]*(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?$/i;
const WORD = /^[\p{L}\p{N}][\p{L}\p{N}_.:@-]*$/u;
const NONE = /^(?:none|null|nil|undefined|empty|unset|required|n\/a|[-–—]+)$/i;
const ON = /^(?:true|yes|on)$/i;
const OFF = /^(?:false|no|off)$/i;

/**
 * Reads a default as a page or a file writes it, quotes taken off. Paths, lists, addresses, sentences, expressions
 * and what stands for no default are no values.
 */
export function readValue(written: string): Value | undefined {
  const text = written.trim().replace(/^(['"`])(.*)\1$/s, '$2');
  if (NONE.test(text)) return undefined;
  if (ON.test(text)) return { kind: 'flag', text: 'on' };
  if (OFF.test(text)) return { kind: 'flag', text: 'off' };
  if (NUMBER.test(text)) return { kind: 'number', text: String(Number(text.replaceAll('_', ''))) };
  return WORD.test(text) ? { kind: 'word', text } : undefined;
}

/** Whether two values are the same; `undefined` where they are of kinds that cannot be compared. */
export function isSameValue(a: Value, b: Value): boolean | undefined {
  if (a.kind !== b.kind) return undefined;
  return a.text.toLowerCase() === b.text.toLowerCase();
}
