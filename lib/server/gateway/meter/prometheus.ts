import type { Metric } from '../../prometheus';
import type { DeploymentSlots } from '../slots';
import type { Meter } from './meter';

/** Prometheus metrics of the gateway of this process, by deployment. */
export function gatewayMetrics(meter: Meter, slots: ReadonlyMap<string, DeploymentSlots>): Metric[] {
  const totals = [...meter.totals];
  const by = (pick: (id: string) => number) => ({
    label: 'deployment',
    values: new Map(totals.map(([id, { name }]) => [name, pick(id)])),
  });
  const total = (name: string, help: string, key: 'requests' | 'limited' | 'failed'): Metric => ({
    ...{ name, help, type: 'counter' },
    value: by((id) => meter.totals.get(id)?.[key] ?? 0),
  });
  const gauge = (name: string, help: string, pick: (id: string) => number): Metric => ({
    ...{ name, help, type: 'gauge' },
    value: by(pick),
  });
  const seconds = (share: number) => (id: string) => (meter.quantile(id, share) ?? Number.NaN) / 1000;
  return [
    total('pipewright_gateway_requests_total', 'Requests to deployments.', 'requests'),
    total('pipewright_gateway_limited_total', 'Requests over the rate limit.', 'limited'),
    total('pipewright_gateway_failed_total', 'Requests that failed.', 'failed'),
    gauge(
      'pipewright_gateway_in_flight',
      'Requests in flight at replicas.',
      (id) => slots.get(id)?.total ?? 0,
    ),
    gauge(
      'pipewright_gateway_queued',
      'Requests that wait for a replica.',
      (id) => slots.get(id)?.queued ?? 0,
    ),
    gauge(
      'pipewright_gateway_latency_p50_seconds',
      'Median latency of the last one to two minutes.',
      seconds(0.5),
    ),
    gauge(
      'pipewright_gateway_latency_p99_seconds',
      '99th percentile of the latency of the last one to two minutes.',
      seconds(0.99),
    ),
  ];
}
