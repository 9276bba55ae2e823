import type { FailureKind } from '../../errors';
import type { Retry } from '../../pipeline/schema';

export const DEFAULT_INITIAL_DELAY_SECONDS = 1;
export const DEFAULT_BACKOFF_MULTIPLIER = 2;
export const DEFAULT_MAX_DELAY_SECONDS = 60;

/** The longest that another side's wish to be left alone is respected. */
const MAX_RETRY_AFTER_SECONDS = 300;

/** Kinds that a retry without `retry_on` does not try again: another attempt cannot change them. docs/rules.md, section 5. */
const NOT_BY_DEFAULT: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'invalid_params',
  'expression_error',
  'cancelled',
  'explicit_failure',
  'unknown_effect',
]);

/**
 * Seconds to wait before the next attempt, or undefined to give up.
 * @param attempt the attempt that failed, counted from 1
 * @param askedSeconds how long the other side asked to be left alone
 */
export function retryDelaySeconds(
  retry: Retry | undefined,
  attempt: number,
  kind: FailureKind,
  askedSeconds = 0,
): number | undefined {
  if (!retry || attempt >= (retry.max_attempts ?? 1)) return undefined;
  const wanted = retry.retry_on ? retry.retry_on.includes(kind) : !NOT_BY_DEFAULT.has(kind);
  if (!wanted) return undefined;
  return Math.max(delayAfterSeconds(retry, attempt), Math.min(askedSeconds, MAX_RETRY_AFTER_SECONDS));
}

/** Seconds between attempt `attempt` and the next: initial × multiplier^(attempt − 1), at most the maximum. */
export function delayAfterSeconds(retry: Retry, attempt: number): number {
  const initial = retry.initial_delay_seconds ?? DEFAULT_INITIAL_DELAY_SECONDS;
  const multiplier = retry.backoff_multiplier ?? DEFAULT_BACKOFF_MULTIPLIER;
  return Math.min(
    initial * multiplier ** (attempt - 1),
    retry.max_delay_seconds ?? DEFAULT_MAX_DELAY_SECONDS,
  );
}
