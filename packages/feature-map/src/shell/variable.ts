/**
 * The variables that are told apart from everything else behind a `$`: names, positional and special ones, and
 * `${...}` with nothing nested in it.
 */
const VARIABLE = /\$(?:[A-Za-z_]\w*|[0-9?#@*!$-]|\{[^}$`'"\\{]+\})/y;
/** What begins with a `$` and runs commands, or calculates: `$(...)`, `$((...))`, `$[...]`; and an open `${`. */
const BEYOND = new Set(['(', '[', '{']);

/**
 * Reads a `$` in a command line.
 *
 * @returns the variable as it is written, `'$'` where the `$` stands for itself, `undefined` for what has a
 * command or an expression in it.
 */
export function readVariable(line: string, at: number): string | undefined {
  VARIABLE.lastIndex = at;
  const found = VARIABLE.exec(line)?.[0];
  if (found !== undefined) return found;
  // Behind a joined line, anything may follow.
  const isJoined = line.startsWith('\\\n', at + 1);
  return isJoined || BEYOND.has(line.charAt(at + 1)) ? undefined : '$';
}

/** Whether a variable in double quotes can be more than one word. */
export function isList(variable: string): boolean {
  return variable.includes('@');
}
