/** What a glob pattern says about where its matches lie. */
export interface GlobPrefix {
  /** The leading path that every match lies under, as written, without a trailing `/`; `''` when there is none. */
  readonly path: string;
  /** A bare name without a wildcard: ripgrep, like `.gitignore`, finds it at any depth. */
  readonly anyDepth: boolean;
}

const UNBOUNDED: GlobPrefix = { path: '', anyDepth: false };
const WILDCARD = /[*?[\]{}()\\]/;

/**
 * The fixed leading path of a glob: the segments before the first one with a wildcard (`docs/**\/*.md` gives
 * `docs`), all of them where there is no wildcard. A negated pattern (`!docs/**`) and one that climbs behind a
 * wildcard (`docs/*\/../..`) are bounded by nothing.
 *
 * @param separator the platform's path separator; on Windows `\` divides segments, elsewhere it escapes.
 */
export function globPrefix(pattern: string, separator = '/'): GlobPrefix {
  if (pattern.startsWith('!')) return UNBOUNDED;
  const segments = (separator === '\\' ? pattern.replaceAll('\\', '/') : pattern).split('/');
  const wild = segments.findIndex((segment) => WILDCARD.test(segment));
  const fixed = wild === -1 ? segments : segments.slice(0, wild);
  if (segments.slice(fixed.length).includes('..')) return UNBOUNDED;
  return { path: fixed.join('/').replace(/\/+$/, ''), anyDepth: wild === -1 && segments.length === 1 };
}

/** Whether a relative prefix starts by leaving the folder that it is relative to. */
export function climbs(prefix: string): boolean {
  return prefix.split('/').find((segment) => segment !== '.' && segment !== '') === '..';
}
