import { createHash } from 'node:crypto';

/** What tells one content of a file from every other: its SHA-256, in hexadecimal. */
export type FileVersion = `sha256:${string}`;

/** What a writer has to find at a path: a version, nothing at all, or whatever is there. */
export type Expected = FileVersion | 'absent' | 'any';

/**
 * How files reach a project: by the disk, or by a host's own file service with the policy of the session that asks.
 * Every file is written whole or not at all, also when the process dies while it is written.
 */
export interface MapWriter {
  /**
   * Writes a file, and the folders above it where they are missing. Follows a link inside the project only. Does not
   * reject.
   *
   * @param file path relative to the project's root, with `/`
   * @param expected what the text was made for; where something else is there by then, it is left alone
   * @param text written as UTF-8
   * @returns `undefined` where the file holds the text, else a clause that continues "`file` " and says why it does not
   */
  write(file: string, expected: Expected, text: string): Promise<string | undefined>;
}

/** Gives the writer for a project, with the rights of the call that is being answered. */
export type MapWriterFor = (root: string) => MapWriter;

/** The version of a file with this content; of a text, that of its UTF-8 form. */
export function versionOf(content: string | Uint8Array): FileVersion {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}
