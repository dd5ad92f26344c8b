import { quote } from './quote.ts';
import {
  type ListSpec,
  type NumberSpec,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  type SettingSpec,
  type Settings,
} from './settings.ts';
import { unknownName } from './unknown-name.ts';

/** What is wrong with one value. */
export interface SettingProblem {
  /** `mode`, `sourceTools[1]`, or `''` for the settings as a whole. */
  readonly path: string;
  /** The same for programs: names and indices from the settings as a whole to the value. */
  readonly keys: readonly (string | number)[];
  /** What was expected and what is there instead, in one line without the path. */
  readonly message: string;
}

export interface CheckedSettings {
  /** The settings that are set and valid. What is not set stays absent. */
  readonly settings: Partial<Settings>;
  /** Empty when everything is in order. */
  readonly problems: readonly SettingProblem[];
}

/**
 * Checks settings from outside: wrong types, values out of their limits, unknown names.
 *
 * @param value an object; `undefined`, as a whole or as a setting's value, means "not set".
 */
export function checkSettings(value: unknown): CheckedSettings {
  if (value === undefined) return { settings: {}, problems: [] };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return {
      settings: {},
      problems: [problemAt([], `expected an object of settings, got ${showValue(value)}`)],
    };
  }
  const problems: SettingProblem[] = [];
  const valid: [string, unknown][] = [];
  for (const [name, given] of Object.entries(value)) {
    if (!isSettingName(name)) {
      problems.push(problemAt([name], unknownName('setting', name, SETTING_NAMES)));
    } else if (given !== undefined) {
      const found = checkValue(name, given, SETTINGS[name]);
      if (found.length === 0) valid.push([name, given]);
      problems.push(...found);
    }
  }
  return { settings: Object.fromEntries(valid), problems };
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

/** A problem of the value at these keys. */
export function problemAt(keys: readonly (string | number)[], message: string): SettingProblem {
  const [name = '', ...below] = keys;
  const shown = keys.length === 0 || /^\w{1,80}$/.test(`${name}`) ? `${name}` : quote(`${name}`);
  return { path: shown + below.map((key) => `[${key}]`).join(''), keys, message };
}

function checkValue(name: SettingName, value: unknown, spec: SettingSpec): SettingProblem[] {
  switch (spec.kind) {
    case 'choice': {
      const known = typeof value === 'string' && spec.values.includes(value);
      return known
        ? []
        : [problemAt([name], `expected one of ${spec.values.join(', ')}; got ${showValue(value)}`)];
    }
    case 'integer':
    case 'number':
      return checkNumber(name, value, spec);
    case 'names':
    case 'paths':
      return checkList([name], value, spec);
  }
}

function checkNumber(name: SettingName, value: unknown, { kind, min, max }: NumberSpec): SettingProblem[] {
  const typed = kind === 'integer' ? Number.isInteger(value) : Number.isFinite(value);
  if (typed && typeof value === 'number' && value >= min && value <= max) return [];
  const what = kind === 'integer' ? 'a whole number' : 'a number';
  return [problemAt([name], `expected ${what} from ${min} to ${max}, got ${showValue(value)}`)];
}

/** Checks a list of names or paths that stands at these keys. */
export function checkList(
  keys: readonly (string | number)[],
  value: unknown,
  spec: ListSpec,
): SettingProblem[] {
  if (!Array.isArray(value)) return [problemAt(keys, `expected a list of strings, got ${showValue(value)}`)];
  if (value.length > spec.maxItems) {
    return [problemAt(keys, `expected at most ${spec.maxItems} entries, got ${value.length}`)];
  }
  return value.flatMap((item: unknown, index) => {
    const message = itemProblem(item, spec);
    return message === undefined ? [] : [problemAt([...keys, index], message)];
  });
}

function itemProblem(item: unknown, { kind, maxLength }: ListSpec): string | undefined {
  if (typeof item !== 'string') return `expected a string, got ${showValue(item)}`;
  if (item.trim() === '') return 'expected a name, got a blank one';
  if (item.length > maxLength) return `expected at most ${maxLength} characters, got ${item.length}`;
  return kind === 'names' ? toolNameProblem(item) : exemptPathProblem(item);
}

function toolNameProblem(name: string): string | undefined {
  return /[\s\p{C}]/u.test(name)
    ? `a tool's name has no spaces or control characters: ${quote(name)}`
    : undefined;
}

function exemptPathProblem(entry: string): string | undefined {
  if (/\p{Cc}/u.test(entry)) return `a path has no control characters: ${quote(entry)}`;
  if (entry !== entry.trim()) return `a path has no blank at its start or end: ${quote(entry)}`;
  if (/^!|[*?[\]{}]/.test(entry)) return `an entry is the start of a path and no glob: ${quote(entry)}`;
  if (entry.includes('\\')) return `segments are divided by /: ${quote(entry)}`;
  if (entry.startsWith('/') || /^[a-z]:/i.test(entry))
    return `a path is relative to the project: ${quote(entry)}`;
  const segments = entry.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('..')) return `a path stays inside the project: ${quote(entry)}`;
  if (segments.length === 0) return `${quote(entry)} exempts the whole project; set mode to prompt instead`;
  return undefined;
}

/** A value in a message: quoted and short. */
export function showValue(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`;
}
