/** Lets callers wait until something that changes from outside is as they want it. */
export interface Watch {
  /** Something has changed: look again. */
  notify(): void;
  /** Nothing will change any more; `why` goes into the errors of those who still wait. */
  end(why: string): void;
  /**
   * Resolves with what `find` gives as soon as that is neither `undefined` nor `false`, now or after a change.
   * Throws when it has ended without that, or after `timeoutMs`; `what` says in the error what was awaited.
   */
  until<T>(find: () => T | undefined | false, timeoutMs: number, what: string): Promise<T>;
}

/** Creates a watch; `context` adds to its errors what was seen so far. */
export function watch(context: () => string): Watch {
  const looks = new Set<() => void>();
  let ended: string | undefined;
  const notify = (): void => {
    for (const look of [...looks]) look();
  };
  return {
    notify,
    end: (why) => {
      ended = why;
      notify();
    },
    until: (find, timeoutMs, what) =>
      new Promise((resolve, reject) => {
        const settle = (act: () => void): void => {
          clearTimeout(timer);
          looks.delete(look);
          act();
        };
        const fail = (why: string): void => {
          settle(() => reject(new Error(`Waiting for ${what}: ${why}.\n${context()}`)));
        };
        const look = (): void => {
          const found = find();
          if (found !== undefined && found !== false) settle(() => resolve(found));
          else if (ended !== undefined) fail(ended);
        };
        const timer = setTimeout(() => fail(`nothing after ${timeoutMs} ms`), timeoutMs);
        looks.add(look);
        look();
      }),
  };
}
