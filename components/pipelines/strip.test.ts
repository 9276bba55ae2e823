import { describe, expect, it } from 'vitest';
import type { RunMark } from '@/lib/contracts/pipelines';
import { barsOf, describeStrip, HIGHEST, isUnfinished, LOWEST, medianDuration, STRIP_LENGTH } from './strip';

const now = new Date('2026-03-12T12:00:00.000Z');
const run = (
  number: number,
  durationMs: number | null,
  status: RunMark['status'] = 'completed',
  hold: RunMark['hold'] = null,
): RunMark => ({
  id: `run_${number}`,
  number,
  status,
  hold,
  warnings: null,
  durationMs,
  createdAt: new Date(now.getTime() - 60_000).toISOString(),
});

describe('barsOf', () => {
  it('shows the oldest run at the left and the newest at the right', () => {
    expect(barsOf([run(3, 1), run(2, 1), run(1, 1)], now).map((bar) => bar.run.number)).toEqual([1, 2, 3]);
  });
  it('scales bars to the longest run and keeps the shortest visible', () => {
    const heights = barsOf([run(3, 0), run(2, 25), run(1, 100)], now).map((bar) => bar.height);
    expect(heights).toEqual([HIGHEST, (LOWEST + HIGHEST) / 2, LOWEST]);
  });
  it('measures an unfinished run until now', () => {
    const [finished, running] = barsOf([run(2, null, 'running'), run(1, 15_000)], now);
    expect(running?.height).toBe(HIGHEST);
    expect(finished?.height).toBe((LOWEST + HIGHEST) / 2);
  });
  it('shows no more bars than fit', () => {
    const many = Array.from({ length: 40 }, (_, index) => run(40 - index, 1));
    const bars = barsOf(many, now);
    expect(bars).toHaveLength(STRIP_LENGTH);
    expect(bars.at(-1)?.run.number).toBe(40);
  });
  it('has no bars before the first run', () => {
    expect(barsOf([], now)).toEqual([]);
  });
});

describe('medianDuration', () => {
  it('is the middle of the completed runs, and the mean of the middle two', () => {
    expect(medianDuration([run(1, 10), run(2, 30), run(3, 20)])).toBe(20);
    expect(medianDuration([run(1, 10), run(2, 20)])).toBe(15);
  });
  it('leaves out runs that did not complete', () => {
    expect(medianDuration([run(1, 10, 'failed'), run(2, null, 'running')])).toBeUndefined();
  });
});

describe('describeStrip', () => {
  it('counts every status, the most frequent first', () => {
    expect(describeStrip([run(1, 1), run(2, 1, 'failed'), run(3, 1)])).toBe(
      'Last 3 runs: 2 completed, 1 failed',
    );
    expect(describeStrip([run(2, null, 'waiting', 'paused'), run(1, null, 'waiting')])).toBe(
      'Last 2 runs: 1 paused, 1 waiting',
    );
    expect(describeStrip([run(1, 1)])).toBe('Last run: 1 completed');
    expect(describeStrip([])).toBe('No runs yet');
  });
});

describe('isUnfinished', () => {
  it('is true for statuses that may still change', () => {
    expect(
      (['pending', 'running', 'waiting'] as const).every((status) => isUnfinished(run(1, null, status))),
    ).toBe(true);
    expect(
      (['completed', 'failed', 'cancelled'] as const).some((status) => isUnfinished(run(1, 1, status))),
    ).toBe(false);
  });
});
