/**
 * Metadata in front of a page, YAML between `---` lines or TOML between `+++` lines, which site generators take off
 * before they read the page as Markdown. What stands in it is theirs: only the lines around it count.
 */
const FRONT_MATTER =
  /^(?:---[ \t]*(?=[\r\n])[\s\S]*?(?<=[\r\n])(?:---|\.\.\.)|\+\+\+[ \t]*(?=[\r\n])[\s\S]*?(?<=[\r\n])\+\+\+)[ \t]*(?:\r\n|[\r\n]|$)/;
/** A `---` line above a blank one draws a rule, unless a key of metadata is the first thing below. */
const RULE =
  /^---[ \t]*(?:\r\n|[\r\n])[ \t]*(?:\r\n|[\r\n])\s*(?!["']?[\p{L}_][\p{L}\p{N}_ -]*["']?:(?:\s|$))\S/u;

/** Offset of the first character that is no byte order mark. */
export function textStart(text: string): number {
  return text.startsWith('\ufeff') ? 1 : 0;
}

/** Offset at which a page begins behind its byte order mark and its front matter. */
export function frontEnd(text: string): number {
  const start = textStart(text);
  const rest = text.slice(start);
  return start + (RULE.test(rest) ? 0 : (FRONT_MATTER.exec(rest)?.[0].length ?? 0));
}

/** A page's text with blank lines in place of its front matter, so that every offset and line stays. */
export function withoutFront(text: string): string {
  const [start, end] = [textStart(text), frontEnd(text)];
  if (start === end) return text;
  return text.slice(0, start) + text.slice(start, end).replace(/[^\r\n]/g, ' ') + text.slice(end);
}
