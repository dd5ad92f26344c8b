/** Start and end of HTML blocks, by their condition in https://spec.commonmark.org/0.31.2/#html-blocks. */

import { isDigit, isLetter, skipSpace } from './chars.ts';

const RAW_NAMES = new Set(['pre', 'script', 'style', 'textarea']);
const BLOCK_NAMES = new Set(
  `address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt
  fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link
  main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead
  title tr track ul`.split(/\s+/),
);
const LONGEST_NAME = 10;

const RAW_END = /<\/(?:pre|script|style|textarea)>/i;
/** `]]` is read in pairs, as the parser does that the scanner is held to: `]]]>` closes nothing. */
const CDATA_END = /(?<!\])(?:\]\])+>/;

const DASH = 45;
const SLASH = 47;
const EQUALS = 61;
const GREATER_THAN = 62;

/**
 * Condition 1 to 7 under which an HTML block starts, 0 where none holds.
 *
 * @param mark offset of the line's `<`
 * @param end offset of the line's ending
 * @param interrupts whether the line could go on with a paragraph: condition 7 does not interrupt one
 */
export function htmlBlockStart(text: string, mark: number, end: number, interrupts: boolean): number {
  const next = text.charCodeAt(mark + 1);
  if (next === 63) return 3;
  if (next === 33) return declarationStart(text, mark + 2);
  const closing = next === SLASH;
  const nameStart = closing ? mark + 2 : mark + 1;
  if (!isLetter(text.charCodeAt(nameStart))) return 0;
  let nameEnd = nameStart + 1;
  while (nameEnd < end && isNameCharacter(text.charCodeAt(nameEnd))) nameEnd++;
  const behind = nameEnd < end ? text.charCodeAt(nameEnd) : GREATER_THAN;
  const slash = behind === SLASH;
  if (!slash && behind !== GREATER_THAN && skipSpace(text, nameEnd, nameEnd + 1) === nameEnd) return 0;
  const name = nameEnd - nameStart > LONGEST_NAME ? '' : text.slice(nameStart, nameEnd).toLowerCase();
  if (!slash && !closing && RAW_NAMES.has(name)) return 1;
  if (BLOCK_NAMES.has(name)) return !slash || text.charCodeAt(nameEnd + 1) === GREATER_THAN ? 6 : 0;
  return !interrupts && isTagAlone(text, nameEnd, end, closing) ? 7 : 0;
}

/**
 * Whether an HTML block of condition 1 to 5 ends on a line; those of 6 and 7 end at a blank one.
 *
 * @param line the line's text, on the block's first line from behind its `<` on
 */
export function htmlBlockEnds(condition: number, line: string): boolean {
  switch (condition) {
    case 1:
      return RAW_END.test(line);
    case 2:
      return line.includes('-->');
    case 3:
      return line.includes('?>');
    case 4:
      return line.includes('>');
    case 5:
      return CDATA_END.test(line);
    default:
      return false;
  }
}

function declarationStart(text: string, offset: number): number {
  if (text.startsWith('--', offset)) return 2;
  if (text.startsWith('[CDATA[', offset)) return 5;
  return isLetter(text.charCodeAt(offset)) ? 4 : 0;
}

/** Whether attributes and `>` complete a tag whose name ends at `offset`, with nothing but space behind it. */
function isTagAlone(text: string, offset: number, end: number, closing: boolean): boolean {
  const tagEnd = closing ? skipSpace(text, offset, end) : attributesEnd(text, offset, end);
  return (
    tagEnd !== -1 &&
    tagEnd < end &&
    text.charCodeAt(tagEnd) === GREATER_THAN &&
    skipSpace(text, tagEnd + 1, end) === end
  );
}

/** Offset behind a tag's attributes and the slash that closes it, -1 where an attribute is malformed. */
function attributesEnd(text: string, offset: number, end: number): number {
  for (;;) {
    offset = skipSpace(text, offset, end);
    const code = offset < end ? text.charCodeAt(offset) : 0;
    if (code === SLASH) return offset + 1;
    if (code !== 58 && code !== 95 && !isLetter(code)) return offset;
    while (offset < end && isAttributeCharacter(text.charCodeAt(offset))) offset++;
    offset = valuesEnd(text, offset, end);
    if (offset === -1) return -1;
  }
}

/** Offset behind an attribute's value, where it has one, -1 where that is malformed. */
function valuesEnd(text: string, offset: number, end: number): number {
  for (;;) {
    offset = skipSpace(text, offset, end);
    if (offset === end || text.charCodeAt(offset) !== EQUALS) return offset;
    offset = skipSpace(text, offset + 1, end);
    if (offset === end || '<=>`'.includes(text.charAt(offset))) return -1;
    const quote = text.charAt(offset);
    if (quote === '"' || quote === "'") {
      offset++;
      while (offset < end && text.charAt(offset) !== quote) offset++;
      if (offset >= end - 1 || !'/> \t'.includes(text.charAt(offset + 1))) return -1;
      return offset + 1;
    }
    while (offset < end && !'"\'/<=>` \t'.includes(text.charAt(offset))) offset++;
  }
}

function isNameCharacter(code: number): boolean {
  return code === DASH || isLetter(code) || isDigit(code);
}

function isAttributeCharacter(code: number): boolean {
  return code === DASH || code === 46 || code === 58 || code === 95 || isLetter(code) || isDigit(code);
}
