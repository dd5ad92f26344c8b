import { openBefore } from './brackets.ts';
import { definedParameters, namedDefaults, type Region } from './default-regions.ts';
import { extensionOf } from './extensions.ts';

const TYPE = String.raw`\??\s*:\s*[A-Za-z_][\w<>[\]"' .&|?]{0,80}?`;
/** A key that begins a pair or an assignment, in quotes or not. */
const KEY = String.raw`(?<![\w.$/-]|\$\{)(['"\`]?)K\1`;
const QUOTED = String.raw`(['"\`])(?:--?)?K\1`;
const EQUALS = String.raw`\s*=(?![=>~])\s*`;
/** Functions whose argument behind a key is what counts where there is no value. */
const GETTER = String.raw`\b(?:[\w$]{0,40}[eE]nv\w{0,40}|[gG]et\w*|GETENV|[fF]etch\w*|[lL]ookup\w*|[rR]ead\w*|pop|setdefault|[sS]et_?[dD]efault\w*|[dD]efault\w*|(?:[uU]?[iI]nt|[fF]loat|[bB]ool|[sS]tr(?:ing)?|[dD]uration|[nN]umber|[fF]lag)\w*)`;
const MODIFIERS = String.raw`(?:(?:public|private|protected|internal|readonly|static|final|override|pub|declare|val|export|const)\s+)*`;

/** Ways in which code gives a key, written as `K`, a default that it says to be one; each ends where the value begins. */
const WAYS: readonly string[] = [
  // process.env.A ?? 5, env["A"] || 5, var("A").unwrap_or(5), A ?= 5
  String.raw`(?<![\w$-])(['"\`]?)K\1\]?\)?(?:\s+\?:|\s*(?:\?\?=?|\|\|=?|\bor\b|\?=|\.unwrap_or\())\s*(?:[\w.$?]{1,80}\s*(?:\?\?|\|\|)\s*){0,3}`,
  // env("A", 5), getattr(settings, "A", 5), IntVar(&x, "A", 5)
  String.raw`${GETTER}\(\s*(?:&?[\w.]+\s*,\s*)?${QUOTED}\s*,\s*`,
  // fetch("A") { 5 }
  String.raw`\bfetch[(\s]\s*${QUOTED}\s*\)?\s*\{\s*`,
  // a: { default: 5 }
  String.raw`${KEY}\s*(?::|=>?)\s*(?:[\w.]+\()?\{[^{}]*?\bdefault['"]?\s*:\s*`,
  // a: z.number().default(5)
  String.raw`${KEY}\s*[:=]\s*[A-Za-z_$](?:[^,;{}()]|\([^()]*\)){0,200}?\.default\(\s*`,
  // a = Field(default=5)
  String.raw`${KEY}(?:${TYPE})?${EQUALS}[A-Za-z_][\w.]*\([^()]{0,200}?\bdefault\s*=\s*`,
  // option("--a", type=int, default=5)
  String.raw`${QUOTED}\s*,[^()]{0,300}?\bdefault\s*[:=]\s*`,
  // a field or a parameter with a type: a: number = 5
  String.raw`(?:^[ \t]*${MODIFIERS}|[(,]\s*${MODIFIERS})K${TYPE}${EQUALS}`,
  // private int a = 5
  String.raw`^[ \t]*(?:public|private|protected|internal)\s+(?:[\w<>[\]?,]+\s+){1,4}K\s*(?:\{[^{}\n]*\})?${EQUALS}`,
  // ARG A=5
  String.raw`^(?:ARG|ENV)\s+K=`,
  // a constant of the file itself
  String.raw`^(?:export\s+|pub\s+|public\s+|static\s+|final\s+)*(?:const|val)\s+K(?:${TYPE})?${EQUALS}`,
];
/** A constant in capitals that stands at the margin. */
const CONSTANT = `^K(?:${TYPE})?${EQUALS}`;
/** What gives a key its value within a stretch of defaults. */
const PAIR = String.raw`${KEY}\s*(?::(?!:)|=>|=(?![=>~]))\s*(?![{[(])`;
const ASSIGNED = String.raw`(?<![\w.$-])K${EQUALS}`;
const SCRIPT = /^(?:[cm]?[jt]sx?|vue|svelte|astro|coffee)$/;

/** More of them stand in no text that is written by hand. */
const MOST_PLACES = 500;

/** Offsets at which a text of code says what a key's default is. */
export function defaultPlaces(code: string, key: string, file: string): number[] {
  const ways = /^[A-Z][A-Z\d_]+$/.test(key) ? [...WAYS, CONSTANT] : WAYS;
  const places = new Set(ways.flatMap((way) => endsOf(code, way, key)));
  const pairs = endsOf(code, PAIR, key);
  if (pairs.length > 0) {
    for (const region of [...namedDefaults(code), ...definedParameters(code)]) {
      for (const place of pairs) if (isWithin(place, region)) places.add(place);
    }
  }
  if (SCRIPT.test(extensionOf(file))) {
    for (const place of endsOf(code, ASSIGNED, key)) if (isParameter(code, place)) places.add(place);
  }
  return [...places];
}

/** Offsets behind each assignment of a name, however it is written. */
export function assignmentsOf(code: string, name: string): number[] {
  return endsOf(code, String.raw`(?<![\w.$-])K(?:${TYPE})?\s*:?=(?![=>~])\s*`, name);
}

function endsOf(code: string, way: string, key: string): number[] {
  const pattern = new RegExp(way.replace('K', key.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&')), 'gm');
  const ends = code.matchAll(pattern).map(({ index, 0: text }) => index + text.length);
  return [...ends.take(MOST_PLACES)];
}

function isWithin(place: number, [start, end]: Region): boolean {
  return place > start && place < end;
}

/** Whether an assignment stands in parameters or in a pattern: `({ a = 5 })`, `(a = 5) =>`. */
function isParameter(code: string, place: number): boolean {
  const before = openBefore(code, place) ?? '';
  return (
    /^[({]\s*[\w$]|^[({][\s\S]*,\s*[\w$]+\s*=\s*$/.test(before) &&
    !/[;]|\b(?:var|let|const|return|if|for)\b/.test(before)
  );
}
