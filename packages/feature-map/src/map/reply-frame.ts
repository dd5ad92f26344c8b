/**
 * The frame of a reply: one header line, the body, one closing line, each line in square brackets. Header and closing
 * hold no line break, so the body is what stands between the first and the last line break of the reply.
 */
import { byteLength, clip, type Piece, pieceAt } from './budget.ts';
import type { MapCall } from './reply-args.ts';
import { jsonText, visibleLine } from './reply-escape.ts';

/** One answer of `feature_map`. */
export interface Reply {
  text: string;
  isError: boolean;
  /** The sections whose text is there, in order; `whole` is false where some of it is missing. */
  shown: { page: string; section: string; whole: boolean }[];
}

/** What a reply may take. */
export interface ReplyLimits {
  /** Bytes of a whole reply, header and closing line included; at least 1024. */
  maxBytes: number;
  /** How many of the best sections a topic gets. */
  sectionsPerTopic: number;
  /** Shapes of several pages list the parts of a section that is larger, in bytes. */
  maxSectionBytes: number;
}

/** Which stretch of a text or list a reply gives. */
export interface Window {
  /** Bytes to skip. */
  offset: number;
  /** Bytes of the whole reply. */
  maxBytes: number;
}

/** A text or list that is given in pieces where it is too long. */
export interface Body {
  /** What the body is, for the header. */
  label: string;
  text: string;
  /** Bytes to skip. */
  offset: number;
  /** The arguments that gave this body; with another offset they go on with it. */
  call: MapCall;
  /** What the closing line says when nothing is left: at most 400 bytes. */
  end: string;
  /** What the closing line of a cut reply says behind the next call, where there is room. */
  also?: string;
}

/** Longer arguments are not repeated in a reply. */
const CALL_LIMIT = 320;
/** Keeps header and closing small enough that a piece has room in the smallest budget. */
const LABEL_LIMIT = 280;
/** A budget from which on the closing line of a cut reply may say more than the next call. */
const ROOMY = 2048;

/** The call that a reply offers, as the model may write it. */
export function callText(call: MapCall): string {
  return `feature_map ${jsonText(call)}`;
}

/** Header, body and closing line, whatever their size. */
export function joined(header: string, body: string, closing: string): string {
  return `[${visibleLine(header)}]\n${body}\n[${visibleLine(closing)}]`;
}

/** What {@link joined} adds to the body, in bytes. */
function frameBytes(header: string, closing: string): number {
  return byteLength(joined(header, '', closing));
}

/** The body of a reply. */
export function bodyOf(reply: string): string {
  return reply.slice(reply.indexOf('\n') + 1, reply.lastIndexOf('\n'));
}

/**
 * Frames a body within `maxBytes` (at least 1024). Where it is too long the reply holds a piece of it, and the closing
 * line gives the call that goes on; the bodies of these replies add up to the text byte for byte. The result says
 * which bytes the reply holds.
 */
export function frame({ label, text, offset, call, end, also }: Body, maxBytes: number): Piece {
  const head = clip(visibleLine(label), LABEL_LIMIT);
  const rest = pieceAt(text, offset, Number.POSITIVE_INFINITY);
  const { total } = rest;
  const range = (from: number, to: number) => `${head} | bytes ${from}-${to} of ${total}`;
  const header = rest.start > 0 ? range(rest.start, total) : head;
  const closing = offset > 0 && offset >= total ? `nothing is left at ${offset}; ${end}` : end;
  if (total - rest.start + frameBytes(header, closing) <= maxBytes) {
    return { ...rest, text: joined(header, rest.text, closing) };
  }
  const repeats = byteLength(callText({ ...call, offset: total })) <= CALL_LIMIT;
  const cutClosing = (to: number) => {
    const next = repeats ? callText({ ...call, offset: to }) : `the same call with "offset":${to}`;
    return `cut, ${total - to} bytes left: ${next}${also !== undefined && maxBytes >= ROOMY ? `; ${also}` : ''}`;
  };
  // With `total` for every number, the frame is at its longest, but for the count of the bytes that are left.
  const room = maxBytes - frameBytes(range(total, total), cutClosing(total)) - String(total).length;
  const piece = pieceAt(text, offset, room);
  return { ...piece, text: joined(range(piece.start, piece.end), piece.text, cutClosing(piece.end)) };
}
