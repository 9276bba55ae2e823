import { ACTIVITY_WINDOWS, type ActivityWindow, type DeploymentActivity } from '@/lib/contracts/deployments';
import { windowSeconds } from '../../gateway/limit/algorithm';
import { totalsOf } from '../../gateway/meter/summary';
import type { DeploymentStep } from '../../store/deployment-minutes';
import type { LimitRow } from '../../store/deployments/deployment-row';

const MINUTE_SECONDS = 60;

type Limit = Pick<LimitRow, 'rateLimit' | 'timeWindow' | 'enabled'>;

/** Measurements of all gateway processes of a deployment. */
interface Measured {
  /** Minutes of the last hour. */
  readonly hour: readonly DeploymentStep[];
  /** Steps of the window. */
  readonly all: readonly DeploymentStep[];
}

/** The activity of a deployment in a window. */
export function activityOf(
  { hour, all }: Measured,
  {
    window,
    limit,
    now,
  }: { readonly window: ActivityWindow; readonly limit: Limit | null; readonly now: Date },
): DeploymentActivity {
  const current = stepOf(now, MINUTE_SECONDS);
  const latest = hour.filter(({ minute }) => current - stepOf(minute, MINUTE_SECONDS) <= 1);
  const seconds = MINUTE_SECONDS + (now.getTime() / 1000 - current * MINUTE_SECONDS);
  const { limited, failed, latency_p99_ms } = totalsOf(all);
  return {
    ...{ requests: requestsOf(all, window, now), limited, failed, latency_p99_ms },
    requests_per_second: totalsOf(latest).requests / seconds,
    limit_share: limit?.enabled ? shareOf(limit, { latest, hour, seconds }) : null,
  };
}

/** Requests of each step of a window, the current one last. */
function requestsOf(all: readonly DeploymentStep[], window: ActivityWindow, now: Date): number[] {
  const { seconds, step } = ACTIVITY_WINDOWS[window];
  const requests = Array.from({ length: seconds / step }, () => 0);
  for (const { minute, requests: count } of all) {
    const at = requests.length - 1 - (stepOf(now, step) - stepOf(minute, step));
    if (at >= 0 && at < requests.length) requests[at] = (requests[at] ?? 0) + count;
  }
  return requests;
}

/** Limits by the hour are compared with the last hour, others with the latest rate. */
function shareOf(
  limit: Limit,
  {
    latest,
    hour,
    seconds,
  }: {
    readonly latest: readonly DeploymentStep[];
    readonly hour: readonly DeploymentStep[];
    readonly seconds: number;
  },
): number {
  const window = windowSeconds({ time_window: limit.timeWindow });
  const isHour = window >= ACTIVITY_WINDOWS['1h'].seconds;
  const { requests, limited } = totalsOf(isHour ? hour : latest);
  const admitted = requests - limited;
  return (isHour ? admitted : (admitted / seconds) * window) / limit.rateLimit;
}

function stepOf(instant: Date, seconds: number): number {
  return Math.floor(instant.getTime() / 1000 / seconds);
}
