import type { RateLimit } from '@/lib/contracts/deployments';

/** Length of each window in microseconds, the resolution of the database's clock. */
const WINDOW_MICROS: Readonly<Record<RateLimit['time_window'], number>> = {
  second: 1_000_000,
  minute: 60_000_000,
  hour: 3_600_000_000,
};

/**
 * When the clock goes back by less than this, time counts as stopped; by more, the clock counts as adjusted. In
 * microseconds.
 */
export const CLOCK_SLACK_MICROS = 10_000_000;

/** Tolerance for floating-point seconds, far below the resolution of a header. */
const ROUNDING = 1e-6;

/** A rate limit without its state. */
export type LimitRule = Pick<RateLimit, 'rate_limit' | 'time_window' | 'algorithm' | 'burst'>;

/** State between requests. Instants are microseconds since 1970. */
export interface LimitState {
  /** Token bucket; null for a full one. */
  readonly tokens: number | null;
  /** Time of the last request, for both algorithms. */
  readonly refilledAt: number | null;
  /** Fixed window: its index since 1970, and the requests admitted in it. */
  readonly windowNumber: number | null;
  readonly admitted: number;
}

/** The state at an instant, before requests of that instant. */
export interface LimitLevel {
  readonly at: number;
  /** Requests that would be admitted; a fraction of a token counts for the next one only. */
  readonly level: number;
}

/** The decision about one request. Durations are in seconds. */
export interface LimitDecision {
  readonly isAdmitted: boolean;
  /** Requests that would be admitted after it. */
  readonly remaining: number;
  /** Time until the bucket is full, or until the next window. */
  readonly resetSeconds: number;
  /** Whole seconds after which a refused request may be admitted. */
  readonly retrySeconds: number;
}

/** The largest number of requests that are admitted at once. */
export function capacityOf({ algorithm, burst, rate_limit: rate }: LimitRule): number {
  return algorithm === 'token_bucket' ? (burst ?? rate) : rate;
}

/** Length of the window in seconds. */
export function windowSeconds({ time_window: window }: Pick<LimitRule, 'time_window'>): number {
  return WINDOW_MICROS[window] / 1_000_000;
}

/**
 * The state at an instant: the refilled bucket, or the count of the window. The SQL statement that admits requests
 * computes the same.
 * @param now in microseconds since 1970
 * @public for tests, as `take`
 */
export function levelAt(rule: LimitRule, state: LimitState, now: number): LimitLevel {
  const { refilledAt, tokens, windowNumber, admitted } = state;
  const isBack = refilledAt !== null && refilledAt > now && refilledAt - now <= CLOCK_SLACK_MICROS;
  const at = isBack ? refilledAt : now;
  if (rule.algorithm === 'fixed_window') {
    const count = windowNumber === numberAt(rule, at) ? admitted : 0;
    return { at, level: Math.max(0, rule.rate_limit - count) };
  }
  const capacity = capacityOf(rule);
  if (tokens === null || refilledAt === null) return { at, level: capacity };
  // In fractions of a token of which each microsecond adds a whole number, so that many small refills equal one large one.
  const shares = WINDOW_MICROS[rule.time_window];
  const refilled = Math.floor(tokens * shares + 0.5) + Math.max(0, at - refilledAt) * rule.rate_limit;
  return { at, level: Math.min(capacity, refilled / shares) };
}

/**
 * Admits as many requests as the level allows. Refused requests consume nothing.
 * @public
 */
export function take(
  rule: LimitRule,
  state: LimitState,
  { at, level }: LimitLevel,
  wanted: number,
): { readonly admitted: number; readonly state: LimitState } {
  const admitted = Math.min(wanted, Math.floor(level));
  if (rule.algorithm === 'token_bucket') {
    return { admitted, state: { ...state, tokens: level - admitted, refilledAt: at } };
  }
  const windowNumber = numberAt(rule, at);
  const count = rule.rate_limit - level + admitted;
  return { admitted, state: { ...state, refilledAt: at, windowNumber, admitted: count } };
}

/** The decision about one request of a batch. @param index position in the batch, from 0 */
export function decisionAt(rule: LimitRule, { at, level }: LimitLevel, index: number): LimitDecision {
  const available = Math.floor(level);
  const isAdmitted = index < available;
  return stateAfter(rule, { at, level: level - Math.min(index + 1, available) }, isAdmitted);
}

/** The state at a level, as a decision that consumes nothing. */
export function stateAfter(rule: LimitRule, { at, level }: LimitLevel, isAdmitted = true): LimitDecision {
  const windowMicros = WINDOW_MICROS[rule.time_window];
  const remaining = Math.floor(level);
  if (rule.algorithm === 'fixed_window') {
    const resetSeconds = ((numberAt(rule, at) + 1) * windowMicros - at) / 1_000_000;
    return { isAdmitted, remaining, resetSeconds, retrySeconds: Math.max(1, Math.ceil(resetSeconds)) };
  }
  const secondsPerToken = windowMicros / 1_000_000 / rule.rate_limit;
  return {
    isAdmitted,
    remaining,
    resetSeconds: (capacityOf(rule) - level) * secondsPerToken,
    retrySeconds: Math.max(1, Math.ceil((1 - level) * secondsPerToken - ROUNDING)),
  };
}

function numberAt(rule: LimitRule, at: number): number {
  return Math.floor(at / WINDOW_MICROS[rule.time_window]);
}
