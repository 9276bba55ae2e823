/** Long work in parts: between two of them, whoever drives it may let others have their turn. */
export type Pausing<T> = Generator<void, T>;

/** Does long work in one go. */
export function finish<T>(work: Pausing<T>): T {
  for (;;) {
    const part = work.next();
    if (part.done) return part.value;
  }
}

/** Does long work, letting others have their turn whenever it has taken a while. */
export type Drive = <T>(work: Pausing<T>) => Promise<T>;

/** Does long work in one go, where nobody else waits. */
export const driveSync: Drive = (work) => Promise.resolve(finish(work));
