import path from 'node:path';
import { compare } from './compare.ts';
import type { FolderEntry, MapFiles } from './map-files.ts';
import type { MapLimits } from './map-limits.ts';
import { isPageName } from './page-link.ts';
import type { Unreadable } from './types.ts';

/** A page that a folder of the map lists. */
export interface ListedPage {
  /** Path relative to the map's folder, with `/`. */
  page: string;
  /** Absolute path of the file itself, no link. */
  file: string;
}

export interface MapListing {
  /** Sorted by `page`. */
  pages: ListedPage[];
  unreadable: Unreadable[];
}

/**
 * Lists the pages of a map, with one reading of each folder: files with a page's name, in folders of any depth.
 * Names that begin with a dot are left out. A link to a file of the map counts as a page; one that leads out of the
 * map, to nothing, to itself or to a folder is named and not followed. Does not throw.
 *
 * @param folder real path of the map's folder
 */
export function listPages(folder: string, files: MapFiles, limits: MapLimits): MapListing {
  const listing: MapListing = { pages: [], unreadable: [] };
  const folders = [''];
  let entries = 0;
  for (let within = folders.pop(); within !== undefined; within = folders.pop()) {
    for (const { name, kind } of listFolder(folder, within, files, listing)) {
      if (name.startsWith('.')) continue;
      const page = within === '' ? name : `${within}/${name}`;
      if (++entries > limits.entries) {
        listing.unreadable.push({ page, reason: `is beyond the first ${limits.entries} files of the map` });
        folders.length = 0;
        break;
      }
      if (kind === 'folder') folders.push(page);
      else if (kind === 'link') addLink(folder, page, files, listing);
      else if (kind === 'file' && isPageName(name))
        listing.pages.push({ page, file: path.join(folder, page) });
      else if (isPageName(name)) listing.unreadable.push({ page, reason: 'is not a regular file' });
    }
  }
  listing.pages.sort((a, b) => compare(a.page, b.page));
  for (const { page } of listing.pages.splice(limits.pages)) {
    listing.unreadable.push({ page, reason: `is beyond the first ${limits.pages} pages of the map` });
  }
  return listing;
}

/** Whether a real path lies below a folder's real path. */
export function isBelow(file: string, folder: string): boolean {
  return file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}

/** The code of a file system error, e.g. `EACCES`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

function listFolder(folder: string, within: string, files: MapFiles, listing: MapListing): FolderEntry[] {
  try {
    return files.list(path.join(folder, within)).sort((a, b) => compare(a.name, b.name));
  } catch (error) {
    listing.unreadable.push({ page: within, reason: `cannot be listed (${codeOf(error)})` });
    return [];
  }
}

function addLink(folder: string, page: string, files: MapFiles, listing: MapListing): void {
  // Whether a link leads to a folder is told by its name, so that nothing outside the map is looked at.
  const toFolder = !path.posix.basename(page).includes('.');
  if (!toFolder && !isPageName(page)) return;
  const target = resolveLink(path.join(folder, page), files);
  const reason = typeof target === 'object' ? target.reason : linkReason(target, folder, toFolder);
  if (reason !== undefined) listing.unreadable.push({ page, reason });
  else if (typeof target === 'string') listing.pages.push({ page, file: target });
}

function linkReason(target: string, folder: string, toFolder: boolean): string | undefined {
  if (target !== folder && !isBelow(target, folder)) return 'is a link that leads out of the map';
  return toFolder ? 'is a link to a folder, and those are not followed' : undefined;
}

function resolveLink(link: string, files: MapFiles): string | { reason: string } {
  try {
    return files.realPath(link);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ELOOP') return { reason: 'is a link that leads back to itself' };
    if (code === 'ENOENT' || code === 'ENOTDIR') return { reason: 'is a link that leads to nothing' };
    return { reason: `is a link that cannot be followed (${code})` };
  }
}
