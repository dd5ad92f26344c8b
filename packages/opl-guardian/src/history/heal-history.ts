import type { RecordedToolCall } from '../incident-record.ts';
import type { MessageLike } from '../message.ts';
import { closeGaps, type Piece } from './close-gaps.ts';
import type { Finding } from './finding.ts';
import { needsHealing } from './first-look.ts';
import { healTurn } from './heal-turn.ts';
import type { HostFacts } from './host-facts.ts';
import { RequestIds } from './rules/duplicate-id.ts';
import type { TargetApi } from './target.ts';
import { turnsOf } from './turns.ts';

export interface HealOptions<M> {
  /** The API that the history goes to; with `undefined` only what every API refuses is judged. */
  target: TargetApi | undefined;
  facts: HostFacts<M>;
}

/** A stored turn that held malformed calls. */
interface HealedTurn<M> {
  /** The assistant message as it is stored. */
  message: M;
  /** Its malformed calls; the ones with a `mintedId` kept their place. */
  calls: RecordedToolCall[];
}

export interface HealedHistory<M> {
  /** The very array that came in when there was nothing to change, else a new one; no message is mutated. */
  messages: readonly M[];
  /** What was wrong and what became of it, in the order of the history. */
  findings: readonly Finding<M>[];
  /** The turns with blank ids or names among that, for the evidence. */
  healed: readonly HealedTurn<M>[];
}

/**
 * Makes a stored history legal for one request.
 *
 * What it judges is what the host is about to send; the host's own part in that is in the facts. Calls and results
 * are matched inside their turn and stay one unit: a call whose id alone is at fault and whose result is surely
 * its own gets one new id with it, the same at every request, and otherwise both are left out. A turn that keeps
 * calls is cut as a new message would be; one that loses all of them keeps its text, or is left out whole when it
 * had none. Turns that the host skips are not touched. Ids and names that the target takes are never changed.
 *
 * @param messages a whole transcript in Pi's form, system messages included
 */
export function healHistory<M extends MessageLike>(
  messages: readonly M[],
  options: HealOptions<M>,
): HealedHistory<M> {
  if (!needsHealing(messages, options)) return { messages, findings: [], healed: [] };

  const pieces: Piece<M>[] = [];
  const findings: Finding<M>[] = [];
  const healed: HealedTurn<M>[] = [];
  const ids = { taken: RequestIds.of(options.target, options.facts), minted: new Map() };
  for (const turn of turnsOf(messages)) {
    const inRequest = healTurn(turn, ids, options);
    if (inRequest === undefined) {
      for (const message of turn.messages) pieces.push({ message });
      continue;
    }
    const { kept, leftOut, calls } = inRequest;
    const [head] = turn.messages as readonly [M];
    for (const finding of inRequest.findings) findings.push(finding);
    if (calls.length > 0) healed.push({ message: head, calls });
    const [first, ...rest] = inRequest.messages;
    const isGap = kept !== undefined || leftOut.results > 0;
    if (first === undefined || kept === 'nothing') {
      pieces.push({ gap: { behind: head, leftOut, ...(first === undefined ? {} : { note: first }) } });
    } else {
      pieces.push({ message: first });
      if (isGap) pieces.push({ gap: { behind: head, leftOut } });
    }
    for (const message of rest) pieces.push({ message });
  }
  if (
    findings.length === 0 &&
    pieces.every((piece, at) => piece.gap === undefined && piece.message === messages[at])
  ) {
    return { messages, findings, healed };
  }
  return { messages: closeGaps(pieces, options.facts), findings, healed };
}
