import { expect, it } from 'vitest';
import { firstLooksOf } from './first-look';

it('shows the status that the journal will show', () => {
  const looks = firstLooksOf([
    { step: 'plain', status: 'completed', durationMs: 12 },
    { step: 'partly', status: 'completed', durationMs: 7, warning: true },
    { step: 'earlier', status: 'completed', durationMs: 3, reused: true },
    { step: 'broken', status: 'failed', durationMs: 5, error: 'No connection.' },
    { step: 'left', status: 'skipped' },
  ]);
  expect(Object.fromEntries(looks)).toEqual({
    plain: { status: 'completed', durationMs: 12 },
    partly: { status: 'warning', durationMs: 7 },
    earlier: { status: 'reused', durationMs: undefined },
    broken: { status: 'failed', durationMs: 5 },
    left: { status: 'skipped', durationMs: undefined },
  });
});
