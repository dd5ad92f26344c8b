const TABLE = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/;
const TABLE_OF_ARRAY = /^\s*\[\[/;
const NAME = /(?:[\w-]+|"[^"\\]*"|'[^']*')/.source;
const NAMES = new RegExp(NAME, 'g');
const PAIR = new RegExp(`^\\s*(${NAME}(?:\\s*\\.\\s*${NAME})*)\\s*=\\s*(.*)$`);
const LONG_QUOTES = /^(?:"""|''')/;
const ESCAPE = /\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|(\s*\n\s*)|(.))/g;
const LETTERS: Readonly<Record<string, string>> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r' };

/**
 * The strings of a TOML document by their dotted key, e.g. `project.name`. Values of other types, arrays of tables and
 * strings that nothing closes are left out. Takes time linear in the text; does not throw.
 *
 * Source of the forms: https://toml.io/en/v1.0.0#string
 */
export function tomlStrings(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const lines = text.split(/\r?\n/);
  let table: string | undefined = '';
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const header = TABLE.exec(line)?.[1];
    if (header !== undefined) table = `${plainKey(header)}.`;
    else if (TABLE_OF_ARRAY.test(line)) table = undefined;
    const [, key, value = ''] = PAIR.exec(line) ?? [];
    if (key === undefined) continue;
    const quotes = LONG_QUOTES.exec(value)?.[0];
    const end = quotes === undefined ? at : closingLine(lines, at, value, quotes);
    const string = quotes === undefined ? shortString(value) : longString(lines, at, end, value, quotes);
    if (table !== undefined && string !== undefined) found.set(table + plainKey(key), string);
    at = end;
  }
  return found;
}

function plainKey(key: string): string {
  return (key.match(NAMES) ?? []).map((name) => name.replace(/^["'](.*)["']$/, '$1')).join('.');
}

function shortString(value: string): string | undefined {
  const literal = /^'([^']*)'/.exec(value)?.[1];
  if (literal !== undefined) return literal;
  const basic = /^"([^"\\]*(?:\\.[^"\\]*)*)"/.exec(value)?.[1];
  return basic === undefined ? undefined : withoutEscapes(basic);
}

/** The line on which a string between triple quotes ends; behind the last line where it does not. */
function closingLine(lines: readonly string[], first: number, value: string, quotes: string): number {
  if (value.includes(quotes, quotes.length)) return first;
  const end = lines.findIndex((line, index) => index > first && line.includes(quotes));
  return end === -1 ? lines.length : end;
}

function longString(
  lines: readonly string[],
  first: number,
  last: number,
  value: string,
  quotes: string,
): string | undefined {
  if (last === lines.length) return undefined;
  const whole = [value.slice(quotes.length), ...lines.slice(first + 1, last + 1)].join('\n');
  const text = whole.slice(0, whole.lastIndexOf(quotes)).replace(/^\n/, '');
  return quotes === '"""' ? withoutEscapes(text) : text;
}

function withoutEscapes(text: string): string {
  return text.replace(ESCAPE, (whole, short, long, wrap, letter) => {
    if (wrap !== undefined) return '';
    if (letter !== undefined) return LETTERS[letter] ?? letter;
    const code = Number.parseInt(short ?? long, 16);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
}
