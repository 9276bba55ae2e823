import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decisionAt, type LimitRule, type LimitState, levelAt, take } from './algorithm';

const NEW: LimitState = { tokens: null, refilledAt: null, windowNumber: null, admitted: 0 };
const SECOND = 1_000_000;
/** The beginning of an hour, in microseconds since 1970. */
const START = 1_767_225_600 * SECOND;

const bucket = (rate: number, more: Partial<LimitRule> = {}): LimitRule => ({
  algorithm: 'token_bucket',
  rate_limit: rate,
  time_window: 'second',
  ...more,
});
const fixed = (rate: number, window: LimitRule['time_window'] = 'second'): LimitRule => ({
  algorithm: 'fixed_window',
  rate_limit: rate,
  time_window: window,
});

interface Arrival {
  readonly at: number;
  readonly wanted: number;
}

/** How many requests each arrival admits. */
function admit(rule: LimitRule, arrivals: readonly Arrival[]): number[] {
  let state = NEW;
  return arrivals.map(({ at, wanted }) => {
    const taken = take(rule, state, levelAt(rule, state, at), wanted);
    state = taken.state;
    return taken.admitted;
  });
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('a token bucket', () => {
  test('starts full, refills continuously and never holds more than its capacity', () => {
    const arrivals = [0, 50_000, 100_000, 10 * SECOND].map((later) => ({ at: START + later, wanted: 100 }));
    expect(admit(bucket(10), arrivals)).toEqual([10, 0, 1, 10]);
  });

  test('has the capacity of its burst', () => {
    expect(admit(bucket(10, { burst: 3 }), [{ at: START, wanted: 10 }])).toEqual([3]);
    expect(admit(bucket(2, { burst: 30 }), [{ at: START, wanted: 50 }])).toEqual([30]);
  });

  test('takes nothing for refused requests', () => {
    const asked = Array.from({ length: 10 }, (_, n) => ({ at: START + n * 10_000, wanted: 5 }));
    expect(
      sum(admit(bucket(10), [{ at: START, wanted: 10 }, ...asked, { at: START + 100_000, wanted: 5 }])),
    ).toBe(11);
  });

  test('returns to a refused request when the next token is available, at least a second later', () => {
    const rule = bucket(2, { time_window: 'minute' });
    const { state } = take(rule, NEW, levelAt(rule, NEW, START), 2);
    const level = levelAt(rule, state, START + 5 * SECOND);
    expect(decisionAt(rule, level, 0)).toMatchObject({ isAdmitted: false, remaining: 0, retrySeconds: 25 });
    expect(decisionAt(bucket(1000), { at: START, level: 0.5 }, 0)).toMatchObject({ retrySeconds: 1 });
  });

  test('keeps what it has, up to a new capacity', () => {
    const { state } = take(bucket(100), NEW, levelAt(bucket(100), NEW, START), 40);
    expect(levelAt(bucket(50), state, START).level).toBe(50);
    expect(levelAt(bucket(200), state, START).level).toBe(60);
  });
});

describe('a fixed window', () => {
  test('counts from 0 at each boundary since 1970', () => {
    const arrivals = [
      { at: START + 999_999, wanted: 15 },
      { at: START + SECOND, wanted: 4 },
      { at: START + 1.5 * SECOND, wanted: 15 },
    ];
    expect(admit(fixed(10), arrivals)).toEqual([10, 4, 6]);
  });

  test('returns to a refused request when the window ends', () => {
    const rule = fixed(1, 'hour');
    const level = { at: START + 600 * SECOND, level: 0 };
    expect(decisionAt(rule, level, 0)).toMatchObject({
      isAdmitted: false,
      resetSeconds: 3000,
      retrySeconds: 3000,
    });
  });
});

test('a clock that goes back a little stands still, and one that was set is followed', () => {
  const arrivals = [START, START - SECOND, START - 3600 * SECOND, START - 3599 * SECOND].map((at) => ({
    at,
    wanted: 10,
  }));
  expect(admit(bucket(10), arrivals)).toEqual([10, 0, 0, 10]);
  expect(admit(fixed(10), arrivals)).toEqual([10, 0, 10, 10]);
});

const arrivals = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 700_000 }), fc.integer({ min: 0, max: 40 })), { maxLength: 60 })
  .map((steps) => {
    let at = START;
    return steps.map(([later, wanted]) => {
      at += later;
      return { at, wanted };
    });
  });

describe('in every series of requests', () => {
  test('a token bucket admits at most its capacity and the refill of any interval', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 60 }),
        arrivals,
        (rate, burst, series) => {
          const admitted = admit(bucket(rate, { burst }), series);
          for (const [from, first] of series.entries()) {
            let total = 0;
            for (const [index, { at }] of series.entries()) {
              if (index < from) continue;
              total += admitted[index] ?? 0;
              expect(total).toBeLessThanOrEqual(burst + ((at - first.at) / SECOND) * rate + 1e-6);
            }
          }
        },
      ),
    );
  });

  test('a refused request would have exceeded the bucket', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), arrivals, (rate, series) => {
        let state = NEW;
        for (const { at, wanted } of series) {
          const level = levelAt(bucket(rate), state, at);
          const taken = take(bucket(rate), state, level, wanted);
          if (taken.admitted < wanted) expect(level.level - taken.admitted).toBeLessThan(1);
          state = taken.state;
        }
      }),
    );
  });

  test('a fixed window admits the smaller of what came and its limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), arrivals, (rate, series) => {
        const admitted = admit(fixed(rate), series);
        const windows = new Map<number, { came: number; admitted: number }>();
        for (const [index, { at, wanted }] of series.entries()) {
          const number = Math.floor(at / SECOND);
          const before = windows.get(number) ?? { came: 0, admitted: 0 };
          windows.set(number, {
            came: before.came + wanted,
            admitted: before.admitted + (admitted[index] ?? 0),
          });
        }
        for (const window of windows.values()) expect(window.admitted).toBe(Math.min(window.came, rate));
      }),
    );
  });

  test('requests of one time are decided as if they had come one after the other', () => {
    fc.assert(
      fc.property(fc.constantFrom(bucket(7), fixed(7)), arrivals, (rule, series) => {
        const single = series.flatMap(({ at, wanted }) =>
          Array.from({ length: wanted }, () => ({ at, wanted: 1 })),
        );
        expect(sum(admit(rule, single))).toBe(sum(admit(rule, series)));
      }),
    );
  });
});
