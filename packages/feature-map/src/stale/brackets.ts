/** Characters that a look for a bracket's partner goes through before it gives up. */
const LONGEST = 20_000;
const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

/**
 * Offset of the bracket that closes the one at `open`, brackets in strings of one line left out; the end of the text,
 * or of what is looked at, where none does.
 */
export function closingBracket(code: string, open: number): number {
  const closer = CLOSERS[code.charAt(open)];
  const opener = code.charAt(open);
  const end = Math.min(code.length, open + LONGEST);
  let depth = 0;
  for (let at = open; at < end; at++) {
    const character = code.charAt(at);
    if (character === '"' || character === "'" || character === '`') at = stringEnd(code, at);
    else if (character === opener) depth++;
    else if (character === closer && --depth === 0) return at;
  }
  return end;
}

/** Offset of a string's last quote; of its first one where its line does not close it. */
function stringEnd(code: string, start: number): number {
  for (let at = start + 1; at < code.length; at++) {
    const character = code.charAt(at);
    if (character === '\\') at++;
    else if (character === code.charAt(start)) return at;
    else if (character === '\n') break;
  }
  return start;
}

/** What stands between the innermost bracket that is open at an offset and this offset, the bracket in front. */
export function openBefore(code: string, offset: number): string | undefined {
  const least = Math.max(0, offset - LONGEST_BEFORE);
  let depth = 0;
  for (let at = offset - 1; at >= least; at--) {
    const character = code.charAt(at);
    if (/[)\]}]/.test(character)) depth++;
    else if (/[([{]/.test(character) && depth-- === 0) return code.slice(at, offset);
  }
  return undefined;
}

const LONGEST_BEFORE = 2000;
