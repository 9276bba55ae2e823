import { describe, expect, test } from 'vitest';
import { FAILURE_KINDS } from '../../errors';
import { delayAfterSeconds, retryDelaySeconds } from './retry';

describe('a retry', () => {
  test('is not made without a retry configuration', () => {
    expect(retryDelaySeconds(undefined, 1, 'timeout')).toBeUndefined();
    expect(retryDelaySeconds({}, 1, 'timeout')).toBeUndefined();
  });

  test('counts the first attempt among max_attempts', () => {
    const retry = { max_attempts: 3 };
    expect([1, 2, 3, 4].map((attempt) => retryDelaySeconds(retry, attempt, 'timeout'))).toEqual([
      1,
      2,
      undefined,
      undefined,
    ]);
  });

  test.each(FAILURE_KINDS)('without retry_on: %s', (kind) => {
    const never = ['invalid_params', 'expression_error', 'cancelled', 'explicit_failure', 'unknown_effect'];
    expect(retryDelaySeconds({ max_attempts: 2 }, 1, kind)).toBe(never.includes(kind) ? undefined : 1);
  });

  test('with retry_on is made for exactly those kinds', () => {
    const retry = { max_attempts: 2, retry_on: ['timeout' as const, 'explicit_failure' as const] };
    expect(retryDelaySeconds(retry, 1, 'timeout')).toBe(1);
    expect(retryDelaySeconds(retry, 1, 'explicit_failure')).toBe(1);
    expect(retryDelaySeconds(retry, 1, 'connection_error')).toBeUndefined();
    expect(retryDelaySeconds({ max_attempts: 2, retry_on: [] }, 1, 'timeout')).toBeUndefined();
  });
});

describe('the delay', () => {
  test('doubles from one second to a minute by default', () => {
    expect([1, 2, 3, 6, 7, 9].map((attempt) => delayAfterSeconds({}, attempt))).toEqual([
      1, 2, 4, 32, 60, 60,
    ]);
  });

  test('follows the configured numbers', () => {
    const retry = { initial_delay_seconds: 0.5, backoff_multiplier: 3, max_delay_seconds: 10 };
    expect([1, 2, 3, 4].map((attempt) => delayAfterSeconds(retry, attempt))).toEqual([0.5, 1.5, 4.5, 10]);
    expect(delayAfterSeconds({ initial_delay_seconds: 0 }, 5)).toBe(0);
  });
});
