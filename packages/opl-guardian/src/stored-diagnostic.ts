import type { GuardedMessage, MessageLike } from './guardian.ts';
import { actionOf } from './incident-record.ts';
import { describeEvidence, type EvidenceOutcome } from './notes.ts';

/** `type` of the structured diagnostic that a guarded message carries in the session file; never sent to a model. */
export const DIAGNOSTIC_TYPE = 'opl-guardian';

/** Details of the diagnostic: what was dropped and why, without arguments. */
export interface GuardDiagnosticDetails {
  action: string;
  dropped: { contentIndex: number; reason: string }[];
  keptToolCalls: number;
  evidence: string;
  /** See `Cut.unpairedCalls`; absent when there are none. */
  unpairedToolCallIds?: string[];
}

/** The diagnostic of one guarded message, as plain JSON. `original` is the message as it was received. */
export function diagnosticDetails(
  original: MessageLike,
  guarded: GuardedMessage<MessageLike>,
  evidence: EvidenceOutcome,
): GuardDiagnosticDetails {
  return {
    action: actionOf(original, guarded.removedToolCalls),
    dropped: guarded.removedToolCalls.map(({ contentIndex, reason }) => ({ contentIndex, reason })),
    keptToolCalls: guarded.keptToolCalls,
    evidence: describeEvidence(evidence),
    ...(guarded.unpairedToolCallIds.length > 0 ? { unpairedToolCallIds: guarded.unpairedToolCallIds } : {}),
  };
}

/** The ids that {@link diagnosticDetails} left with a stored message, or `undefined` where it left none. */
export function unpairedIdsOf(message: MessageLike): readonly string[] | undefined {
  const { diagnostics } = message as { diagnostics?: unknown };
  if (!Array.isArray(diagnostics)) return undefined;
  const ids: string[] = [];
  for (const diagnostic of diagnostics as ({
    type?: unknown;
    details?: Partial<GuardDiagnosticDetails>;
  } | null)[]) {
    if (diagnostic?.type !== DIAGNOSTIC_TYPE) continue;
    const own = diagnostic.details?.unpairedToolCallIds;
    if (Array.isArray(own)) ids.push(...own.filter((id) => typeof id === 'string'));
  }
  return ids.length > 0 ? ids : undefined;
}
