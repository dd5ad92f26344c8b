import { delimitedEnd } from './delimited.ts';

/** Pieces of a program. What is none of them is a single character. */
const PIECE = /\s+|#[^\n]*|[A-Za-z_]\w*|\d[\w.]*|&&|\|\||\+\+|--|[<>=!]=|./sy;
/** Reading and writing files, running commands, and gawk's ways to load code. */
const REACHING = new Set(['system', 'getline', 'close', 'fflush', '|', '@']);
/** Behind these a slash divides. */
const VALUE = /[\w)\]"]$|^(?:\+\+|--|\/.+)$/s;
const KEYWORD = /^(?:print|printf|return|in|else|do|case)$/;

/**
 * Whether an awk program only reads its input and prints to its output. A `>` behind a `print` is a write, one
 * in a condition compares; strings and regular expressions are text. What is not understood is not harmless.
 */
export function isHarmlessAwk(program: string): boolean {
  let at = 0;
  let isValue = false;
  let isPrinting = false;

  while (at < program.length) {
    const piece = nextPiece();
    if (piece === undefined || REACHING.has(piece)) return false;
    at += piece.length;
    if (piece.trim() === '' || piece.startsWith('#')) {
      if (piece.includes('\n')) isValue = false;
      continue;
    }
    if (piece === '>' && isPrinting) return false;
    if (piece === 'print' || piece === 'printf') isPrinting = true;
    // A newline is no end: behind a comma or a backslash the statement goes on.
    else if (piece === ';' || piece === '}') isPrinting = false;
    isValue = VALUE.test(piece) && !KEYWORD.test(piece);
  }
  return true;

  function nextPiece(): string | undefined {
    const isRegex = program.charAt(at) === '/' && !isValue;
    if (isRegex || program.charAt(at) === '"') {
      const end = delimitedEnd(program, at, isRegex);
      return end === -1 ? undefined : program.slice(at, end);
    }
    PIECE.lastIndex = at;
    return PIECE.exec(program)?.[0];
  }
}
