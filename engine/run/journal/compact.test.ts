import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RunEvent, RunEventBody } from '../state/events';
import { applyEvent, foldEvents } from '../state/fold';
import { compactEvents } from './compact';

const unit = {
  step: fc.constantFrom('a', 'b'),
  iteration: fc.constantFrom(undefined, [0], [1], [0, 1]),
  attempt: fc.integer({ min: 1, max: 2 }),
};
const value = fc.constantFrom({ value: 1 }, { ref: 'x', bytes: 9, summary: 'text' });
const failure = fc.constant({ kind: 'timeout' as const, message: 'Slow.' });
const instant = fc.constantFrom('2026-01-01T00:00:05.000Z', '2026-01-01T00:00:09.000Z');

const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      type: fc.constant('step_waiting' as const),
      ...unit,
      reason: fc.constantFrom(
        'timer' as const,
        'timer' as const,
        'timer' as const,
        'unknown_effect' as const,
      ),
      until: instant,
      note: fc.constantFrom(undefined, 'Not yet.'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('step_started' as const),
      ...unit,
      action: fc.constant('x'),
      inputs: value,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('iterations_planned' as const),
      ...unit,
      items: fc.array(value, { maxLength: 3 }),
      action: fc.constant('x'),
      params: fc.constant({}),
      parallel: fc.constant(1),
      stop_on_failure: fc.boolean(),
    }),
  },
  fc.record({
    type: fc.constant('step_logged' as const),
    ...unit,
    level: fc.constant('info' as const),
    message: fc.constant('m'),
  }),
  fc.record({ type: fc.constant('step_retrying' as const), ...unit, error: failure, retry_at: instant }),
  fc.record({ type: fc.constant('step_completed' as const), ...unit, output: value }),
  fc.record({ type: fc.constant('step_failed' as const), ...unit, error: failure }),
  fc.record({ type: fc.constant('attempt_interrupted' as const), ...unit }),
);
const whole = fc.oneof(
  fc.record({ type: fc.constant('run_started' as const) }),
  fc.record({ type: fc.constant('cancel_requested' as const) }),
  fc.record({ type: fc.constant('run_paused' as const), reason: fc.constant('requested' as const) }),
  fc.record({ type: fc.constant('run_resumed' as const) }),
);
const created: RunEventBody = { type: 'run_created', run_id: 'r', pipeline_id: 'p', version: 1, params: {} };
const end: RunEventBody = { type: 'run_completed', outputs: {} };

const journals = fc
  .array(fc.oneof({ weight: 20, arbitrary: step }, { weight: 1, arbitrary: whole }), {
    maxLength: 60,
    size: 'max',
  })
  .map((bodies): RunEvent[] =>
    [created, { type: 'run_started' } as const, ...(bodies as RunEventBody[]), end].map((body, index) => ({
      ...body,
      seq: index + 1,
      at: new Date(Date.UTC(2026, 0, 1) + index).toISOString(),
    })),
  );

describe('a compacted journal', () => {
  test('folds to the same state, for any compacted slice, with the rest after it', () => {
    fc.assert(
      fc.property(journals, fc.nat(), (journal, cut) => {
        const all = foldEvents(journal);
        const from = cut % journal.length;
        for (let k = from; k <= journal.length; k += 1) {
          const state = foldEvents(journal.slice(0, from));
          for (const event of compactEvents(journal.slice(from, k))) applyEvent(state, event);
          expect(state).toEqual(foldEvents(journal.slice(0, k)));
          for (const event of journal.slice(k)) applyEvent(state, event);
          expect(state).toEqual(all);
        }
      }),
      { numRuns: 200, verbose: 1 },
    );
  });

  test('is unchanged when it is compacted again', () => {
    fc.assert(
      fc.property(journals, (journal) => {
        const once = compactEvents(journal);
        expect(foldEvents(compactEvents(once))).toEqual(foldEvents(journal));
      }),
    );
  });

  test('has two waits of a long poll, with the number of all', () => {
    const at = '2026-01-01T00:00:00.000Z';
    const poll = (seq: number): RunEvent => ({
      seq,
      at,
      type: 'step_waiting',
      step: 'poll',
      attempt: 1,
      reason: 'timer',
      until: at,
    });
    const started: RunEvent = {
      seq: 1,
      at,
      type: 'step_started',
      step: 'poll',
      attempt: 1,
      action: 'wait_until',
      inputs: { value: {} },
    };
    const events = [started, ...Array.from({ length: 1000 }, (_, n) => poll(n + 2))];
    const compact = compactEvents(events);
    expect(compact).toEqual([started, poll(2), { ...poll(1001), times: 999 }]);
    expect(foldEvents(compact).steps.get('poll')?.attempts[0]?.waits).toBe(1000);
  });
});
