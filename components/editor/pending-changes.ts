/** Changes outside the document that are on their way to the server, such as those of breakpoints. */
export interface PendingChanges {
  /** Number of changes that are being sent. */
  count(): number;
  /** Sends a change. */
  send<T>(change: () => Promise<T>): Promise<T>;
  /**
   * A start of a run that first waits until the server has every change: the run begins with them. Every start of the
   * page goes through it. A change may save the draft first, so `start` must not wait here while it saves.
   */
  before<A extends unknown[], R>(start: (...args: A) => Promise<R>): (...args: A) => Promise<R>;
}

export function createPendingChanges(): PendingChanges {
  let count = 0;
  let waiting: (() => void)[] = [];

  /** Resolves once no change is being sent. */
  function settled(): Promise<void> {
    return count === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve));
  }

  return {
    count: () => count,
    async send(change) {
      count += 1;
      try {
        return await change();
      } finally {
        count -= 1;
        if (count === 0) {
          const wake = waiting;
          waiting = [];
          for (const resume of wake) resume();
        }
      }
    },
    before:
      (start) =>
      async (...args) => {
        await settled();
        return start(...args);
      },
  };
}
