import { DRAIN_NOTICE_MS } from '../store/gateway-loads';

/** Intervals and timeouts of the controller. */
export interface Timings {
  /** Interval of checks of the desired state, in ms. A change triggers one immediately. */
  readonly tickMs: number;
  /** Interval of health checks of a starting replica, in ms. */
  readonly startProbeMs: number;
  /** Interval of health checks of a ready replica, in ms. */
  readonly liveProbeMs: number;
  /** Timeout of a health check, in ms. */
  readonly probeTimeoutMs: number;
  /** Delay before the first restart, in ms; doubled for each further failure. */
  readonly backOffMs: number;
  readonly longestBackOffMs: number;
  /** Time of readiness that halves the restart delay again, in ms. */
  readonly recoverMs: number;
  /** Grace period for requests in flight before a replica is stopped, in ms. */
  readonly drainMs: number;
  /** Time until all gateways know that a replica is stopping, in ms. */
  readonly noticeMs: number;
  /** Interval of measurements for auto-scaling, in ms. */
  readonly scaleEveryMs: number;
  /** Time of low load before a replica is removed, in ms. */
  readonly scaleDownAfterMs: number;
  /** Time between SIGTERM and SIGKILL, in ms. */
  readonly killMs: number;
  /** Interval of the search for processes and cluster objects without a deployment, in ms. */
  readonly sweepMs: number;
}

export const TIMINGS: Timings = {
  tickMs: 1000,
  startProbeMs: 200,
  liveProbeMs: 5000,
  probeTimeoutMs: 5000,
  backOffMs: 1000,
  longestBackOffMs: 60_000,
  recoverMs: 5000,
  drainMs: 30_000,
  noticeMs: DRAIN_NOTICE_MS,
  scaleEveryMs: 5000,
  scaleDownAfterMs: 60_000,
  killMs: 5000,
  sweepMs: 60_000,
};

/** Consecutive failed health checks after which a replica counts as dead. */
export const MISSES = 3;
/** As `MISSES`, for a busy replica, which responds late. */
export const BUSY_MISSES = 60;
/** Consecutive failures after which a replica that was never ready is not restarted. */
export const MAX_FAILURES = 5;
