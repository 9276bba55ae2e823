import fc from 'fast-check';
import type { DebugSettings } from '../run/debug/breakpoint';
import type { RunEvent, RunEventBody } from '../run/state/events';

/** When every random event happened. */
export const at = '2026-01-01T00:00:00.000Z';
const unitFields = {
  step: fc.constantFrom('a', 'b'),
  iteration: fc.option(fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 3 }), { nil: undefined }),
  attempt: fc.integer({ min: 1, max: 3 }),
};
const payload = fc.constantFrom({ value: 1 }, { ref: 'x', bytes: 9, summary: 'text' });
const failure = fc.constant({ kind: 'timeout' as const, message: 'Slow.' });
const outputs = fc.constant({ k: { value: 2 } });

/** Random events of two steps with iterations, also in impossible orders. */
export const bodies = fc.oneof(
  fc.record({
    type: fc.constant('run_created' as const),
    run_id: fc.constant('r'),
    pipeline_id: fc.constant('p'),
    version: fc.constant(1),
    params: fc.constant({}),
  }),
  fc.record({ type: fc.constant('run_started' as const) }),
  fc.record({ type: fc.constant('cancel_requested' as const) }),
  fc.record({
    type: fc.constant('run_paused' as const),
    reason: fc.constantFrom('requested' as const, 'crashes' as const),
    command: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
  }),
  fc.record({ type: fc.constant('run_resumed' as const) }),
  fc.record({
    type: fc.constant('signal_received' as const),
    name: fc.constantFrom('go', '__proto__'),
    value: payload,
  }),
  fc.record({ type: fc.constantFrom('run_completed' as const, 'run_cancelled' as const), outputs }),
  fc.record({ type: fc.constant('run_failed' as const), error: failure, outputs }),
  fc.record({
    type: fc.constant('output_set' as const),
    step: fc.constant('a'),
    key: fc.constant('k'),
    value: payload,
  }),
  fc.record({
    type: fc.constant('step_started' as const),
    ...unitFields,
    action: fc.constant('log'),
    inputs: payload,
  }),
  fc.record({
    type: fc.constant('step_logged' as const),
    ...unitFields,
    level: fc.constant('info' as const),
    message: fc.constant('m'),
  }),
  fc.record({
    type: fc.constant('step_waiting' as const),
    ...unitFields,
    reason: fc.constantFrom('timer' as const, 'unknown_effect' as const),
  }),
  fc.record({
    type: fc.constant('iterations_planned' as const),
    ...unitFields,
    items: fc.array(payload, { maxLength: 3 }),
    action: fc.constant('log'),
    params: fc.constant({}),
    parallel: fc.constant(1),
    stop_on_failure: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('step_retrying' as const),
    ...unitFields,
    error: failure,
    retry_at: fc.constant(at),
  }),
  fc.record({
    type: fc.constant('step_paused' as const),
    ...unitFields,
    action: fc.constant('log'),
    moment: fc.constantFrom('before' as const, 'failure' as const),
    cause: fc.constantFrom('step' as const, 'failure' as const),
    inputs: payload,
  }),
  fc.record({
    type: fc.constant('pause_answered' as const),
    ...unitFields,
    pause: fc.integer({ min: 1, max: 30 }),
    decision: fc.constantFrom('continue' as const, 'step' as const, 'skip' as const),
  }),
  fc.record({
    type: fc.constant('breakpoints_set' as const),
    debug: fc.constant<DebugSettings>({ breakpoints: [], pause_on_failure: true }),
  }),
  fc.record({ type: fc.constant('step_completed' as const), ...unitFields, output: payload }),
  fc.record({
    type: fc.constant('step_failed' as const),
    ...unitFields,
    error: failure,
    ends_run: fc.boolean(),
  }),
  fc.record({ type: fc.constant('step_cancelled' as const), ...unitFields, reason: fc.constant('x') }),
  fc.record({ type: fc.constant('attempt_interrupted' as const), ...unitFields }),
  fc.record({
    type: fc.constant('step_skipped' as const),
    step: fc.constantFrom('a', 'b'),
    reason: fc.constant('disabled' as const),
  }),
) satisfies fc.Arbitrary<RunEventBody>;

/** Events with their numbers. */
export function numbered(list: readonly RunEventBody[]): RunEvent[] {
  return list.map((body, index) => ({ seq: index + 1, at, ...body }));
}
