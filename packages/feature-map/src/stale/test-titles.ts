import { HOLE, type Literal, stringLiterals } from './string-literals.ts';
import { hasWord } from './whole-word.ts';

/** What stands in front of a title: the call of a test function, or of what a table of cases gave. */
const CALL =
  /(?:\b(?:context|describe|it|scenario|should|specify|suite|test|Run)\b[\w.]*\s*[( ]|\)\s*\()\s*(?:[\w.$()[\]]{1,60}\s*\+\s*|\[\s*)?$/;
/** A test whose title is a variable or a call, perhaps one of another file. */
const VARIABLE_TITLE =
  /(?<![\w.$])(?:it|test|specify|scenario|t\.test|Deno\.test)(?:\.\w+)*(?:\([^()\n]{0,200}\)\s*)?\(\s*(?!async\b|function\b)[A-Za-z_$][\w$]*(?:\.[\w$]+)*(?:\([^()\n]{0,120}\)|\[[^\]\n]{0,60}\])?(?:\s*\+\s*[A-Za-z_$][\w.$]*)*\s*,/;
/** Tests of RSpec that are written elsewhere or have no title of their own. */
const MADE_TITLE =
  /^\s*(?:it_behaves_like|it_should_behave_like|include_examples|include_context)\b|^\s*(?:it|its|specify)\s*(?:\([^()\n]*\)\s*)?\{/m;
/** Subtests of Go that a call names. */
const MADE_SUBTEST = /\b\w+\.Run\(\s*[\w.]+\(/;
/** A group that is named by the thing that it is about. */
const GROUP = /\b(?:describe|context|feature|suite)\b(?:\.\w+)*[\s(]+([A-Z]\w*(?:(?:::|\.)\w+)*)/g;
const SEPARATOR = /\s+(?:[›»>→·|]|::)\s+/;
/** Where one title may end and the next begin: RSpec puts `#name` and `.name` straight behind a class. */
const BORDER = /\s+[›»>→·|]\s+|:? |(?=[#.]|::)/g;
const MOST_BORDERS = 60;
const IDENTIFIER = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
const LEAST_LETTERS = 4;

/** Tells which test names a file of tests has. Takes the file's text without comments. */
export class TestTitles {
  readonly #code: string;
  readonly #letters: string;
  readonly #titles: ReadonlySet<string>;
  /** Titles with holes, as the texts between these. */
  readonly #open: readonly (readonly string[])[];
  /** Whether some of its titles are only known when it runs, so that any name may be one. */
  readonly anything: boolean;

  constructor(code: string) {
    this.#code = code;
    const literals = stringLiterals(code);
    this.#letters = [code, ...literals.map(({ text }) => text)].map(lettersOf).join('\n');
    const groups = Array.from(code.matchAll(GROUP), ([, name = '']) => [name, name.replace(/\.\w+$/, '')]);
    this.#titles = new Set([...literals.map(({ text }) => text.trim()), ...groups.flat()]);
    const open = literals.filter(({ text }) => text.includes(HOLE));
    const enough = open.filter((literal) => saysEnough(literal, code));
    this.#open = enough.map(({ text }) => text.trim().split(HOLE));
    this.anything =
      VARIABLE_TITLE.test(code) ||
      MADE_TITLE.test(code) ||
      open.some((literal) => lettersOf(literal.text) === '' && isTitle(literal, code));
  }

  /** Whether a subtest may have any name, since a call gives it. */
  get anySubtest(): boolean {
    return MADE_SUBTEST.test(this.#code);
  }

  /** Whether a name is one of its tests: as a string, as an identifier, or put together of such. */
  has(name: string): boolean {
    const bare = name.replace(/\[[^\]]*\]$|\(\)$/, '');
    return this.#hasPart(name) || this.#hasPart(bare) || this.#hasParts(bare) || this.#hasChain(name);
  }

  /** A string, or a piece of one; an identifier as a whole word. */
  #hasPart(part: string): boolean {
    if (IDENTIFIER.test(part)) return hasWord(this.#code, part) || this.#titles.has(part);
    const letters = lettersOf(part);
    if (letters.length < LEAST_LETTERS) return this.#code.includes(part);
    return this.#letters.includes(letters) || this.#open.some((parts) => fits(part, parts));
  }

  /** `TestA/some_case`, `Suite::test`, `Suite.test`, `group › title`, `the beginning …`. */
  #hasParts(name: string): boolean {
    const ways = [
      name.split(SEPARATOR),
      name.split(/\s*(?:…|\.\.\.)\s*/),
      name.split(/::|\//),
      name.split('.'),
      name.split('#'),
    ];
    return ways.some((parts) => {
      const named = parts.filter((part) => part !== '');
      if (named.length === parts.length && named.length < 2) return false;
      return named.every((part) => this.#hasPart(part) || this.#hasPart(part.replaceAll('_', ' ')));
    });
  }

  /** Titles of groups and one of their tests, one behind the other as a reporter prints them. */
  #hasChain(name: string): boolean {
    const borders = [...name.matchAll(BORDER)].map(
      ({ index, 0: text }) => [index, index + text.length] as const,
    );
    if (borders.length > MOST_BORDERS) return false;
    const known = new Map<number, boolean>();
    const isChain = (start: number): boolean => {
      const before = known.get(start);
      if (before !== undefined) return before;
      known.set(start, false);
      const chain = borders.some(
        ([end, next]) =>
          end > start &&
          this.#isTitle(name.slice(start, end)) &&
          (this.#isTitle(name.slice(next)) || isChain(next)),
      );
      known.set(start, chain);
      return chain;
    };
    // A browser, a project or a file may stand in front of what a reporter prints.
    const [, ...inner] = name.split(SEPARATOR);
    return isChain(0) || (inner.length > 0 && this.#isTitle(inner.at(-1) ?? ''));
  }

  #isTitle(text: string): boolean {
    if (text === '') return false;
    return this.#titles.has(text) || this.#open.some((parts) => fits(text, parts));
  }
}

/** A text's letters and digits: what two ways of writing one string have in common. */
export function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}

function isTitle({ start }: Literal, code: string): boolean {
  return CALL.test(code.slice(Math.max(0, start - LONGEST_CALL), start));
}

const LONGEST_CALL = 60;

function saysEnough(literal: Literal, code: string): boolean {
  const letters = lettersOf(literal.text).length;
  return letters >= 3 * LEAST_LETTERS || (letters > 0 && isTitle(literal, code));
}

/** Whether a text is these parts in order with anything between them. */
function fits(text: string, parts: readonly string[]): boolean {
  const [first = '', ...others] = parts;
  const last = others.pop() ?? '';
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const part of others) {
    at = text.indexOf(part, at);
    if (at === -1) return false;
    at += part.length;
  }
  return at <= text.length - last.length;
}
