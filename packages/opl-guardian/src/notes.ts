/** Where the evidence went, as far as a reader of the session has to know. */
export type EvidenceOutcome = { written: true; file: string } | { written: false; why: string };

/** Every text that the guard adds to a message or shows to a person starts with this. */
const NOTE_PREFIX = '[opl-guardian]';

/** Project-relative place of the evidence, as it is named in notes and warnings. */
export const EVIDENCE_FILE = 'err/guardian.jsonl';

/** For a new message that lost some of its calls: `dropped` and `kept` are counts of tool calls. */
export function droppedSomeNote(dropped: number, kept: number, evidence: EvidenceOutcome): string {
  return `${NOTE_PREFIX} Dropped ${malformedCalls(dropped)}; kept ${calls(kept)}. ${describeEvidence(evidence)}`;
}

/** For a new message that lost all of its calls: `dropped` is the count. */
export function droppedAllNote(dropped: number, evidence: EvidenceOutcome): string {
  return `${NOTE_PREFIX} Dropped ${malformedCalls(dropped)}; no tool ran. ${describeEvidence(evidence)} Send another prompt to continue.`;
}

/**
 * For a stored turn, in the request only. The same turn gets the same text at every request, so that the
 * provider's cached prefix holds.
 *
 * @param leftOut count of tool calls
 * @param ran names of the ones among them that may have run, since their results are there and cannot be told apart
 */
export function leftOutNote(leftOut: number, ran: readonly string[] = []): string {
  const note = `${NOTE_PREFIX} Left ${leftOut} malformed tool ${leftOut === 1 ? 'call' : 'calls'} (unusable id or name) out of this turn.`;
  if (ran.length === 0) return note;
  return `${note} What may have run: ${shownNames(ran)}. Verify before running it again.`;
}

/** The line that stands in the request for what was left out; counts of tool calls and of results. */
export function leftOutResultsNote({ calls, results }: { calls: number; results: number }): string {
  if (calls === 0)
    return `${NOTE_PREFIX} ${results === 1 ? 'A tool result' : 'Tool results'} without a call ${results === 1 ? 'is' : 'are'} left out here.`;
  return `${NOTE_PREFIX} The ${calls === 1 ? 'result of that call is' : 'results of those calls are'} left out too.`;
}

/** The result of a call that nobody answered. */
export function unknownOutcomeText(): string {
  return `${NOTE_PREFIX} No result of this tool call was stored, so its outcome is unknown. Verify before retrying.`;
}

/** For a stored turn whose calls have no result, where the log has no room for one; names of the calls. */
export function unstoredResultNote(names: readonly string[]): string {
  return `${NOTE_PREFIX} Left ${names.length === 1 ? 'a tool call' : 'tool calls'} without a result out of this turn: ${shownNames(names)}. The outcome is unknown. Verify before retrying.`;
}

/** Names of tools, which a model made: shortened, and without half a surrogate pair. */
function shownNames(names: readonly string[]): string {
  return names.map((name) => name.slice(0, 64).toWellFormed()).join(', ');
}

/** Stands for a message without anything to say. */
export function emptyMessageText(): string {
  return `${NOTE_PREFIX} This message was empty.`;
}

/** The warning that a person sees for one new message. */
export function incidentWarning(dropped: number, kept: number, evidence: EvidenceOutcome): string {
  const rest = kept === 0 ? 'No tool ran: send another prompt to continue.' : `Kept ${calls(kept)}.`;
  return `opl-guardian dropped ${malformedCalls(dropped)}. ${rest} ${describeEvidence(evidence)}`;
}

/** The warning that a person sees once per session for calls found in its history. */
export function historyWarning(found: number, evidence: EvidenceOutcome): string {
  return `opl-guardian found ${malformedCalls(found)} in this session's history and makes ${found === 1 ? 'it' : 'them'} harmless in each request. The session file stays as it is. ${describeEvidence(evidence)}`;
}

/** The warning that a person sees once per session for each other rule; `byRule` holds what was found. */
export function legalHistoryWarning(byRule: ReadonlyMap<string, readonly unknown[]>): string {
  const found = [...byRule].map(([rule, places]) => `${rule} (${places.length})`).join(', ');
  return `opl-guardian makes this session's history legal in each request: ${found}. The session file stays as it is.`;
}

/** The warning for a fault of the guard itself; the message stayed as it was. */
export function faultWarning(error: unknown): string {
  return `opl-guardian could not check this message and left it as it was: ${describeError(error)}`;
}

/** Message of anything that was thrown, on one line. */
export function describeError(error: unknown): string {
  try {
    const text = error instanceof Error ? error.message : String(error);
    return text.replace(/\s+/g, ' ').slice(0, 300);
  } catch {
    return 'unknown error';
  }
}

/** One sentence: where the evidence is, or why it is not. */
export function describeEvidence(evidence: EvidenceOutcome): string {
  return evidence.written
    ? `Evidence: ${evidence.file}.`
    : `The evidence could not be written to ${EVIDENCE_FILE}: ${evidence.why}.`;
}

function malformedCalls(count: number): string {
  return `${count} malformed tool ${count === 1 ? 'call' : 'calls'} (blank id or name)`;
}

function calls(count: number): string {
  return `${count} valid ${count === 1 ? 'call' : 'calls'}`;
}
