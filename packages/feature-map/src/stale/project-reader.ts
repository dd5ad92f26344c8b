import { constants } from 'node:fs';
import path from 'node:path';
import type { MapFiles } from '../map/map-files.ts';
import { codeOf, isBelow } from '../map/map-listing.ts';
import { FILE_LIMIT } from './project-facts.ts';

/** Whether opening a file cannot be told to stop at a link, as on Windows. */
const FOLLOWS_LINKS = constants.O_NOFOLLOW === undefined;

/** Reads files within a project; a link is followed inside it only. */
export class ProjectReader {
  readonly #root: string;
  readonly #files: MapFiles;
  /** Real paths of folders; `undefined` for one outside. */
  readonly #folders = new Map<string, string | undefined>();

  constructor(root: string, files: MapFiles) {
    this.#root = root;
    this.#files = files;
  }

  /** The text of a file; `undefined` where it is none of the project's, binary, or too large. */
  read(file: string): string | undefined {
    try {
      const folder = this.#realFolder(path.posix.dirname(file));
      if (folder === undefined) return undefined;
      const bytes = this.#bytes(path.join(folder, path.posix.basename(file)));
      if (bytes === undefined || bytes.length > FILE_LIMIT || bytes.includes(0)) return undefined;
      return bytes.toString('utf8');
    } catch {
      return undefined;
    }
  }

  #bytes(file: string): Buffer | undefined {
    if (!FOLLOWS_LINKS) {
      try {
        return this.#files.read(file, FILE_LIMIT);
      } catch (error) {
        if (codeOf(error) !== 'ELOOP') throw error;
      }
    }
    const real = this.#files.realPath(file);
    return isBelow(real, this.#root) ? this.#files.read(real, FILE_LIMIT) : undefined;
  }

  #realFolder(folder: string): string | undefined {
    if (!this.#folders.has(folder)) {
      const real = this.#files.realPath(path.join(this.#root, folder));
      this.#folders.set(folder, real === this.#root || isBelow(real, this.#root) ? real : undefined);
    }
    return this.#folders.get(folder);
  }
}
