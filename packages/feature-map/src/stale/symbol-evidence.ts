import { mayMake } from './made-names.ts';
import type { Occurrences } from './occurrences.ts';
import { isIdentifierForm, isWellKnown } from './well-known.ts';
import { hasWord } from './whole-word.ts';

/** Ways in which a type gets members that its file does not spell out. */
const GIVES_MEMBERS =
  /\b[mM]ixin|\.prototype\b|\bnew Proxy\b|\bObject\.(?:assign|definePropert)|\bdefine_method\b|\bmethod_missing\b|\b__getattr__\b|\bsetattr\(|\bdelegate\b|#\[derive\(|\binclude\s+[A-Z]|^[ \t]*@\w+[^\n]*\n[ \t]*(?:export\s+|public\s+)?(?:class|struct|interface|enum)\b/m;
const DECLARING = String.raw`\b(?:class|struct|interface|trait|enum|type|protocol|actor|record|module|union)\s+`;
/** What a declaration of a type may have behind its name and still hold all of its members itself. */
const ALONE =
  /^\s*(?:<[^<>]*>)?\s*(?:\(\s*(?:object)?\s*\))?\s*(?::\s*$|\{|struct\b|interface\b|\n|$|=\s*(?:\{|$)|implements\b)/m;

/**
 * Whether a file shows a type as its own and complete, so that a member it does not have is gone: it declares it,
 * without a base, a mixin, a decorator or whatever else brings members in.
 */
export function hasWholeType(code: string, name: string): boolean {
  const declared = new RegExp(`${DECLARING}${name.replace(/\$/g, '\\$&')}(?![\\w$])([^\\n]*)`).exec(code);
  return declared !== null && ALONE.test(declared[1] ?? '') && !GIVES_MEMBERS.test(code);
}

/**
 * Whether there is evidence that a name that its files do not have was a symbol of theirs: it is declared elsewhere,
 * or it can be nothing but an identifier and the project has it nowhere.
 *
 * @param written the name as the page writes it
 * @param codes its files without comments
 */
export function wasSymbol(
  name: string,
  written: string,
  codes: readonly string[],
  elsewhere: readonly string[],
  occurrences: Occurrences,
): boolean {
  if (isWellKnown(name) || codes.some((code) => mayMake(code, name) || holdsArgument(code, written)))
    return false;
  const strong = isIdentifierForm(name === written ? name : written);
  if (elsewhere.length === 0) return strong && occurrences.complete;
  return elsewhere.some((file) =>
    strong ? occurrences.declares(file, name) : occurrences.offers(file, name),
  );
}

/** `Partial<UserDto>` is about `UserDto`. */
function holdsArgument(code: string, written: string): boolean {
  const inner = /<(.*)>/s.exec(written)?.[1] ?? '';
  return (inner.match(/[\p{L}_$][\p{L}\p{N}_$]+/gu) ?? []).some((word) => hasWord(code, word));
}
