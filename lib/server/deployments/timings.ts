import { DRAIN_NOTICE_MS } from '../store/gateway-loads';

/** How long the controller waits for what. */
export interface Timings {
  /** Between two checks of the desired state, in ms; a change is checked immediately. */
  readonly tickMs: number;
  /** Between two health checks of a replica that starts, in ms. */
  readonly startProbeMs: number;
  /** Between two health checks of a replica that is ready, in ms. */
  readonly liveProbeMs: number;
  /** Longest time for the answer to a health check, in ms. */
  readonly probeTimeoutMs: number;
  /** Delay before the first restart, in ms; doubled each time. */
  readonly backOffMs: number;
  readonly longestBackOffMs: number;
  /** Each such time of readiness takes one doubling of the delay back, in ms. */
  readonly recoverMs: number;
  /** Longest time that requests in flight get before a replica is stopped, in ms. */
  readonly drainMs: number;
  /** Time after which all gateways know that a replica is being stopped, in ms. */
  readonly noticeMs: number;
  /** Between two measurements for auto-scaling, in ms. */
  readonly scaleEveryMs: number;
  /** How long the load must be low before a replica is removed, in ms. */
  readonly scaleDownAfterMs: number;
  /** Time between SIGTERM and SIGKILL, in ms. */
  readonly killMs: number;
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
};

/** Health checks in a row without an answer after which a replica counts as dead. */
export const MISSES = 3;
/** As `MISSES`, for a replica that computes or has requests: a busy one answers late. */
export const BUSY_MISSES = 60;
/** Failures in a row before a replica was ever ready, after which it is given up. */
export const MOST_FAILURES = 5;
