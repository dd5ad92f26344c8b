import { type SessionFormat, UnreadableSession } from '../../formats/format.ts';
import { isSystemError, reasonOf } from '../file-error.ts';
import type { SessionFile } from './session-file.ts';

/** The first of the formats that claims a file. */
export function formatOf(file: SessionFile, formats: readonly SessionFormat[]): SessionFormat | undefined {
  const head = file.head();
  return formats.find((format) => format.sniff(file.file, head));
}

/** What was thrown at work on a session, as an error whose message may be shown. */
export function asUnreadable(error: unknown): UnreadableSession {
  if (error instanceof UnreadableSession) return error;
  if (isSystemError(error)) return new UnreadableSession(reasonOf(error), { cause: error });
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new UnreadableSession(`unexpected error, please report it (${message})`, { cause: error });
}

/** Says what is known of a file that no format claims. */
export function notASession({ size }: SessionFile, formats: readonly SessionFormat[]): UnreadableSession {
  const titles = formats.map(({ title }) => title).join(', ');
  return new UnreadableSession(
    size === 0 ? 'the file is empty' : `it is no session of a format that is known here: ${titles}`,
  );
}
