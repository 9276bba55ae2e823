import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bodies, numbered } from '../../testing/random-events';
import type { RunEvent, RunEventBody } from '../state/events';
import { createInstants } from './transitions';

const START = Date.parse('2026-11-20T10:00:00.000Z');
const started = (step: string, attempt = 1): RunEventBody => ({
  ...{ type: 'step_started', step, attempt, action: 'log', inputs: { value: {} } },
});
const waiting = (step: string): RunEventBody => ({ type: 'step_waiting', step, attempt: 1, reason: 'timer' });
const completed = (step: string): RunEventBody => ({
  ...{ type: 'step_completed', step, attempt: 1, output: { value: 1 } },
});

function instantsOf(...lines: readonly (readonly [ms: number, body: RunEventBody])[]) {
  const events = lines.map(([ms, body], index): RunEvent => {
    return { ...body, seq: index + 1, at: new Date(START + ms).toISOString() };
  });
  const instants = createInstants();
  instants.update(events);
  return instants;
}

describe('the instants of a run', () => {
  const run = instantsOf(
    [0, { type: 'run_started' }],
    [10, started('a')],
    [20, { type: 'step_logged', step: 'a', attempt: 1, level: 'info', message: 'm' }],
    [30, waiting('a')],
    [40, waiting('a')],
    [50, completed('a')],
    [50, started('b')],
  );

  test('are those at which a status changed: logs and repeated checks are none', () => {
    expect(run.transitions.map(({ at }) => at - START)).toEqual([0, 10, 30, 50]);
    expect(run.transitions.at(-1)?.changes).toEqual([
      { step: 'a', iteration: [], status: 'completed' },
      { step: 'b', iteration: [], status: 'running' },
    ]);
  });

  test('say which events had happened', () => {
    expect([-1, 0, 29, 30, 50, 99].map((ms) => run.countAt(START + ms))).toEqual([0, 1, 3, 4, 7, 7]);
  });

  test('have neighbours', () => {
    const near = (ms: number) =>
      [run.before(START + ms), run.after(START + ms)].map((each) => each && each.at - START);
    expect(near(0)).toEqual([undefined, 10]);
    expect(near(10)).toEqual([0, 30]);
    expect(near(11)).toEqual([10, 30]);
    expect(near(50)).toEqual([30, undefined]);
  });

  test('never go back when the clocks of two workers differ', () => {
    const skewed = instantsOf([100, started('a')], [60, completed('a')], [70, started('b')]);
    expect(skewed.transitions.map(({ at }) => at - START)).toEqual([100]);
    expect(skewed.countAt(START + 99)).toBe(0);
    expect(skewed.countAt(START + 100)).toBe(3);
  });

  test('are in order, and one after the other covers every event, for any journal read in pieces', () => {
    const gaps = fc.array(fc.integer({ min: -5, max: 50 }), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(fc.array(bodies, { maxLength: 40 }), gaps, fc.nat({ max: 40 }), (list, after, first) => {
        let now = START;
        const events = numbered(list).map((event, index) => {
          now += after[index] ?? 0;
          return { ...event, at: new Date(now).toISOString() };
        });
        const instants = createInstants();
        instants.update(events.slice(0, first));
        instants.update(events);
        const times = instants.transitions.map(({ at }) => at);
        expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
        const counts = times.map(instants.countAt);
        expect(counts).toEqual([...counts].sort((a, b) => a - b));
        expect(instants.countAt(Number.POSITIVE_INFINITY)).toBe(events.length);
      }),
      { numRuns: 300 },
    );
  });
});
