import { describe, expect, it } from 'vitest';
import { hasWarning, warningsOf } from './count-warnings';
import { PENDING_UNIT } from './pending-unit';
import { failuresText, isSerious, warningsText } from './run-warnings';
import type { RunState, UnitState } from './state';

const unit = (part: Partial<UnitState>): UnitState => ({ ...PENDING_UNIT, ...part });
const stateOf = (steps: Record<string, UnitState>): Pick<RunState, 'steps'> => ({
  steps: new Map(Object.entries(steps)),
});
const loop = (...units: UnitState[]): UnitState =>
  unit({
    status: 'completed',
    iterations: {
      as: undefined,
      action: 'http_request',
      params: {},
      items: units.map((_, index) => ({ value: index })),
      first: 0,
      total: units.length,
      parallel: 1,
      stopOnFailure: false,
      units: new Map(units.entries()),
    },
  });
const done = unit({ status: 'completed' });
const failed = unit({ status: 'failed' });
const unavailable = unit({
  status: 'completed',
  warning: { kind: 'http_status', code: '503', message: 'The response has status 503.' },
});

describe('the warnings of a run', () => {
  it('are absent when everything completed', () => {
    expect(warningsOf(stateOf({ a: done, each: loop(done, done) }))).toBeUndefined();
  });

  it('count failed iterations of all the iterations of their loops', () => {
    const warnings = warningsOf(stateOf({ each: loop(done, failed, done), other: loop(done) }));
    expect(warnings).toMatchObject({ failedIterations: 1, iterations: 3, failedSteps: 0 });
    expect(warnings && warningsText(warnings)).toBe('1 of 3 iterations failed');
  });

  it('count error responses, also inside loops, and tolerated failures', () => {
    const warnings = warningsOf(stateOf({ call: unavailable, each: loop(unavailable), b: failed }));
    expect(warnings && warningsText(warnings)).toBe('1 step failed, 2 responses with an error status');
  });

  it('are serious unless they are only skipped steps', () => {
    const skips = warningsOf(stateOf({ a: done, b: unit({ status: 'skipped' }) }));
    expect(skips && isSerious(skips)).toBe(false);
    expect(skips && warningsText(skips)).toBe('1 step skipped');
    expect(skips && failuresText(skips)).toBe('');
    const both = warningsOf(stateOf({ a: failed, b: unit({ status: 'skipped' }) }));
    expect(both && isSerious(both)).toBe(true);
  });

  it('mark a loop that completed with a failed iteration, and no other', () => {
    expect(hasWarning(loop(done, failed))).toBe(true);
    expect(hasWarning(loop(done, unavailable))).toBe(true);
    expect(hasWarning(loop(done, done))).toBe(false);
    expect(hasWarning(failed)).toBe(false);
  });
});
