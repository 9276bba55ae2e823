import type { FailureKind } from '../../errors';
import type { Retry } from '../../pipeline/schema';

export const DEFAULT_INITIAL_DELAY_SECONDS = 1;
export const DEFAULT_BACKOFF_MULTIPLIER = 2;
export const DEFAULT_MAX_DELAY_SECONDS = 60;

/** Longest `Retry-After` of a remote server that is respected. */
const MAX_RETRY_AFTER_SECONDS = 300;

/**
 * Kinds of failure that are not retried without `retry_on`: another attempt would fail in the same way. docs/rules.md,
 * section 5.
 */
const NOT_BY_DEFAULT: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'invalid_params',
  'expression_error',
  'cancelled',
  'explicit_failure',
  'unknown_effect',
]);

/**
 * Seconds to wait before the next attempt; undefined when there is none.
 * @param attempt the attempt that failed, counted from 1
 * @param retryAfterSeconds the `Retry-After` of the remote server
 */
export function retryDelaySeconds(
  retry: Retry | undefined,
  attempt: number,
  kind: FailureKind,
  retryAfterSeconds = 0,
): number | undefined {
  if (!retry || attempt >= (retry.max_attempts ?? 1)) return undefined;
  const wanted = retry.retry_on ? retry.retry_on.includes(kind) : !NOT_BY_DEFAULT.has(kind);
  if (!wanted) return undefined;
  return Math.max(delayAfterSeconds(retry, attempt), Math.min(retryAfterSeconds, MAX_RETRY_AFTER_SECONDS));
}

/** Seconds between this attempt and the next: initial × multiplier^(attempt − 1), at most the maximum. */
export function delayAfterSeconds(retry: Retry, attempt: number): number {
  const initial = retry.initial_delay_seconds ?? DEFAULT_INITIAL_DELAY_SECONDS;
  const multiplier = retry.backoff_multiplier ?? DEFAULT_BACKOFF_MULTIPLIER;
  return Math.min(
    initial * multiplier ** (attempt - 1),
    retry.max_delay_seconds ?? DEFAULT_MAX_DELAY_SECONDS,
  );
}
