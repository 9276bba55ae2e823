import { expect, it } from 'vitest';
import { RUN_FILTERS, type RunCounts } from '@/lib/contracts/runs';
import { countText } from './run-choice';

const none = Object.fromEntries(RUN_FILTERS.map((status) => [status, 0])) as RunCounts;

it('says how many there are, and that there are more where it was not counted to the end', () => {
  const counts = { ...none, running: 2, failed: 1000, completed: 1001 };
  expect(countText(counts, 'waiting')).toBe('0');
  expect(countText(counts, 'failed')).toBe('1,000');
  expect(countText(counts, 'completed')).toBe('1,000+');
  expect(countText(counts, undefined)).toBe('2,002+');
  expect(countText({ ...none, running: 2, failed: 1 }, undefined)).toBe('3');
});
