import { describe, expect, it } from 'vitest';
import { attemptLimit, attemptTimes } from '@/engine/run/time/attempt-times';
import { describeRuler, formatSeconds } from './ruler';

describe('attemptTimes', () => {
  it('adds timeouts and growing waits to the latest end', () => {
    const ruler = attemptTimes({ max_attempts: 3, backoff_multiplier: 2 }, 120);
    expect(ruler.waits).toEqual([1, 2]);
    expect(ruler.totalSeconds).toBe(363);
    expect(formatSeconds(ruler.totalSeconds ?? 0)).toBe('6 m 3 s');
  });

  it('never waits longer than the maximum delay, 60 s by default', () => {
    expect(attemptTimes({ max_attempts: 8, backoff_multiplier: 3 }, 1).waits).toEqual([
      1, 3, 9, 27, 60, 60, 60,
    ]);
    expect(attemptTimes({ max_attempts: 4, max_delay_seconds: 2 }, 1).waits).toEqual([1, 2, 2]);
  });

  it('is one attempt without waits when there is no retry', () => {
    expect(attemptTimes(undefined, 30)).toEqual({
      attempts: 1,
      attemptSeconds: 30,
      waits: [],
      totalSeconds: 30,
    });
  });

  it('has no total when nothing limits an attempt', () => {
    const ruler = attemptTimes({ max_attempts: 2 }, undefined);
    expect(ruler.totalSeconds).toBeUndefined();
    expect(describeRuler(ruler)).toBe('2 attempts with delays of 1 s.');
  });

  it('limits a retry that is out of range', () => {
    expect(attemptTimes({ max_attempts: 400 }, 1).attempts).toBe(10);
    expect(attemptTimes({ max_attempts: -1 }, 1).attempts).toBe(1);
  });

  it('describes the start of each attempt', () => {
    expect(describeRuler(attemptTimes({ max_attempts: 3 }, 120))).toBe(
      'Each attempt takes at most 2 m. Latest starts: 0 s, 2 m 1 s, 4 m 3 s.',
    );
  });
});

describe('attemptLimit', () => {
  it('is the shorter of step and action', () => {
    expect(attemptLimit(60, 30)).toBe(30);
    expect(attemptLimit(10, undefined)).toBe(10);
    expect(attemptLimit(undefined, '{{params.t}}')).toBeUndefined();
  });
});

describe('formatSeconds', () => {
  it.each([
    [0, '0 s'],
    [0.5, '0.5 s'],
    [59, '59 s'],
    [60, '1 m'],
    [3660, '1 h 1 m'],
    [90_000, '1 d 1 h'],
  ])('writes %d s as %s', (seconds, text) => expect(formatSeconds(seconds)).toBe(text));
});
