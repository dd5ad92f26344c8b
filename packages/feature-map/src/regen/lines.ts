/** A line of a text, and the line ending behind it; the last one of a text may have none. */
export interface Line {
  readonly text: string;
  readonly ending: string;
}

/** Divides a text into its lines; a byte order mark is the first characters of the first one. */
export function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  const ending = /\r\n|[\r\n]/g;
  for (let from = 0; from < text.length; from = ending.lastIndex) {
    ending.lastIndex = from;
    const found = ending.exec(text);
    lines.push({ text: text.slice(from, found?.index), ending: found?.[0] ?? '' });
    if (found === null) break;
  }
  return lines;
}

/** Puts lines together. Each but the last gets an ending; the last has one where `final` says so. */
export function joinLines(lines: readonly Line[], final: boolean): string {
  const usual = lines.find(({ ending }) => ending !== '')?.ending ?? '\n';
  return lines
    .map(({ text, ending }, index) => {
      const below = lines[index + 1];
      if (below === undefined) return final ? text + (ending || usual) : text;
      // A lone carriage return and the line feed of an empty line would be one ending.
      const merges = ending === '\r' && below.text === '' && below.ending === '\n';
      return text + (merges ? '\r\n' : ending || usual);
    })
    .join('');
}
