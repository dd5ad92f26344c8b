/** A tool call as a host hands it over. `arguments` is whatever the model sent: any type, a raw string too. */
export interface ToolCall {
  readonly tool: string;
  readonly arguments: unknown;
}

/** The names under which a host's file and search tools take their arguments. */
export interface CallShape {
  /** Arguments that carry a path. */
  readonly paths: readonly string[];
  /** Tools, in lower case, that read a file and refuse a folder. */
  readonly fileTools: readonly string[];
  /** The argument that makes a call a search. */
  readonly pattern: string;
  /** Tools, in lower case, whose pattern is a text to find. */
  readonly textTools: readonly string[];
  /** Tools, in lower case, whose pattern is a glob over paths and not a text to find. */
  readonly globTools: readonly string[];
  /** Arguments that narrow a text search by a glob over paths. */
  readonly filters: readonly string[];
  /** Tools, in lower case, that run a command line. */
  readonly shellTools: readonly string[];
  /** The argument that carries the command line. */
  readonly command: string;
  /** The argument that names the folder in which it runs. */
  readonly folder: string;
}

/** The tools of DeepSeek Harness; those of Pi, Claude Code and OpenCode read the same way. */
export const CALL_SHAPE: CallShape = {
  paths: ['file_path', 'path', 'filePath'],
  fileTools: ['read'],
  pattern: 'pattern',
  textTools: ['grep'],
  globTools: ['glob'],
  filters: ['include', 'glob'],
  shellTools: ['bash'],
  command: 'command',
  folder: 'workdir',
};

/** What a call asks for. */
export interface CallRequest {
  /** The paths that it names, blank ones left out, in the order of the shape. */
  readonly paths: readonly string[];
  /** Set for a search. */
  readonly pattern: string | undefined;
  /** The glob that bounds the search, if one does. */
  readonly glob: string | undefined;
  /** Whether a folder will do for a path. */
  readonly takesFolder: boolean;
}

/**
 * Reads a call's arguments by their names.
 *
 * @returns `undefined` for a call that the tool itself will refuse: arguments that are no object, one of those read
 * here that is set to anything but a string, a search without a pattern or with a blank path. Never throws.
 */
export function readCall(call: ToolCall, shape: CallShape): CallRequest | undefined {
  const given = readStrings(call.arguments, [...shape.paths, shape.pattern, ...shape.filters]);
  if (given === undefined) return undefined;
  const values = (names: readonly string[]) => names.flatMap((name) => given.get(name) ?? []);
  const tool = call.tool.toLowerCase();
  const pattern = given.get(shape.pattern);
  const paths = values(shape.paths);
  const named = paths.filter((path) => path.trim() !== '');
  const isGlob = shape.globTools.includes(tool);
  const isSearch = isGlob || shape.textTools.includes(tool) || pattern !== undefined;
  if (isSearch && (!pattern || named.length < paths.length)) return undefined;
  return {
    paths: named,
    pattern,
    glob: isGlob ? pattern : values(shape.filters)[0],
    takesFolder: isSearch || !shape.fileTools.includes(tool),
  };
}

/** Whether a call runs a command line. */
export function isShellCall({ tool }: ToolCall, { shellTools }: CallShape): boolean {
  return shellTools.includes(tool.toLowerCase());
}

/** What a call of a shell tool runs. */
export interface CommandLine {
  readonly line: string;
  /** Where it runs, relative to the session's working folder. */
  readonly folder: string;
}

/**
 * Reads the arguments of a shell tool.
 *
 * @returns `undefined` where there is no command line, or an argument of another type than a string: a call that
 * the tool itself will refuse. Never throws.
 */
export function readCommandLine(call: ToolCall, { command, folder }: CallShape): CommandLine | undefined {
  const given = readStrings(call.arguments, [command, folder]);
  const line = given?.get(command);
  return line === undefined ? undefined : { line, folder: given?.get(folder) ?? '.' };
}

function readStrings(bag: unknown, names: readonly string[]): Map<string, string> | undefined {
  const found = new Map<string, string>();
  try {
    if (typeof bag !== 'object' || bag === null || Array.isArray(bag)) return undefined;
    for (const name of names) {
      const value: unknown = Reflect.get(bag, name);
      if (value === undefined || value === null) continue;
      if (typeof value !== 'string') return undefined;
      found.set(name, value);
    }
  } catch {
    // A getter or proxy that throws is no argument of a known type either.
    return undefined;
  }
  return found;
}
