/** Names and texts of a map so written that each stays one visible piece of one line. */

/** Control and format characters, lone surrogates, and every separator but the plain space. */
const INVISIBLE = /(?! )[\p{C}\p{Z}]/gu;
const OUTER_OR_DOUBLE_SPACE = /^ | {2}| $/;

/** Line breaks and runs of white space as one space. */
export function oneLine(text: string): string {
  return text.replace(/[\s\u0085]+/g, ' ').trim();
}

/** {@link oneLine}, with escapes like `\u202e` for what a reader would not see. Applied again it changes nothing. */
export function visibleLine(text: string): string {
  return escaped(oneLine(text));
}

/** JSON on one line in which each character can be seen, so that no {@link visibleLine} changes its value. */
export function jsonText(value: unknown): string {
  return escaped(JSON.stringify(value)).replace(
    / {2,}/g,
    (spaces) => ` ${'\\u0020'.repeat(spaces.length - 1)}`,
  );
}

/** A name as it is, or as a JSON string where something in it would not be seen. */
export function shownName(name: string): string {
  const plain = escaped(name) === name && !OUTER_OR_DOUBLE_SPACE.test(name);
  return plain ? name : jsonText(name);
}

/** The value of a name that was written as a JSON string, with or without `#` before it, else `undefined`. */
export function unquotedName(name: string): string | undefined {
  const text = name.trim().replace(/^#+ /, '');
  if (!text.startsWith('"')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

function escaped(text: string): string {
  return text.replace(INVISIBLE, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}
