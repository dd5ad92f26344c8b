const WILDCARD = /[*?[\]{}()\\]/;

/**
 * The fixed leading path of a glob, which every match lies under: the segments before the first one with a
 * wildcard (`docs/**\/*.md` gives `docs`), all of them where there is no wildcard.
 *
 * A negated pattern (`!docs/**`) and one that climbs behind a wildcard (`docs/*\/../..`) are bounded by nothing;
 * nor is a bare name (`guard.ts`), which ripgrep, like `.gitignore`, finds at any depth.
 *
 * @param separator the platform's path separator; on Windows `\` divides segments, elsewhere it escapes.
 * @returns the path as written, without a trailing `/`; `''` where there is none.
 */
export function globPrefix(pattern: string, separator = '/'): string {
  if (pattern.startsWith('!')) return '';
  const segments = (separator === '\\' ? pattern.replaceAll('\\', '/') : pattern).split('/');
  if (segments.length === 1) return '';
  const wild = segments.findIndex((segment) => WILDCARD.test(segment));
  const fixed = wild === -1 ? segments : segments.slice(0, wild);
  if (segments.slice(fixed.length).includes('..')) return '';
  return fixed.join('/').replace(/\/+$/, '');
}

/** Whether a relative prefix starts by leaving the folder that it is relative to. */
export function climbs(prefix: string): boolean {
  return prefix.split('/').find((segment) => segment !== '.' && segment !== '') === '..';
}
