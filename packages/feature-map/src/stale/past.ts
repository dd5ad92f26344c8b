import { endsWithPath, nameOf } from './file-tree.ts';
import type { History } from './project-facts.ts';

/** Names that files and folders of the project had once, and where they went. */
export class Past {
  readonly #gone: ReadonlyMap<string, string | undefined>;
  readonly #folders = new Set<string>();
  #byName: ReadonlyMap<string, readonly string[]> | undefined;

  constructor({ gone }: History) {
    this.#gone = gone;
    for (const file of gone.keys()) {
      for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
        const folder = file.slice(0, end);
        if (this.#folders.has(folder)) break;
        this.#folders.add(folder);
      }
    }
  }

  /** Whether a file or folder had this path, from the project's root. */
  had(path: string): boolean {
    return this.#gone.has(path) || this.#folders.has(path);
  }

  /** The path of the one file or folder whose path ended like this; the latest of several. */
  find(end: string): string | undefined {
    this.#byName ??= Map.groupBy([...this.#gone.keys(), ...this.#folders], nameOf);
    return this.#byName.get(nameOf(end))?.find((path) => endsWithPath(path, end));
  }

  /** Where git saw a file or folder go, renames of renames followed; it need not be there any more. */
  wentTo(path: string): string | undefined {
    return this.#gone.has(path) ? this.#follow(path) : this.#folderWentTo(path);
  }

  #follow(file: string): string | undefined {
    const seen = new Set([file]);
    let now = this.#gone.get(file);
    for (let next = now; next !== undefined && !seen.has(next); next = this.#gone.get(next)) {
      seen.add(next);
      now = next;
    }
    return now;
  }

  /** The folder to which most of a folder's files went under their own names. */
  #folderWentTo(folder: string): string | undefined {
    const counts = new Map<string, number>();
    for (const file of this.#gone.keys()) {
      if (!file.startsWith(`${folder}/`)) continue;
      const within = file.slice(folder.length);
      const now = this.#follow(file);
      if (now?.endsWith(within)) {
        const target = now.slice(0, now.length - within.length);
        counts.set(target, (counts.get(target) ?? 0) + 1);
      }
    }
    const [most] = [...counts].sort(([, a], [, b]) => b - a);
    return most?.[0];
  }
}
