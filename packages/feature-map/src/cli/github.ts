/** A place in a file, with what is to be said about it. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  /** Absolute path. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly title: string;
  readonly message: string;
}

/** Whether the process runs in a step of GitHub Actions. */
export function inActions(env: Readonly<Record<string, string | undefined>>): boolean {
  return env.GITHUB_ACTIONS === 'true';
}

/**
 * The workflow command that makes an annotation, escaped as the runner reads it. Source of the form:
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 *
 * @param relative gives the path of a file from the repository's root, with `/`
 */
export function workflowCommand(annotation: Annotation, relative: (file: string) => string): string {
  const { level, file, line, title, message } = annotation;
  const properties = Object.entries({ file: relative(file), line: String(line), title });
  const list = properties.map(([name, value]) => `${name}=${escapeProperty(value)}`).join(',');
  return `::${level} ${list}::${escapeData(message)}`;
}

/**
 * Text that holds words of the project's files, so that the runner takes no line of it for a command.
 *
 * @param token that nobody who wrote the text can know
 */
export function withoutCommands(text: string, token: string): string {
  return `::stop-commands::${token}\n${text}\n::${token}::`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
