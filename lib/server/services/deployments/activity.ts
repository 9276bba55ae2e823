import type { DeploymentActivity } from '@/lib/contracts/deployments';
import { windowSeconds } from '../../gateway/limit/algorithm';
import { totalsOf } from '../../gateway/meter/summary';
import type { DeploymentMinute } from '../../store/deployment-minutes';
import type { LimitRow } from '../../store/deployments/deployment-row';

const MINUTE_SECONDS = 60;
const MINUTES = 60;

/** The period of the activity of a list, in seconds. */
export const ACTIVITY_SECONDS = MINUTES * MINUTE_SECONDS;

type Limit = Pick<LimitRow, 'rateLimit' | 'timeWindow' | 'enabled'>;

/** The last hour of a deployment. @param minutes of all gateway processes */
export function activityOf(
  minutes: readonly DeploymentMinute[],
  limit: Limit | null,
  now: Date,
): DeploymentActivity {
  const current = minuteOf(now);
  const requests = Array.from({ length: MINUTES }, () => 0);
  for (const { minute, requests: count } of minutes) {
    const at = MINUTES - 1 - (current - minuteOf(minute));
    if (at >= 0 && at < MINUTES) requests[at] = (requests[at] ?? 0) + count;
  }
  const latest = minutes.filter(({ minute }) => current - minuteOf(minute) <= 1);
  const seconds = MINUTE_SECONDS + (now.getTime() / 1000 - current * MINUTE_SECONDS);
  const { limited, failed, latency_p99_ms } = totalsOf(minutes);
  const rate = (of: readonly DeploymentMinute[]) => totalsOf(of).requests / seconds;
  return {
    ...{ requests, limited, failed, latency_p99_ms },
    requests_per_second: rate(latest),
    limit_share: limit?.enabled ? shareOf(limit, { latest, all: minutes, seconds }) : null,
  };
}

/** Limits by the hour are compared with the last hour, others with the latest rate. */
function shareOf(
  limit: Limit,
  {
    latest,
    all,
    seconds,
  }: {
    readonly latest: readonly DeploymentMinute[];
    readonly all: readonly DeploymentMinute[];
    readonly seconds: number;
  },
): number {
  const window = windowSeconds({ time_window: limit.timeWindow });
  const isHour = window >= ACTIVITY_SECONDS;
  const { requests, limited } = totalsOf(isHour ? all : latest);
  const admitted = requests - limited;
  return (isHour ? admitted : (admitted / seconds) * window) / limit.rateLimit;
}

function minuteOf(instant: Date): number {
  return Math.floor(instant.getTime() / 1000 / MINUTE_SECONDS);
}
