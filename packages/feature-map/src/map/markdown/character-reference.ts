const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp));/y;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
const REPLACEMENT = '\ufffd';

/**
 * The character reference at `at`, what it stands for and where it ends: numeric ones and the names that markup
 * itself makes necessary. `undefined` where there is none of them.
 */
export function readCharacterReference(text: string, at: number): { text: string; end: number } | undefined {
  REFERENCE.lastIndex = at;
  const reference = REFERENCE.exec(text);
  if (reference === null) return undefined;
  const [all, decimal, hexadecimal, name] = reference;
  const end = at + all.length;
  if (name !== undefined) return { text: NAMED[name] ?? REPLACEMENT, end };
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return { text: code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : REPLACEMENT, end };
}
