import { closingBracket } from './brackets.ts';

/** Start and end of a stretch of code. */
export type Region = readonly [start: number, end: number];

const NAME = String.raw`[\w$]{0,40}(?:[dD]efault|DEFAULT)[\w$]{0,40}`;
const WRAPPED = String.raw`(?:(?:new\s+|&|\.\.\.)?[\w.$]+(?:<[^<>\n]*>)?\s*)?`;

/** What begins a stretch that gives defaults by its name, up to its opening bracket. */
const NAMED: readonly RegExp[] = [
  // DEFAULTS: Options = Object.freeze({ and defaults: {
  new RegExp(
    String.raw`\b(?!default\b)${NAME}\s*(?::[^=;\n{}()]{0,120}=|:?=|:)\s*${WRAPPED}(?=[{(])(?:\((?=\s*\{)\s*)?`,
    'g',
  ),
  // function defaultOptions() { and func DefaultConfig() Config {
  new RegExp(
    String.raw`\b(?!default\b)${NAME}\s*\([^(){}]{0,200}\)\s*(?:->|:)?\s*[^;{}()\n=]{0,60}(?=\{)`,
    'g',
  ),
  // fn default() -> Self {
  /\b(?:fn|func|function)\s+default\s*\([^(){}]{0,200}\)\s*(?:->|:)?\s*[^;{}()\n=]{0,60}(?=\{)/g,
  // impl Default for Settings {
  /\bDefault\s+for\s+[\w:<>, ]{1,80}(?=\{)/g,
  // defaults(options, {
  /\b[\w$]{0,40}[dD]efaults\s*\(\s*(?:[\w.$]+\s*,\s*)?(?=\{)/g,
];
/** A function of Python that gives defaults: its body ends where a line begins at the margin. */
const PYTHON = /^def\s+\w{0,40}default\w{0,40}\([^()]{0,400}\)[^:\n]*:\n(?:[ \t]+[^\n]*\n?|\n)*/gm;
const DEFINITION = /\b(?:def|lambda)\s+\w+[?!]?\s*(?=\()/g;

/** More of them stand in no text that is written by hand. */
const MOST_REGIONS = 200;

/** The stretches of a text of code that give defaults, as their names say: `DEFAULTS`, `defaultOptions`. */
export function namedDefaults(code: string): Region[] {
  if (!/default/i.test(code)) return [];
  const braced = NAMED.flatMap((pattern) => bracketsBehind(code, pattern));
  const bodies = Array.from(
    code.matchAll(PYTHON),
    ({ index, 0: text }): Region => [index, index + text.length],
  );
  return [...braced, ...bodies];
}

/** The parameters of functions that a keyword defines, as in Python and Ruby. */
export function definedParameters(code: string): Region[] {
  return bracketsBehind(code, DEFINITION);
}

function bracketsBehind(code: string, pattern: RegExp): Region[] {
  const found = code
    .matchAll(pattern)
    .take(MOST_REGIONS)
    .map(({ index, 0: text }): Region => {
      const open = index + text.length;
      return [open, closingBracket(code, open)];
    });
  return [...found];
}
