import type { MetricPoint } from '@/lib/contracts/deployment-metrics';
import type { DeploymentMinute, DeploymentStep } from '../../store/deployment-minutes';
import { groupBy } from '../../store/group-by';
import { Histogram } from './histogram';

/** The sum of several minutes. */
export function totalsOf(minutes: readonly DeploymentStep[]) {
  const latencies = new Histogram();
  for (const minute of minutes) latencies.addList(minute.latencies);
  const sum = (pick: (minute: DeploymentStep) => number) =>
    minutes.reduce((total, minute) => total + pick(minute), 0);
  return {
    requests: sum(({ requests }) => requests),
    limited: sum(({ limited }) => limited),
    failed: sum(({ failed }) => failed),
    latency_p50_ms: latencies.quantile(0.5),
    latency_p99_ms: latencies.quantile(0.99),
  };
}

/** Totals of minutes, and a point for each `stepSeconds`. @param minutes of all processes, oldest first */
export function summarise(minutes: readonly DeploymentMinute[], stepSeconds: number) {
  const stepMs = stepSeconds * 1000;
  const stepOf = (minute = new Date(0)) => Math.floor(minute.getTime() / stepMs);
  const points = groupBy(minutes, ({ minute }) => stepOf(minute)).map(
    (within): MetricPoint => ({
      at: new Date(stepOf(within[0]?.minute) * stepMs).toISOString(),
      ...totalsOf(within),
      ...peaksOf(within),
    }),
  );
  return { totals: totalsOf(minutes), points };
}

/** Requests by the id of their key. */
export function requestsByKey(minutes: readonly DeploymentMinute[]): ReadonlyMap<string, number> {
  const requests = new Map<string, number>();
  for (const { keys } of minutes) {
    for (const [id, count] of Object.entries(keys)) requests.set(id, (requests.get(id) ?? 0) + count);
  }
  return requests;
}

/** Peaks of the sums over all processes. Ready replicas are not summed, because each process counts all of them. */
function peaksOf(minutes: readonly DeploymentMinute[]) {
  const each = groupBy(minutes, ({ minute }) => minute.getTime());
  const peak = (pick: (minute: DeploymentMinute) => number) =>
    Math.max(...each.map((processes) => processes.reduce((total, one) => total + pick(one), 0)));
  return {
    in_flight: peak(({ inFlight }) => inFlight),
    queued: peak(({ queued }) => queued),
    ready_replicas: Math.max(...minutes.map(({ ready }) => ready)),
  };
}
