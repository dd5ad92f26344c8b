/** What to report about calls and results that do not pair up; `path` is where the culprit's id stands. */
export interface PairFaults {
  /** A call under an id that is still open. */
  duplicate(id: string, path: string): void;
  /** A result for a call that has one. */
  twice(id: string, path: string): void;
  /** A result for no call. */
  orphan(id: string, path: string): void;
  /** Calls (id -> path) that are open at the end; never empty. */
  unanswered(calls: ReadonlyMap<string, string>): void;
}

/** Matches results with the calls in front of them, by id. An answered id is free for another call. */
export interface Pairs {
  call(id: string, path: string): void;
  result(id: string, path: string): void;
  /** Ends a group: reports what is open and forgets it and what was answered. */
  close(): void;
}

/** A tracker that has seen nothing. */
export function trackPairs(faults: PairFaults): Pairs {
  const open = new Map<string, string>();
  const answered = new Set<string>();
  return {
    call(id, path) {
      if (open.has(id)) faults.duplicate(id, path);
      else open.set(id, path);
    },
    result(id, path) {
      if (open.delete(id)) answered.add(id);
      else if (answered.has(id)) faults.twice(id, path);
      else faults.orphan(id, path);
    },
    close() {
      if (open.size > 0) faults.unanswered(open);
      open.clear();
      answered.clear();
    },
  };
}
