import { isGoogleFamily, isResponsesFamily } from '../api-family.ts';
import { inheritedSignature, keepPairedReasoning } from '../cut.ts';
import type { Block } from '../message.ts';
import { type CoreBlock, noteBlock, withSignatures } from './block.ts';
import type { StreamedBlock } from './streamed.ts';

/** A block of a response with its entry in the replay envelope. */
export interface Placed {
  block: StreamedBlock;
  core: CoreBlock;
  entry: unknown;
}

/** What a host has of a response whose held calls come behind everything else. */
export interface Arrangement {
  /** All blocks as the model streamed them. */
  streamed: readonly Placed[];
  /** The blocks that are with the host already, in their order there. */
  out: readonly Placed[];
  /** Whether a note comes behind `out`. */
  hasNote: boolean;
  /** The held calls that follow. */
  calls: readonly Placed[];
  /** The malformed calls. One whose place is with the host already leaves it the block as which it was opened. */
  dropped: ReadonlySet<Placed>;
  /** Pi's name of the API behind the response, where it is known. */
  api: unknown;
}

const GONE: Block = {};

/**
 * Says which signatures are still valid. What is with the host cannot be moved or taken back, but a signature can
 * be left out of the envelope: on the Responses family that of reasoning whose item is no longer directly behind
 * it. On the Google APIs the first call takes over the signature of the group.
 *
 * @returns the envelope's entries for what the host has in the end, and the calls that have to go without their
 *   Responses item id because the reasoning in front of them is lost
 */
export function arrange(arrangement: Arrangement): { entries: unknown[]; unpaired: ReadonlySet<unknown> } {
  const { out, hasNote, calls, dropped } = arrangement;
  const { signed, unpaired } = pairings(arrangement);
  const entryOf = (placed: Placed) => {
    if (dropped.has(placed)) return { type: placed.block.openedAs };
    return signed.has(placed.core) ? placed.entry : withSignatures(placed.entry, {});
  };
  const callEntries = calls.map(entryOf);
  const signature = groupSignature(arrangement);
  if (signature !== undefined) callEntries[0] = withSignatures(callEntries[0], signature);
  return {
    entries: [...out.map(entryOf), ...(hasNote ? [noteBlock('').entry] : []), ...callEntries],
    unpaired,
  };
}

function pairings({ streamed, out, calls, dropped, api }: Arrangement): {
  signed: ReadonlySet<unknown>;
  unpaired: ReadonlySet<unknown>;
} {
  const isOut = new Set(out);
  const inPlace = streamed.map((placed) => (isOut.has(placed) && !dropped.has(placed) ? placed.core : GONE));
  const stored = [...inPlace, GONE, ...calls.map(({ core }) => core)];
  if (!isResponsesFamily(api)) return { signed: new Set(stored), unpaired: new Set() };
  const { content, unpairedCalls } = keepPairedReasoning(stored, (block) => block === GONE);
  return { signed: new Set(content), unpaired: new Set(unpairedCalls) };
}

function groupSignature({ out, calls, dropped, api }: Arrangement): Block | undefined {
  const first = calls[0]?.core;
  if (!isGoogleFamily(api) || first === undefined || out.some(({ core }) => core.type === 'toolCall')) {
    return undefined;
  }
  const thoughtSignature = inheritedSignature(
    first,
    [...dropped].map(({ core }) => core),
  );
  return thoughtSignature === undefined ? undefined : { ...first, thoughtSignature };
}
