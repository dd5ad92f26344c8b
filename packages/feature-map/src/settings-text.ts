import { HOST_NAMES, type HostName, isHostName } from './hosts.ts';
import { type JsonKeys, readJson } from './json-text.ts';
import { SETTING_NAMES, SETTINGS, type Settings } from './settings.ts';
import {
  type CheckedSettings,
  checkList,
  checkSettings,
  problemAt,
  type SettingProblem,
  showValue,
} from './settings-check.ts';
import { unknownName } from './unknown-name.ts';

/** Something wrong in a settings file. */
export interface FileProblem {
  /** JSON Pointer (RFC 6901) of the value; `''` for the file as a whole. */
  readonly pointer: string;
  /** 1-based; `undefined` where the file could not be read. Columns count UTF-16 units. */
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** What was expected and what is there instead, in one line. */
  readonly message: string;
}

export interface FileSettings {
  /** What the file sets for one host; nothing at all where it has a problem. */
  readonly settings: Partial<Settings>;
  readonly problems: readonly FileProblem[];
}

/**
 * Reads the text of a settings file: a JSON object of settings, where `sourceTools` may be an object of lists by
 * host, and `$schema` is passed over. What is given for other hosts is checked and left out. Does not throw.
 */
export function settingsOfText(text: string, host: HostName): FileSettings {
  const json = readJson(text);
  if ('problem' in json) {
    return { settings: {}, problems: [placed(text, json.offset, [], `is no JSON: ${json.problem}`)] };
  }
  const { settings, problems } = checkFile(json.value, host);
  if (problems.length === 0) return { settings, problems: [] };
  return {
    settings: {},
    problems: problems.map(({ keys, message }) => placed(text, json.offsetOf(keys), keys, message)),
  };
}

function checkFile(value: unknown, host: HostName): CheckedSettings {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return checkSettings(value);
  const { $schema, ...given } = value as Record<string, unknown>;
  const problems: SettingProblem[] = [];
  if ($schema !== undefined && typeof $schema !== 'string') {
    problems.push(problemAt(['$schema'], `expected a string, got ${showValue($schema)}`));
  }
  for (const name of SETTING_NAMES) {
    if (!SETTINGS[name].hostOnly || !Object.hasOwn(given, name)) continue;
    problems.push(problemAt([name], "belongs to a host as a whole; set it in that host's own configuration"));
    delete given[name];
  }
  const tools = given.sourceTools;
  if (typeof tools === 'object' && tools !== null && !Array.isArray(tools)) {
    problems.push(...checkLists(tools));
    given.sourceTools = problems.length === 0 ? Reflect.get(tools, host) : undefined;
  }
  const checked = checkSettings(given);
  return { settings: checked.settings, problems: [...problems, ...checked.problems] };
}

function checkLists(byHost: object): SettingProblem[] {
  return Object.entries(byHost).flatMap(([name, list]) => {
    const keys = ['sourceTools', name];
    return isHostName(name)
      ? checkList(keys, list, SETTINGS.sourceTools)
      : [problemAt(keys, unknownName('host', name, HOST_NAMES))];
  });
}

function placed(text: string, offset: number, keys: JsonKeys, message: string): FileProblem {
  const before = text.slice(0, offset).split(/\r\n|[\r\n]/);
  const column = (before.at(-1)?.replace(/^\ufeff/, '').length ?? 0) + 1;
  return { pointer: pointerOf(keys), line: before.length, column, message };
}

function pointerOf(keys: JsonKeys): string {
  return keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
