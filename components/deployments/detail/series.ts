import { type DeploymentMetrics, METRIC_WINDOWS, type MetricPoint } from '@/lib/contracts/deployment-metrics';
import type { DeploymentEvent } from '@/lib/contracts/deployments';

/** One interval of a chart; values are null without measurements. */
export interface Sample {
  /** Start of the interval, in ms since 1970. */
  readonly at: number;
  readonly requestsPerSecond: number;
  /** Refused with 429. */
  readonly limited: number;
  readonly p50: number | null;
  readonly p99: number | null;
  readonly inFlight: number;
  readonly ready: number | null;
}

/** The samples of a window up to now, oldest first, including those without requests. */
export function samplesOf(metrics: DeploymentMetrics, now: number): readonly Sample[] {
  const stepMs = metrics.step_seconds * 1000;
  const count = Math.floor(METRIC_WINDOWS[metrics.window].seconds / metrics.step_seconds);
  const latest = Math.floor(now / stepMs) * stepMs;
  const known = new Map(
    metrics.points.map((point) => [Math.floor(Date.parse(point.at) / stepMs) * stepMs, point]),
  );
  return Array.from({ length: count }, (_, index) => {
    const at = latest - (count - 1 - index) * stepMs;
    return sampleOf(at, known.get(at), metrics.step_seconds);
  });
}

function sampleOf(at: number, point: MetricPoint | undefined, seconds: number): Sample {
  if (!point) {
    return { at, requestsPerSecond: 0, limited: 0, p50: null, p99: null, inFlight: 0, ready: null };
  }
  return {
    at,
    requestsPerSecond: point.requests / seconds,
    limited: point.limited,
    p50: point.latency_p50_ms,
    p99: point.latency_p99_ms,
    inFlight: point.in_flight,
    ready: point.ready_replicas,
  };
}

/** Size of the view box of a chart, which is stretched to the page. */
export const LANE = { width: 800, height: 48 } as const;

/** The top of an axis: the next 1, 2 or 5 times a power of ten. */
export function ceilingOf(values: readonly (number | null)[]): number {
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  if (most === 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 5, 10].map((factor) => factor * power).find((top) => top >= most) ?? most;
}

/** The x coordinate of the middle of a sample. */
export function xOf(index: number, count: number): number {
  return ((index + 0.5) / count) * LANE.width;
}

/** The SVG path data of the line through the values, with gaps for null. */
export function linePath(values: readonly (number | null)[], top: number): string {
  let isOn = false;
  return values
    .flatMap((value, index) => {
      const command = isOn ? 'L' : 'M';
      isOn = value !== null;
      if (value === null) return [];
      return `${command}${round(xOf(index, values.length))} ${round(LANE.height * (1 - value / top))}`;
    })
    .join('');
}

/** The SVG path data of values without a neighbour, which a line would not show. */
export function dotsPath(values: readonly (number | null)[], top: number): string {
  const isNone = (value: number | null | undefined) => value === null || value === undefined;
  return values
    .flatMap((value, index) => {
      if (value === null || !isNone(values[index - 1]) || !isNone(values[index + 1])) return [];
      return `M${round(xOf(index, values.length))} ${round(LANE.height * (1 - value / top))}h0`;
    })
    .join('');
}

/** The SVG path data of the area below a line without gaps. */
export function areaPath(values: readonly number[], top: number): string {
  const [first, last] = [xOf(0, values.length), xOf(values.length - 1, values.length)];
  return `${linePath(values, top)}L${round(last)} ${LANE.height}L${round(first)} ${LANE.height}Z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** An event of the deployment on a chart. */
export interface ChartMark {
  readonly event: DeploymentEvent;
  /** Position from 0 (left) to 1 (right). */
  readonly share: number;
}

/** Kinds of events that explain changes in the charts. */
const MARKED: readonly DeploymentEvent['kind'][] = [
  'scaled',
  'updated',
  'rolled_back',
  'limited',
  'replica_restarted',
  'replica_failed',
  'failed',
];

/** The marks of the events within a chart. */
export function marksOf(
  events: readonly DeploymentEvent[],
  samples: readonly Sample[],
): readonly ChartMark[] {
  const [first, second] = samples;
  if (!first || !second) return [];
  const wholeMs = (second.at - first.at) * samples.length;
  return events.flatMap((event) => {
    const share = (Date.parse(event.created_at) - first.at) / wholeMs;
    return MARKED.includes(event.kind) && share >= 0 && share <= 1 ? [{ event, share }] : [];
  });
}
