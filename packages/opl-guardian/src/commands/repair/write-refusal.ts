import { CannotRun } from '../cannot-run.ts';
import { reasonOf } from '../file-error.ts';
import { quote } from '../visible-text.ts';

/** A file is not written: the message says which, why, what state it is in, and what to do. */
export class WriteRefusal extends CannotRun {
  override readonly name = 'WriteRefusal';
}

/** What a write ended with, as a refusal that names the file and that it is as it was. */
export function refusalOf(error: unknown, file: string): CannotRun {
  if (error instanceof CannotRun) return error;
  return new WriteRefusal(`${quote(file)} could not be written: ${reasonOf(error)}. It is as it was.`, {
    cause: error,
  });
}
