import { expect, it } from 'vitest';
import { RUN_FILTERS, type RunCounts } from '@/lib/contracts/runs';
import { countText } from './run-choice';

const none = Object.fromEntries(RUN_FILTERS.map((status) => [status, 0])) as RunCounts;

it('shows a count, and that there are more when counting stopped at a limit', () => {
  const counts = { ...none, running: 2, failed: 1000, completed: 1001 };
  expect(countText(counts, 'waiting')).toBe('0');
  expect(countText(counts, 'failed')).toBe('1,000');
  expect(countText(counts, 'completed')).toBe('1,000+');
  expect(countText(counts, undefined)).toBe('2,002+');
  expect(countText({ ...none, running: 2, failed: 1 }, undefined)).toBe('3');
});
