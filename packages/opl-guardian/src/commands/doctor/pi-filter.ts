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
    some.some((pattern) => {
      const glob = globOf(pattern);
      return [file, path.basename(file), path.join(folder, file)].some((form) => glob.test(form));
    });
  if (isExactly(marked('-'))) return false;
  if (isExactly(marked('+'))) return true;
  return !isLike(marked('!')) && (chosen.length === 0 || isLike(chosen));
}

function globOf(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\*\*|\*|\?/g, (wild) =>
      wild === '**/' ? '(?:.*/)?' : wild === '**' ? '.*' : wild === '*' ? '[^/]*' : '[^/]',
    );
  return new RegExp(`^${source}$`);
}
