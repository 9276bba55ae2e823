/** Long work in slices, between which the caller may run other work. */
export type Pausing<T> = Generator<void, T>;

/** Runs long work without pauses. */
export function finish<T>(work: Pausing<T>): T {
  for (;;) {
    const part = work.next();
    if (part.done) return part.value;
  }
}

/** Runs long work and lets other work proceed at intervals. */
export type Drive = <T>(work: Pausing<T>) => Promise<T>;

/** Runs long work without pauses, where no other work waits. */
export const driveSync: Drive = (work) => Promise.resolve(finish(work));
