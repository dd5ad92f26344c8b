import type { MapWriter } from '../write/map-writer.ts';

/** How documents reach a project: the disk, or a host's own file service with the policy of the session. */
export interface DocumentWriter {
  /**
   * Writes a whole file, and the folders above it where they are missing. Does not reject.
   *
   * @param file path relative to the project's root, with `/`
   * @param replace whether a file that is there is replaced; it is left alone otherwise, also when it came to be only
   *   after someone looked.
   * @returns `undefined` where the file was written, else a clause that continues "`file` " and says why it was not
   */
  write(file: string, text: string, replace: boolean): Promise<string | undefined>;
}

/** Writes documents by a writer of the map's files. */
export function documentWriter(writer: MapWriter): DocumentWriter {
  return { write: (file, text, replace) => writer.write(file, replace ? 'any' : 'absent', text) };
}
