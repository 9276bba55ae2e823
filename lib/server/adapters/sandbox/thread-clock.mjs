/** The processor time of threads, as Linux reports it: proc(5), `/proc/pid/task/tid/schedstat`. */
import { readFileSync, realpathSync } from 'node:fs';

/** A program may take this many times its limit by the clock, when other work takes the processor. */
const MAX_STRETCH = 10;

export function clockOfThread() {
  try {
    const path = `${realpathSync('/proc/thread-self')}/schedstat`;
    // Kernels that do not count report zeros.
    return usedMs(path) ? path : null;
  } catch {
    return null;
  }
}

export function usedMs(clock) {
  if (clock === null) return undefined;
  try {
    const [nanoseconds = ''] = readFileSync(clock, 'latin1').split(' ', 1);
    return Number(nanoseconds) / 1e6;
  } catch {
    // The thread has ended.
    return undefined;
  }
}

export function startLimit(clock, limitMs) {
  const begun = performance.now();
  const before = usedMs(clock);
  return () => {
    const passed = performance.now() - begun;
    const used = passed < limitMs || before === undefined ? undefined : usedMs(clock);
    if (used === undefined) return limitMs - passed;
    return Math.min(limitMs - (used - before), limitMs * MAX_STRETCH - passed);
  };
}
