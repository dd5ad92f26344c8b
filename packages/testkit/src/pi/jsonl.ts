/**
 * Splits a stream of text into lines at LF alone, as JSONL wants it: U+2028 and U+2029 are legal inside a
 * JSON string. The returned function takes the next piece and gives the lines that it completed, without
 * their line ends and without empty ones.
 */
export function lineSplitter(): (text: string) => string[] {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    return lines.map((line) => line.replace(/\r$/, '')).filter((line) => line !== '');
  };
}

/**
 * Parses whole JSONL text; a last line without its LF counts.
 * Throws an error that names `source` and the line when a line is not JSON.
 */
export function parseJsonl(text: string, source: string): unknown[] {
  return lineSplitter()(`${text}\n`).map((line, index) => {
    try {
      return JSON.parse(line) as unknown;
    } catch (cause) {
      throw new Error(`${source}: line ${index + 1} is not JSON: ${line.slice(0, 500)}`, { cause });
    }
  });
}
