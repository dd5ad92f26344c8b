/** The command could not do its work: exit code 2, with a message of one or more lines. */
export class CannotRun extends Error {
  override readonly name: string = 'CannotRun';
}

/** The command line is not one that the program takes. */
export class UsageError extends CannotRun {
  override readonly name = 'UsageError';
}
