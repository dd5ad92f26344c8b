/** A moment until which all that is asked about a project has to be answered. */
export interface Deadline {
  /** Milliseconds that were given in all. */
  readonly total: number;
  /** Milliseconds that are left, 0 or below when they are over. The time runs from the first call. */
  left(): number;
}

/** For a caller that nobody waits for: only the limits of the single questions hold. */
export const NO_DEADLINE: Deadline = {
  total: Number.POSITIVE_INFINITY,
  left: () => Number.POSITIVE_INFINITY,
};

/**
 * A deadline for everything together, whatever is asked first.
 *
 * @param total milliseconds
 * @param clock milliseconds since some moment
 */
export function deadlineOf(total: number, clock: () => number = () => performance.now()): Deadline {
  let end: number | undefined;
  return {
    total,
    left() {
      const now = clock();
      end ??= now + total;
      return end - now;
    },
  };
}
