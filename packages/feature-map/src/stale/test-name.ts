const LONGEST = 400;
const COMMANDS = new Set(
  `bash bazel bun bundle cargo cd ctest curl cypress deno docker dotnet git go gradle jest just make mocha mvn node
  npm npx nox php pip playwright pnpm poetry pytest python python3 rake rspec ruby sh sudo swift tox uv vitest
  yarn zig`.split(/\s+/),
);
/** A call of a test function as the file has it, and a title with its quotes. */
const CALLED =
  /^(?:[\w.]*\b)?(?:context|describe|it|scenario|specify|suite|test|Run)(?:\.\w+)*[\s(]+(['"`])(.+?)\1/;
const IN_QUOTES = /^(['"“`])(.*)(?:\1|”)$/s;
/** What only code and messages have. */
const CODE =
  /^\w*(?:[eE]rror|[eE]xception|[fF]atal|[pP]anic|[uU]sage|[wW]arning):|[{}=<>$;`|\\^@]|\[|^\W|\w\([^)\s]|^\w+(?:\.\w+)*\(\)$/;
/** Names that functions and classes of tests have: `TestReplay`, `test_one`, `shouldDeny`, `BenchmarkAppend`. */
const TEST_IDENTIFIER =
  /^(?:Test|Benchmark|Example|Fuzz)[A-Z\d_]\w*$|^(?:it|should|test|when|given)_\w+$|^should[A-Z]\w+$|^\w+(?:Test|Tests|Spec)$/;
/** Files of languages in which any function may be a test, by an attribute or a macro. */
const MARKED = /\.(?:c|cc|cpp|cs|dart|java|kt|rs|scala|swift|zig)$/;
const NOT_RUN = /^(?:fixme|only|pending|skip|skipped|todo|xit)\b/i;
const LEAST_WORDS = 3;
const LEAST_LETTERS = 12;

/** Whether a span listed with a test file can be a test's name, and not a command, a flag, a setting or a place. */
export function isTestName(text: string): boolean {
  if (text.length > LONGEST || !/\p{L}{2}/u.test(text)) return false;
  if (/^[-/~$.]|&&|\|\||^[\w.]+=|^\w+:\/\//.test(text) || / --?\w/.test(text)) return false;
  return !COMMANDS.has(text.split(/\s/, 1)[0] ?? '') || !text.includes(' ');
}

/** The title alone, of a span that has it in quotes, or as the call that names it. */
export function bareTitle(text: string): string {
  return CALLED.exec(text)?.[2] ?? IN_QUOTES.exec(text)?.[2] ?? text;
}

/**
 * How much the form of a name says that it is a test's: `evident` for a title of some words and for what functions of
 * tests are called, `possible` where tests that it is listed with have to vouch for it, `none` for a word that a
 * sentence could have as well, and for code.
 *
 * @param files the test files that it is listed with
 */
export function titleForm(name: string, files: readonly string[]): 'evident' | 'possible' | 'none' {
  const [first = '', ...others] = name.replace(/\[[^\]]*\]$|\(\)$/, '').split(/::|\/|\.(?=\w)/);
  const last = others.at(-1) ?? first;
  if (!/\s/.test(name)) {
    const segments = [first, ...others];
    if (segments.some((segment) => TEST_IDENTIFIER.test(segment))) return 'evident';
    if (!files.every((file) => MARKED.test(file)) || !/^\w+$/.test(last)) return 'none';
    const words = last.split(/_+|(?<=\p{Ll})(?=\p{Lu})/u).length;
    return words >= LEAST_WORDS || segments.slice(0, -1).includes('tests') ? 'evident' : 'none';
  }
  if (NOT_RUN.test(name) || CODE.test(name.replace(/\s[›»>→·|]\s/g, ' '))) return 'none';
  const words = name.match(/[\p{L}\p{N}'’-]+/gu) ?? [];
  const letters = name.replace(/[^\p{L}]+/gu, '').length;
  return words.length >= LEAST_WORDS && letters >= LEAST_LETTERS ? 'evident' : 'possible';
}
