import type { SourceFile } from './source-tree.ts';

/** Defaults of `@deepseek-ai/dsh-tool-fs`: lines and bytes of one read, characters of one line. */
const READ_LIMIT = 2000;
const READ_MAX_BYTES = 50 * 1024;
const READ_MAX_LINE_LENGTH = 2000;
/** Defaults of `@deepseek-ai/dsh-tool-fs-search`: matches of one grep, bytes of one matching line. */
const GREP_MAX_MATCHES = 250;
const GREP_MAX_LINE_BYTES = 2000;

const bytes = (text: string): number => Buffer.byteLength(text, 'utf8');

/** What the host's `read` answers for a whole file: numbered lines in an envelope, cut at its limits. */
export function hostRead(file: SourceFile): string {
  const shown: string[] = [];
  let size = 0;
  let capped = false;
  for (const line of file.lines.slice(0, READ_LIMIT)) {
    const text =
      line.length > READ_MAX_LINE_LENGTH
        ? `${line.slice(0, READ_MAX_LINE_LENGTH)}... (line truncated to ${READ_MAX_LINE_LENGTH} chars)`
        : line;
    const more = bytes(text) + (shown.length > 0 ? 1 : 0);
    capped = size + more > READ_MAX_BYTES;
    if (capped) break;
    size += more;
    shown.push(`${shown.length + 1}: ${text}`);
  }
  const next = `Use offset=${shown.length + 1} to continue.`;
  let footer = `(End of file - total ${file.lines.length} lines)`;
  if (capped) footer = `(Output capped. Showing lines 1-${shown.length}. ${next})`;
  else if (shown.length < file.lines.length) {
    footer = `(Showing lines 1-${shown.length} of ${file.lines.length}. ${next})`;
  }
  return `<path>${file.path}</path>\n<type>file</type>\n<content>\n${shown.join('\n')}\n\n${footer}\n</content>`;
}

/** What the host's `grep` answers for a literal, and the files that hold it. Case counts, as it does there. */
export function hostGrep(
  tree: readonly SourceFile[],
  literal: string,
): { text: string; files: SourceFile[] } {
  const groups: string[] = [];
  const files: SourceFile[] = [];
  let seen = 0;
  for (const file of tree) {
    const rows: string[] = [];
    let found = false;
    for (const [index, line] of file.lines.entries()) {
      if (!line.includes(literal)) continue;
      found = true;
      seen += 1;
      if (seen <= GREP_MAX_MATCHES) rows.push(`Line ${index + 1}: ${preview(line)}`);
    }
    if (found) files.push(file);
    if (rows.length > 0) groups.push(`${file.path}\n${rows.join('\n')}`);
  }
  if (seen === 0) return { text: 'No matches found', files };
  const header =
    seen > GREP_MAX_MATCHES
      ? `Found ${GREP_MAX_MATCHES} of ${seen} matches`
      : `Found ${seen} match${seen === 1 ? '' : 'es'}`;
  return { text: `${header}\n\n${groups.join('\n\n')}`, files };
}

function preview(line: string): string {
  const raw = Buffer.from(line, 'utf8');
  return raw.length <= GREP_MAX_LINE_BYTES
    ? line
    : `${raw.subarray(0, GREP_MAX_LINE_BYTES).toString('utf8')} (line truncated)`;
}

/** Words that nobody greps for. */
const FUNCTION_WORDS = new Set(
  (
    'a about after an and another any are as at be before but by can could do does else every for from had has have ' +
    'how i if in into is it its last live me my never not of off on one only or other our out second should so still ' +
    'that the their them then there they this to two up was we what when where which while who whose why will with ' +
    'without would you your'
  ).split(' '),
);

/** The words of a question worth a grep, each once, without the punctuation around them. */
export function contentWords(question: string): string[] {
  const words = question.split(/\s+/).map((word) => word.replace(/^[^\p{L}\p{N}_]+|[^\p{L}\p{N}_]+$/gu, ''));
  return [...new Set(words.filter((word) => word !== '' && !FUNCTION_WORDS.has(word.toLowerCase())))];
}

/** Bytes that hunting costs: one grep for each content word, then a read of every file that matched. */
export function huntBytes(tree: readonly SourceFile[], question: string): number {
  const hits = contentWords(question).map((word) => hostGrep(tree, word));
  const files = new Set(hits.flatMap((hit) => hit.files));
  const greps = hits.reduce((sum, hit) => sum + bytes(hit.text), 0);
  return [...files].reduce((sum, file) => sum + bytes(hostRead(file)), greps);
}
