/** Where the map stands in a project, and the index within the map. */
export const MAP_FOLDER = 'docs/features';
export const INDEX_FILE = 'README.md';

const PAGE_NAME = /\.(?:md|markdown)$/i;
const SCHEME = /^[a-z][a-z\d+.-]*:/i;

/** Whether a file of this name is a page. */
export function isPageName(path: string): boolean {
  return PAGE_NAME.test(path);
}

/** Whether a link destination names another site. */
export function isExternal(destination: string): boolean {
  return SCHEME.test(destination) || destination.startsWith('//');
}

export interface PageLink {
  /** The link's path, decoded, without anchor and query. */
  link: string;
  /** Path relative to the map's folder, `undefined` where the link leads out of it. */
  page: string | undefined;
}

/**
 * What a link in the index says about a page of the map. Links resolve relative to the index file; one that begins
 * with `/` counts from the project's root, as code hosts show it. No file is looked at.
 *
 * @param destination a link destination as written, e.g. `./host/pi.md#limits` or `a%20b.md`
 * @returns `undefined` where it leads to no markdown page, or to the index itself
 */
export function readPageLink(destination: string): PageLink | undefined {
  const path = destination.replace(/[?#].*$/s, '');
  const link = decode(path);
  if (!isPageName(link)) return undefined;
  if (isExternal(path)) return { link, page: undefined };
  const segments = resolve(link);
  const folder = MAP_FOLDER.split('/');
  const inside = segments !== undefined && folder.every((name, index) => segments[index] === name);
  if (!inside) return { link, page: undefined };
  const page = segments.slice(folder.length).join('/');
  return page === INDEX_FILE ? undefined : { link, page };
}

/** Segments from the project's root, `undefined` where the path leaves it. */
function resolve(path: string): string[] | undefined {
  const segments = path.startsWith('/') ? [] : MAP_FOLDER.split('/');
  for (const segment of path.split('/')) {
    if (segment === '..') {
      if (segments.pop() === undefined) return undefined;
    } else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments;
}

/** Percent-decodes what decodes and leaves the rest as it is. */
function decode(path: string): string {
  return path.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}
