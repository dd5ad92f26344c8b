import path from 'node:path';
import { isRelative } from './path-span.ts';

/** What a written path leads to. */
export type Target =
  | { readonly kind: 'file' | 'folder'; readonly path: string }
  /** Several files end like that, or files of that name have an extension: it is there, and nobody knows which. */
  | { readonly kind: 'several' };

/** The files of a project, and every way in which a page may name one. */
export class FileTree {
  readonly #files: ReadonlySet<string>;
  readonly #folders = new Set<string>();
  readonly #filesByName: ReadonlyMap<string, readonly string[]>;
  readonly #foldersByName: ReadonlyMap<string, readonly string[]>;
  readonly #found = new Map<string, Target | undefined>();
  #filesByStem: ReadonlyMap<string, readonly string[]> | undefined;
  #filesByLowerName: ReadonlyMap<string, readonly string[]> | undefined;

  /** @param paths relative to the project's root, with `/` */
  constructor(paths: readonly string[]) {
    this.#files = new Set(paths);
    for (const file of paths) {
      for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
        const folder = file.slice(0, end);
        if (this.#folders.has(folder)) break;
        this.#folders.add(folder);
      }
    }
    this.#filesByName = Map.groupBy(paths, nameOf);
    this.#foldersByName = Map.groupBy([...this.#folders], nameOf);
  }

  get files(): Iterable<string> {
    return this.#files;
  }

  has(file: string): boolean {
    return this.#files.has(file);
  }

  hasFolder(folder: string): boolean {
    return this.#folders.has(folder);
  }

  /**
   * What a path on a page leads to, with case: from the project's root, from the page's folder, or as the end of the
   * path of one file or folder.
   *
   * @param written a path with `/`; one at its end asks for a folder
   * @param pageFolder folder of the page, from the project's root
   */
  find(written: string, pageFolder: string): Target | undefined {
    const key = `${pageFolder}\n${written}`;
    if (!this.#found.has(key)) this.#found.set(key, this.#search(written, pageFolder));
    return this.#found.get(key);
  }

  #search(written: string, pageFolder: string): Target | undefined {
    const name = written.replace(/\/+$/, '');
    const fromRoot = path.posix.normalize(name);
    const fromPage = path.posix.join(pageFolder, name);
    for (const candidate of isRelative(name) ? [fromPage, fromRoot] : [fromRoot, fromPage]) {
      const target = this.#at(candidate, name !== written);
      if (target !== undefined) return target;
    }
    return isRelative(name) ? undefined : this.#bySuffix(name, name !== written);
  }

  /** Whether something of the project lies in front of the path that hides what is below: a submodule, a link. */
  isBelowFile(written: string): boolean {
    for (let end = written.indexOf('/'); end !== -1; end = written.indexOf('/', end + 1)) {
      const parent = written.slice(0, end);
      if (this.#files.has(parent) || this.#files.has(`${parent}/`)) return true;
    }
    return false;
  }

  /** Files with the same name as a path, elsewhere. */
  sameName(written: string): readonly string[] {
    return this.#filesByName.get(nameOf(written)) ?? [];
  }

  /** Files whose path ends like the written one when case is ignored. */
  ignoringCase(written: string): readonly string[] {
    this.#filesByLowerName ??= Map.groupBy(this.#files, (file) => nameOf(file).toLowerCase());
    const end = written.replace(/^(?:\.\.?\/)+/, '').toLowerCase();
    const candidates = this.#filesByLowerName.get(nameOf(end)) ?? [];
    return candidates.filter((file) => endsWithPath(file.toLowerCase(), end));
  }

  #at(candidate: string, folderOnly: boolean): Target | undefined {
    if (!folderOnly && this.#files.has(candidate)) return { kind: 'file', path: candidate };
    // A submodule is listed like a file, another repository with a slash at its end; both are folders on disk.
    const listed = this.#files.has(candidate) || this.#files.has(`${candidate}/`);
    return listed || this.#folders.has(candidate) ? { kind: 'folder', path: candidate } : undefined;
  }

  #bySuffix(name: string, folderOnly: boolean): Target | undefined {
    const matches = (paths: readonly string[] = []) =>
      paths.filter((candidate) => endsWithPath(candidate, name));
    const files = folderOnly ? [] : matches(this.#filesByName.get(nameOf(name)));
    const folders = matches(this.#foldersByName.get(nameOf(name)));
    const [first, ...others] = [...files, ...folders];
    if (first === undefined) return this.#withExtension(name) ? { kind: 'several' } : undefined;
    if (others.length > 0) return { kind: 'several' };
    return { kind: files.length > 0 ? 'file' : 'folder', path: first };
  }

  /** Whether a path without extension names a module: `map/check` for `src/map/check.ts`. */
  #withExtension(name: string): boolean {
    if (!name.includes('/') || nameOf(name).includes('.')) return false;
    this.#filesByStem ??= Map.groupBy(this.#files, (file) => stemOf(nameOf(file)));
    const files = this.#filesByStem.get(nameOf(name)) ?? [];
    return files.some((file) =>
      endsWithPath(file.slice(0, file.length - nameOf(file).length) + nameOf(name), name),
    );
  }
}

/** The last segment of a path. */
export function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}

/** A file's name up to its first dot; the dot of a hidden file is part of it. */
export function stemOf(name: string): string {
  const dot = name.indexOf('.', 1);
  return dot === -1 ? name : name.slice(0, dot);
}

/** Whether a path is the other one or ends with its segments. */
export function endsWithPath(file: string, end: string): boolean {
  return file === end || file.endsWith(`/${end}`);
}
