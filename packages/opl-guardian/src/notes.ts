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
 * For a stored turn, in the request only: `leftOut` is a count. The same turn gets the same text at every
 * request, so that the provider's cached prefix holds.
 */
export function leftOutNote(leftOut: number): string {
  return `${NOTE_PREFIX} Left ${malformedCalls(leftOut)} out of this turn.`;
}

/** The line that stands in the request for the results of calls that were left out. */
export function leftOutResultsNote(leftOut: number): string {
  return `${NOTE_PREFIX} The ${leftOut === 1 ? 'result of that call is' : 'results of those calls are'} left out too.`;
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
