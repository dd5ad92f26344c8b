/**
 * Link reference definitions (https://spec.commonmark.org/0.31.2/#link-reference-definitions), which stand at the
 * head of what otherwise is a paragraph.
 */

import { skipSpace } from './chars.ts';
import { destinationBetween, destinationEnd, skipWhitespace, titleEnd } from './link-parts.ts';

export interface Definition {
  label: string;
  /** As written, without the angle brackets of `<...>`. */
  destination: string;
  /** Offset of the first character behind the definition and the whitespace below it. */
  end: number;
}

const LONGEST_LABEL = 999;

/** The definition that begins at `offset` of a paragraph that ends at `end`, or `undefined`. */
export function readDefinition(text: string, offset: number, end: number): Definition | undefined {
  if (offset >= end || text.charAt(offset) !== '[') return undefined;
  const labelEnd = findLabelEnd(text, offset + 1, end);
  if (labelEnd === -1 || text.charAt(labelEnd + 1) !== ':') return undefined;
  const from = skipWhitespace(text, labelEnd + 2, end);
  const to = destinationEnd(text, from, end);
  if (to === -1) return undefined;
  const lineEnd = definitionEnd(text, to, end);
  if (lineEnd === -1) return undefined;
  return {
    label: text.slice(offset + 1, labelEnd),
    destination: destinationBetween(text, from, to),
    end: skipWhitespace(text, lineEnd, end),
  };
}

/** Offset at which a paragraph's text begins behind the definitions at its head; `end` where nothing is left. */
export function skipDefinitions(text: string, start: number, end: number): number {
  let offset = start;
  for (;;) {
    const definition = readDefinition(text, offset, end);
    if (definition === undefined) return offset;
    offset = definition.end;
  }
}

/** Where the last line of a definition ends whose destination ends at `offset`; a title may follow, also below. */
function definitionEnd(text: string, offset: number, end: number): number {
  const titleStart = skipWhitespace(text, offset, end);
  const behindTitle = titleStart > offset ? titleEnd(text, titleStart, end, true) : -1;
  const lineEnd = behindTitle === -1 ? -1 : findLineEnd(text, behindTitle, end);
  return lineEnd === -1 ? findLineEnd(text, offset, end) : lineEnd;
}

function findLabelEnd(text: string, offset: number, end: number): number {
  let seen = false;
  for (let size = 0; offset < end && size <= LONGEST_LABEL; offset++) {
    const character = text.charAt(offset);
    if (character === '[') return -1;
    if (character === ']') return seen ? offset : -1;
    if (character === '\n' || character === '\r') continue;
    size++;
    seen ||= character !== ' ' && character !== '\t';
    if (character === '\\' && '[\\]'.includes(text.charAt(offset + 1))) {
      offset++;
      size++;
    }
  }
  return -1;
}

/** Offset of the line's ending where nothing but space stands before it, else -1. */
function findLineEnd(text: string, offset: number, end: number): number {
  const lineEnd = skipSpace(text, offset, end);
  return lineEnd === end || '\r\n'.includes(text.charAt(lineEnd)) ? lineEnd : -1;
}
