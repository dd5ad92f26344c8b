import { shortHash } from '../short-hash.ts';

/** How often each id was minted for one history. */
export type MintedIds = Map<string, number>;

/**
 * A tool call id for a stored call that has none, legal for every API and short enough for all of them. The
 * same call gets the same id at every request and in every process, so that the provider's cached prefix holds.
 * Calls that look the same (one millisecond, place and name) are numbered in their order.
 *
 * @param timestamp when the turn was made, in milliseconds; anything else counts as unknown
 * @param contentIndex position of the call in the turn
 * @param name the tool's name
 * @param minted ids of this history so far; the new one is added
 * @param claim takes an id; `false` when a call has it, as one that was minted for a file
 */
export function mintId(
  timestamp: unknown,
  contentIndex: number,
  name: string,
  minted: MintedIds,
  claim: (id: string) => boolean,
): string {
  const base = `opl_${shortHash(`${typeof timestamp === 'number' ? timestamp : ''} ${contentIndex} ${name}`)}`;
  for (;;) {
    const count = (minted.get(base) ?? 0) + 1;
    minted.set(base, count);
    const id = count === 1 ? base : `${base}_${count}`;
    if (claim(id)) return id;
  }
}
