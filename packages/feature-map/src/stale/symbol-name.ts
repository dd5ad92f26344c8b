const LONGEST = 200;
const IDENTIFIER = /^[\p{L}_$][\p{L}\p{N}_$]*(?:[-:][\p{L}\p{N}_$]+)*$/u;
/** Words that stand for values and types of languages and are in a list of names to say what something gives. */
const LITERALS = new Set(
  `true false null undefined None True False nil void never unknown any object string number boolean bool int
  float str bytes this self super`.split(/\s+/),
);

/**
 * The segments of a symbol's name: `C.d`, `C::d`, `C#d`, `(*C).d`, with or without arguments, type parameters and
 * indices, give `C` and `d`.
 *
 * @returns `undefined` where the text is no name: an expression, a number, a flag, a word of a language
 */
export function symbolSegments(text: string): string[] | undefined {
  if (text.length > LONGEST || /^(?:new|async|function|class|const|let|type|impl|def|fn|func)\s/.test(text))
    return undefined;
  const receiver = text.replace(/^\(\*?([\p{L}\p{N}_$]+)\)\./u, '$1.');
  const bare = withoutGroups(receiver)?.replace(/[?!]$/, '');
  if (bare === undefined || /\s/.test(bare)) return undefined;
  const segments = bare.replace(/^[.#@]/, '').split(/::|->|[.#]/);
  return segments.every((segment) => IDENTIFIER.test(segment)) && !isLiteral(segments) ? segments : undefined;
}

function isLiteral([first = '', ...others]: readonly string[]): boolean {
  return others.length === 0 && LITERALS.has(first);
}

/** Takes out `<T>`, `(a, b)` and `[0]`, nested ones too; `undefined` where they do not match. */
function withoutGroups(text: string): string | undefined {
  const open: string[] = [];
  let bare = '';
  for (const character of text) {
    const closer = CLOSERS[character];
    if (closer !== undefined && bare !== '') open.push(closer);
    else if (open.length > 0) {
      if (character === open.at(-1)) open.pop();
    } else bare += character;
  }
  return open.length === 0 ? bare : undefined;
}

const CLOSERS: Readonly<Record<string, string>> = { '<': '>', '(': ')', '[': ']' };
