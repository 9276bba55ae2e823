import { describe, expect, test } from 'vitest';
import type { DeploymentMetrics, MetricPoint } from '@/lib/contracts/deployment-metrics';
import { areaPath, ceilingOf, dotsPath, linePath, marksOf, samplesOf } from './series';

const NOW = Date.parse('2026-01-01T12:00:30.000Z');
const none = { requests: 0, limited: 0, failed: 0, latency_p50_ms: null, latency_p99_ms: null };

function metrics(points: readonly MetricPoint[]): DeploymentMetrics {
  return {
    ...{ window: '15m', step_seconds: 60, now: { in_flight: 0, queued: 0 }, limit: null },
    ...{ totals: none, points, keys: [] },
  };
}

const point: MetricPoint = {
  ...{ at: '2026-01-01T11:58:00.000Z', requests: 120, limited: 3, failed: 0 },
  ...{ latency_p50_ms: 40, latency_p99_ms: 90, in_flight: 4, queued: 0, ready_replicas: 2 },
};

describe('the samples of a chart', () => {
  test('cover the window up to now; steps without requests count as zero, and what was not measured as unknown', () => {
    const samples = samplesOf(metrics([point]), NOW);
    expect(samples).toHaveLength(15);
    expect(samples.at(-3)).toMatchObject({ requestsPerSecond: 2, limited: 3, p99: 90, ready: 2 });
    expect(samples.at(-1)).toMatchObject({ requestsPerSecond: 0, p99: null, inFlight: 0, ready: null });
    expect(new Date(samples[0]?.at ?? 0).toISOString()).toBe('2026-01-01T11:46:00.000Z');
  });

  test('place the events that explain a curve, and leave out others and older ones', () => {
    const samples = samplesOf(metrics([]), NOW);
    const event = (kind: 'scaled' | 'replica_ready', at: string) => ({
      ...{ kind, message: kind, by: null },
      created_at: `2026-01-01T${at}.000Z`,
    });
    const marks = marksOf(
      [event('scaled', '11:53:30'), event('replica_ready', '11:54:00'), event('scaled', '10:00:00')],
      samples,
    );
    expect(marks.map(({ share }) => share)).toEqual([0.5]);
  });
});

describe('a curve', () => {
  test('ends where nothing was measured and begins again behind it', () => {
    expect(linePath([1, null, 2, 1], 2)).toBe('M100 24M500 0L700 24');
    expect(linePath([null, null], 1)).toBe('');
  });

  test('shows a value without neighbours as a dot', () => {
    expect(dotsPath([null, 1, null, 2, 1], 2)).toBe('M240 24h0');
    expect(dotsPath([2], 2)).toBe('M400 0h0');
  });

  test('has a surface down to the axis', () => {
    expect(areaPath([0, 1], 1)).toBe('M200 48L600 0L600 48L200 48Z');
  });

  test('has an axis that ends at a round number', () => {
    expect([[0], [0.3], [7, 3], [1200], [50]].map(ceilingOf)).toEqual([1, 0.5, 10, 2000, 50]);
  });
});
