import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { FIRST_MINUTES_HIDDEN, FIRST_MINUTES_SCRIPT } from './first-minutes-mark';

/** Runs the script as the browser does and returns the attribute that it set. */
function markAfterBoot(getItem: (key: string) => string | null): string | undefined {
  const dataset: { firstMinutes?: string } = {};
  runInNewContext(FIRST_MINUTES_SCRIPT, {
    localStorage: { getItem },
    document: { documentElement: { dataset } },
  });
  return dataset.firstMinutes;
}

it('hides the first minutes before the first paint, only where they were hidden', () => {
  expect(markAfterBoot((key) => (key === FIRST_MINUTES_HIDDEN ? 'set' : null))).toBe('hidden');
  expect(markAfterBoot(() => null)).toBeUndefined();
  expect(
    markAfterBoot(() => {
      throw new Error('Storage is closed.');
    }),
  ).toBeUndefined();
});
