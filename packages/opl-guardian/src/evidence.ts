import { appendEvidence } from './incident-log.ts';
import { type IncidentRecord, incidentLine } from './incident-record.ts';
import { describeError, EVIDENCE_FILE, type EvidenceOutcome } from './notes.ts';

/** Writes one record to the evidence file of its project. Never throws: the outcome says why it failed. */
export function writeEvidence(record: IncidentRecord): EvidenceOutcome {
  if (record.cwd === undefined) return { written: false, why: 'the session has no folder' };
  try {
    appendEvidence(record.cwd, incidentLine(record));
    return { written: true, file: EVIDENCE_FILE };
  } catch (error) {
    return { written: false, why: describeError(error) };
  }
}
