import { onTestFinished, vi } from 'vitest';

/**
 * Stops `Date` until the end of the test, in a test or in `beforeEach`. Timers go on. For tests of what depends on the
 * time between two lines of the test, which is long on a loaded machine.
 * @param now ms since 1970
 */
export function stopClock(now = Date.now()): void {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
}
