import { quote } from '../quote.ts';
import type { SettingClaim } from './claims.ts';
import { type CodeDefaults, defaultsIn, lineValues } from './code-defaults.ts';
import { isDataFile, isTestFile } from './extensions.ts';
import { nestedKeys } from './nested-keys.ts';
import type { Occurrences } from './occurrences.ts';
import type { ProjectTexts } from './project-texts.ts';
import { isSameValue, readValue, type Value } from './values.ts';
import type { Open, Verdict } from './verdict.ts';
import { hasWord } from './whole-word.ts';

/** A name that hardly anything else in a project has: of several words, or with a dot. */
const DISTINCT = /[._-]|\p{Ll}\p{Lu}|^\p{Lu}{2}/u;

/** Folders whose files show how something is called, and set what suits them. */
const SHOWS =
  /(?:^|\/)(?:bench(?:es|marks?)?|demos?|docs?|examples?|__fixtures__|fixtures?|__mocks__|mocks?|playground|samples?|stories|website)\/|\.stories\.\w+$/i;
/** Files of values that say what one place has instead of the default. */
const OVERRIDES =
  /(?:^|[/._-])(?:ci|dev|development|docker-compose|compose|k8s|local|override|overrides|prod|production|stag(?:e|ing)|test|values-\w+)(?=[/._-]|$)|(?:^|\/)\.(?:github|circleci)\//i;

/** Compares defaults on pages with what the code that names their keys says. */
export class SettingJudge {
  readonly #texts: ProjectTexts;

  constructor(texts: ProjectTexts) {
    this.#texts = texts;
  }

  judge(claim: SettingClaim): Verdict | Open {
    const name = claim.text.replace(/^--?/, '');
    const said = readValue(claim.value);
    if (!/^[\w.-]+$/.test(name) || !DISTINCT.test(name) || said === undefined) return 'unknown';
    const judge = (occurrences: Occurrences) =>
      occurrences.complete ? compare(claim, said, findDefaults(name, this.#texts, occurrences)) : 'unknown';
    return { names: [name, lastSegment(name)].filter((one) => DISTINCT.test(one)), judge };
  }
}

function compare({ text, value }: SettingClaim, said: Value, found: readonly Found[]): Verdict {
  const same = found.map((one) => isSameValue(said, one.value));
  if (same.includes(true)) return 'holds';
  const [first, ...others] = found;
  if (first === undefined || same.includes(undefined)) return 'unknown';
  if (others.some((one) => isSameValue(first.value, one.value) !== true)) return 'unknown';
  const says = `${quote(first.file)} says ${quote(first.value.text)}`;
  return { message: `The default of ${quote(text)} is ${quote(value)} on the page, and ${says}.` };
}

interface Found {
  file: string;
  value: Value;
}

/** Every default that the project gives a key; empty where one of them is computed. */
function findDefaults(name: string, texts: ProjectTexts, occurrences: Occurrences): Found[] {
  const files = occurrences.candidates(name).filter((file) => !isTestFile(file) && !SHOWS.test(file));
  const code = files.filter((file) => !isDataFile(file));
  const named = code.filter((file) => hasWord(texts.code(file) ?? '', name));
  if (named.length > 0) return collect(named, (text, file) => defaultsIn(text, name, file), texts);
  const last = lastSegment(name);
  const nested = DISTINCT.test(last) ? code.filter((file) => hasWord(texts.code(file) ?? '', last)) : [];
  if (nested.length > 0) return collect(nested, (text, file) => defaultsIn(text, last, file), texts);
  const data = files.filter((file) => isDataFile(file) && !OVERRIDES.test(file));
  return collect(data, (text, file) => dataDefaults(text, file, name), texts);
}

function collect(
  files: readonly string[],
  read: (text: string, file: string) => CodeDefaults,
  texts: ProjectTexts,
): Found[] {
  const found = files.map((file) => ({ file, defaults: read(texts.code(file) ?? '', file) }));
  if (found.some(({ defaults }) => defaults.computed)) return [];
  return found.flatMap(({ file, defaults }) => defaults.values.map((value) => ({ file, value })));
}

/** The value of a key in a data file: of the key with these keys around it, or of a line \`A=5\`. */
function dataDefaults(text: string, file: string, name: string): CodeDefaults {
  const keys = nestedKeys(file, text);
  if (keys === undefined) return lineValues(text, name);
  const values = keys.flatMap(({ path, value }) => {
    // A schema has the default of `a` in `a.default`.
    const written = `.${path.join('.')}`.replace(/\.default$/, '');
    const fits = value !== undefined && written.endsWith(`.${name}`);
    return fits ? (readValue(value) ?? []) : [];
  });
  return { values, computed: false };
}

function lastSegment(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
