import { describe, expect, test } from 'vitest';
import type { DeploymentMinute } from '../../store/deployment-minutes';
import { activityOf } from './activity';

const NOW = new Date('2026-01-01T12:00:30.000Z');

function minute(minutesAgo: number, part: Partial<DeploymentMinute> = {}): DeploymentMinute {
  return {
    deploymentId: 'dep_1',
    minute: new Date(Date.parse('2026-01-01T12:00:00.000Z') - minutesAgo * 60_000),
    ...{ requests: 0, limited: 0, failed: 0, inFlight: 0, queued: 0, ready: 1, latencies: [], keys: {} },
    ...part,
  };
}

const limit = (timeWindow: 'second' | 'minute' | 'hour', rateLimit: number) => ({
  ...{ timeWindow, rateLimit, enabled: true },
});

const hourOf = (minutes: readonly DeploymentMinute[]) => ({ hour: minutes, all: minutes });
const at = (of: ReturnType<typeof limit> | null) => ({ window: '1h', limit: of, now: NOW }) as const;

describe('the activity of a deployment', () => {
  test('adds up the processes of each minute, the current one last', () => {
    const minutes = [minute(2, { requests: 7 }), minute(0, { requests: 3 }), minute(0, { requests: 4 })];
    const { requests } = activityOf(hourOf(minutes), at(null));
    expect(requests).toHaveLength(60);
    expect(requests.slice(-3)).toEqual([7, 0, 7]);
  });

  test('has the rate of the current and the previous minute, and totals of the hour', () => {
    const minutes = [
      minute(30, { requests: 500, limited: 5, failed: 2, latencies: [80, 1] }),
      minute(1, { requests: 60 }),
      minute(0, { requests: 30, failed: 1 }),
    ];
    expect(activityOf(hourOf(minutes), at(null))).toMatchObject({
      ...{ requests_per_second: 1, limited: 5, failed: 3, latency_p99_ms: 98.1, limit_share: null },
    });
  });

  test('compares admitted requests with the limit: of the hour for limits by the hour, else the latest rate', () => {
    const minutes = [minute(30, { requests: 100 }), minute(1, { requests: 100, limited: 10 })];
    expect(activityOf(hourOf(minutes), at(limit('minute', 120))).limit_share).toBe(0.5);
    expect(activityOf(hourOf(minutes), at(limit('second', 4))).limit_share).toBe(0.25);
    expect(activityOf(hourOf(minutes), at(limit('hour', 380))).limit_share).toBe(0.5);
    expect(activityOf(hourOf(minutes), at({ ...limit('hour', 1), enabled: false })).limit_share).toBeNull();
  });

  test('is idle without minutes', () => {
    expect(activityOf(hourOf([]), at(limit('minute', 5)))).toMatchObject({
      ...{ requests_per_second: 0, limited: 0, failed: 0, latency_p99_ms: null, limit_share: 0 },
    });
  });

  test('of 24 hours has the requests of each 15 minutes, and the rate and the limit use of the latest ones', () => {
    const hour = [minute(1, { requests: 60 }), minute(0, { requests: 30 })];
    const all = [minute(23 * 60, { requests: 900, failed: 4 }), minute(14, { requests: 7 }), ...hour];
    const activity = activityOf({ hour, all }, { window: '24h', limit: limit('minute', 60), now: NOW });
    expect(activity.requests).toHaveLength(96);
    expect(activity.requests.indexOf(900)).toBe(3);
    expect(activity.requests.slice(-2)).toEqual([67, 30]);
    expect(activity).toMatchObject({ requests_per_second: 1, failed: 4, limit_share: 1 });
  });
});
