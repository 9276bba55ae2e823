import type { Json } from '../../json';
import type { Retry } from '../../pipeline/schema';
import {
  DEFAULT_BACKOFF_MULTIPLIER,
  DEFAULT_INITIAL_DELAY_SECONDS,
  DEFAULT_MAX_DELAY_SECONDS,
  delayAfterSeconds,
} from '../units/retry';

/** The longest time that the attempts of one step can take, in seconds. */
export interface AttemptTimes {
  readonly attempts: number;
  /** Limit of one attempt; undefined when nothing limits it. */
  readonly attemptSeconds: number | undefined;
  /** Waits between attempts, one fewer than attempts. */
  readonly waits: readonly number[];
  /** Latest end of the last attempt; undefined when nothing limits an attempt. */
  readonly totalSeconds: number | undefined;
}

/** Computes attempts and the waits between them. `timeout` is the limit of one attempt, in seconds. */
export function attemptTimes(retry: Retry | undefined, timeout: number | undefined): AttemptTimes {
  const attempts = clampAttempts(retry?.max_attempts);
  const readable = {
    initial_delay_seconds: finite(retry?.initial_delay_seconds) ?? DEFAULT_INITIAL_DELAY_SECONDS,
    backoff_multiplier: finite(retry?.backoff_multiplier) ?? DEFAULT_BACKOFF_MULTIPLIER,
    max_delay_seconds: finite(retry?.max_delay_seconds) ?? DEFAULT_MAX_DELAY_SECONDS,
  };
  const waits = Array.from({ length: attempts - 1 }, (_, n) => delayAfterSeconds(readable, n + 1));
  const waited = waits.reduce((sum, wait) => sum + wait, 0);
  return {
    attempts,
    attemptSeconds: timeout,
    waits,
    totalSeconds: timeout === undefined ? undefined : attempts * timeout + waited,
  };
}

function clampAttempts(value: unknown): number {
  const attempts = Math.trunc(finite(value) ?? 1);
  return Math.min(10, Math.max(1, attempts));
}

function finite(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** The limit of one attempt: the shorter of the step's timeout and the action's timeout parameter. */
export function attemptLimit(
  stepTimeout: number | undefined,
  paramTimeout: Json | undefined,
): number | undefined {
  const limits = [stepTimeout, paramTimeout].flatMap((limit) => {
    const seconds = finite(limit);
    return seconds === undefined || seconds === 0 ? [] : [seconds];
  });
  return limits.length === 0 ? undefined : Math.min(...limits);
}
