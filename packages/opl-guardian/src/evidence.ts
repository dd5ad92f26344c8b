import { appendEvidence } from './incident-log.ts';
import { type IncidentRecord, incidentLine } from './incident-record.ts';
import { describeError, EVIDENCE_FILE, type EvidenceOutcome } from './notes.ts';

/**
 * Builds one record and writes it to the evidence file of its project. Never throws, whatever fails: the calls
 * are dropped all the same, and the outcome says why there is no evidence.
 */
export function writeEvidence(build: () => IncidentRecord): EvidenceOutcome {
  try {
    const record = build();
    if (record.cwd === undefined) return { written: false, why: 'the session has no folder' };
    appendEvidence(record.cwd, incidentLine(record));
    return { written: true, file: EVIDENCE_FILE };
  } catch (error) {
    return { written: false, why: describeError(error) };
  }
}
