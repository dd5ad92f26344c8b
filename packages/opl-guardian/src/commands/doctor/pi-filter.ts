import path from 'node:path';

/**
 * Whether a list of patterns of Pi's settings lets a file load (`applyPatterns` in its `package-manager.js`): plain
 * ones choose, `!` takes out, `+` puts one file in again, and `-` takes one out for good.
 *
 * @param file below `folder`, with `/`
 * @param folder what the patterns are relative to
 */
export function isLetIn(file: string, patterns: readonly string[], folder: string): boolean {
  const chosen = patterns.filter((pattern) => !/^[!+-]/.test(pattern));
  const marked = (mark: string) =>
    patterns.filter((pattern) => pattern[0] === mark).map((pattern) => pattern.slice(1));
  const isExactly = (some: readonly string[]) =>
    some.some((pattern) => [file, path.join(folder, file)].includes(pattern.replace(/^\.\//, '')));
  const isLike = (some: readonly string[]) =>
    some.some((pattern) =>
      [file, path.basename(file), path.join(folder, file)].some((form) => matchesGlob(form, pattern)),
    );
  if (isExactly(marked('-'))) return false;
  if (isExactly(marked('+'))) return true;
  return !isLike(marked('!')) && (chosen.length === 0 || isLike(chosen));
}

/**
 * Whether one form of a path is like a pattern with wild cards. A project may be hostile: all ways to read the pattern are followed
 * at once, so that none takes long, as a regular expression would for many stars.
 */
function matchesGlob(form: string, pattern: string): boolean {
  /** Where what the pattern says so far can end in the path. */
  let ends = new Set([0]);
  for (const [part] of pattern.matchAll(/\*\*\/|\*\*|[*?]|[^*?]+/g)) {
    ends = new Set([...ends].flatMap((start) => endsOf(part, form, start)));
  }
  return ends.has(form.length);
}

/** Where one part of a pattern can end that begins at a place of the path. */
function endsOf(part: string, form: string, start: number): number[] {
  const nextSlash = form.indexOf('/', start);
  const segmentEnd = nextSlash === -1 ? form.length : nextSlash;
  switch (part) {
    case '**/':
      return [start, ...range(start + 1, form.length).filter((end) => form[end - 1] === '/')];
    case '**':
      return range(start, form.length);
    case '*':
      return range(start, segmentEnd);
    case '?':
      return start < segmentEnd ? [start + 1] : [];
    default:
      return form.startsWith(part, start) ? [start + part.length] : [];
  }
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
