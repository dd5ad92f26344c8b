import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

/** Dresses text for a stream: in colours on a terminal, bare elsewhere. */
export interface Style {
  /** Whether the text goes to a terminal, which control characters in it would reach. */
  readonly isTerminal: boolean;
  (format: Format, text: string): string;
}

/**
 * The style of a stream. `NO_COLOR`, `FORCE_COLOR` and what the terminal can do are respected, as `styleText` of
 * Node does.
 */
export function styleOf(stream: NodeJS.WritableStream & { isTTY?: boolean }): Style {
  const style = (format: Format, text: string) => styleText(format, text, { stream });
  return Object.assign(style, { isTerminal: stream.isTTY === true });
}

/** Control characters other than tab and line break: a terminal would obey them. */
const CONTROL = /(?!\r?\n)[\0-\x08\x0b-\x1f\x7f-\x9f]/g;

/** Text of the project's files as it may be shown: on a terminal, control characters stand there as escapes. */
export function shown(text: string, { isTerminal }: Style): string {
  return isTerminal ? text.replace(CONTROL, escaped) : text;
}

function escaped(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
