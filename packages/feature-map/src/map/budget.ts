/** Text by the byte: how long it is as UTF-8, where it may be cut, and pieces of it that add up to the whole. */

/** A stretch of a text. Offsets are bytes of its UTF-8 form. */
export interface Piece {
  text: string;
  start: number;
  end: number;
  /** Length of the whole text. */
  total: number;
}

/** The longest UTF-8 form of a character: the least room a piece needs to hold anything. */
const LONGEST_CHARACTER = 4;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Length in bytes as UTF-8; a lone surrogate counts as the replacement character that it becomes. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}

/**
 * The piece of a text from `offset` on that fits `room` bytes. It begins at the character that `offset` falls into and
 * ends behind a character, behind a whole line where that leaves it at least half full, and never between `\r` and
 * `\n` unless it would be empty. It is empty only at the end of the text: a room that is too small holds one character
 * all the same. Pieces that each begin where the last one ended add up to the text.
 *
 * @param offset bytes, 0 or more
 * @param room bytes
 */
export function pieceAt(text: string, offset: number, room: number): Piece {
  const bytes = Buffer.from(text, 'utf8');
  const start = characterStart(bytes, Math.min(offset, bytes.length));
  const end = pieceEnd(bytes, start, Math.max(room, LONGEST_CHARACTER));
  return { text: bytes.toString('utf8', start, end), start, end, total: bytes.length };
}

/** A text of at most `limit` bytes (at least 3): the text itself, or its beginning with `…`. */
export function clip(text: string, limit: number): string {
  if (byteLength(text) <= limit) return text;
  const mark = '…';
  const bytes = Buffer.from(text.slice(0, limit), 'utf8');
  return bytes.toString('utf8', 0, characterStart(bytes, limit - byteLength(mark))) + mark;
}

function pieceEnd(bytes: Buffer, start: number, room: number): number {
  if (bytes.length - start <= room) return bytes.length;
  const end = characterStart(bytes, start + room);
  const line = bytes.lastIndexOf(LINE_FEED, end - 1) + 1;
  if (line - start >= room / 2) return line;
  const splitsLineEnd = bytes[end - 1] === CARRIAGE_RETURN && bytes[end] === LINE_FEED;
  return splitsLineEnd && end - 1 > start ? end - 1 : end;
}

/** The index itself, or that of the first byte of the character it falls into. */
function characterStart(bytes: Buffer, index: number): number {
  let start = index;
  while (start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}
