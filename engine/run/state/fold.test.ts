import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { probes } from '../../testing/probes';
import { failAsTold, randomPipeline, randomSteps } from '../../testing/random-pipelines';
import { runPipeline } from '../../testing/run-pipeline';
import type { RunEvent, RunEventBody } from './events';
import { applyEvent, emptyRunState, foldEvents, isTerminal, pausedMs } from './fold';
import { RUN_STATUSES, STEP_STATUSES } from './state';

// Many random pipelines on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const at = '2026-01-01T00:00:00.000Z';
const unitFields = {
  step: fc.constantFrom('a', 'b'),
  iteration: fc.option(fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 3 }), { nil: undefined }),
  attempt: fc.integer({ min: 1, max: 3 }),
};
const payload = fc.constantFrom({ value: 1 }, { ref: 'x', bytes: 9, summary: 'text' });
const failure = fc.constant({ kind: 'timeout' as const, message: 'Slow.' });
const outputs = fc.constant({ k: { value: 2 } });

const bodies = fc.oneof(
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

function numbered(list: readonly RunEventBody[]): RunEvent[] {
  return list.map((body, index) => ({ seq: index + 1, at, ...body }));
}

describe('folding', () => {
  test('returns a state for any list of events, also invalid ones', () => {
    fc.assert(
      fc.property(fc.array(bodies, { maxLength: 40 }), (list) => {
        const state = foldEvents(numbered(list));
        expect(RUN_STATUSES).toContain(state.status);
        const counted = Object.fromEntries(STEP_STATUSES.map((status) => [status, 0]));
        for (const { status } of state.steps.values()) counted[status] = (counted[status] ?? 0) + 1;
        expect(state.counts).toEqual(counted);
      }),
      { numRuns: 500 },
    );
  });

  test('returns a state for the events of a real run in any order and with any missing', async () => {
    await fc.assert(
      fc.asyncProperty(randomSteps(6), fc.infiniteStream(fc.nat()), async (steps, order) => {
        const { journal } = await runPipeline({
          document: randomPipeline(steps),
          catalogue: probes(failAsTold).catalogue,
        });
        const shuffled = journal.events
          .map((event) => ({ event, key: order.next().value ?? 0 }))
          .filter(({ key }) => key % 5 !== 0)
          .sort((a, b) => a.key - b.key)
          .map(({ event }) => event);
        expect(() => foldEvents(shuffled)).not.toThrow();
      }),
      { numRuns: 25 },
    );
  });

  test('never changes a unit that has ended', () => {
    fc.assert(
      fc.property(fc.array(bodies, { maxLength: 40 }), (list) => {
        const state = emptyRunState();
        for (const event of numbered(list)) {
          const before = new Map(state.steps);
          const was = state.status;
          applyEvent(state, event);
          if (isTerminal(was)) expect(state.status).toBe(was);
          for (const [id, unit] of before) {
            if (!isTerminal(unit.status)) continue;
            const { status, output, error } = state.steps.get(id) ?? {};
            expect({ status, output, error }).toEqual({
              status: unit.status,
              output: unit.output,
              error: unit.error,
            });
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test('replaces the object of a changed step, and keeps those of the others', () => {
    const started = (step: string): RunEventBody => ({
      type: 'step_started',
      step,
      attempt: 1,
      action: 'log',
      inputs: { value: {} },
    });
    const state = foldEvents(numbered([{ type: 'run_started' }, started('a'), started('b')]));
    const { a, b } = Object.fromEntries(state.steps);
    applyEvent(state, {
      seq: 4,
      at,
      type: 'step_logged',
      step: 'a',
      attempt: 1,
      level: 'info',
      message: 'm',
    });
    expect(state.steps.get('a')).not.toBe(a);
    expect(state.steps.get('b')).toBe(b);
  });
});

describe('the status of a run', () => {
  const run: RunEventBody[] = [{ type: 'run_started' }];
  const started = (step: string, iteration?: number[]): RunEventBody => ({
    type: 'step_started',
    step,
    ...(iteration && { iteration }),
    attempt: 1,
    action: 'x',
    inputs: { value: {} },
  });
  const waiting = (step: string, iteration?: number[]): RunEventBody => ({
    type: 'step_waiting',
    step,
    ...(iteration && { iteration }),
    attempt: 1,
    reason: 'timer',
    until: at,
  });
  const planned = (step: string, iteration?: number[]): RunEventBody => ({
    type: 'iterations_planned',
    step,
    ...(iteration && { iteration }),
    attempt: 1,
    items: [{ value: 1 }, { value: 2 }],
    action: 'x',
    params: {},
    parallel: 2,
    stop_on_failure: true,
  });
  const status = (...more: RunEventBody[]) => foldEvents(numbered([...run, ...more])).status;

  test('is waiting when all active steps wait, and running otherwise', () => {
    expect(status(started('a'))).toBe('running');
    expect(status(started('a'), waiting('a'))).toBe('waiting');
    expect(status(started('a'), waiting('a'), started('b'))).toBe('running');
  });

  test('is waiting when every active iteration waits, at any depth', () => {
    const deep = [started('a'), planned('a'), started('a', [0]), planned('a', [0]), started('a', [0, 0])];
    expect(status(...deep)).toBe('running');
    expect(status(...deep, waiting('a', [0, 0]))).toBe('waiting');
    expect(status(...deep, waiting('a', [0, 0]), started('a', [1]))).toBe('running');
    expect(status(...deep, waiting('a', [0, 0]), started('a', [1]), waiting('a', [1]))).toBe('waiting');
  });
});

describe('commands to a run', () => {
  const second = (seq: number) => `2026-01-01T00:00:${String(seq).padStart(2, '0')}.000Z`;
  const timed = (list: readonly RunEventBody[]): RunEvent[] =>
    list.map((body, index) => ({ seq: index + 1, at: second(index + 1), ...body }));
  const paused: RunEventBody = { type: 'run_paused', reason: 'requested', detail: 'Ann asked', command: 1 };
  const log = (message: string): RunEventBody => ({
    type: 'step_logged',
    step: 'a',
    attempt: 1,
    level: 'info',
    message,
  });
  const start: RunEventBody = {
    type: 'step_started',
    step: 'a',
    attempt: 1,
    action: 'log',
    inputs: { value: {} },
  };

  test('a paused run is waiting, also with effects in flight, and continues when it is resumed', () => {
    const events = timed([
      { type: 'run_started' },
      start,
      paused,
      log('still at it'),
      { type: 'run_resumed', command: 4 },
    ]);
    const held = foldEvents(events.slice(0, 4));
    expect(held).toMatchObject({ status: 'waiting', lastCommand: 1 });
    expect(held.hold).toEqual({ reason: 'paused', detail: 'Ann asked', since: second(3) });
    expect(foldEvents(events)).toMatchObject({ status: 'running', hold: undefined, lastCommand: 4 });
  });

  test('crashes quarantine a run, also a paused one; the hold counts from the pause', () => {
    const crashed: RunEventBody = { type: 'run_paused', reason: 'crashes' };
    const { hold } = foldEvents(timed([{ type: 'run_started' }, paused, crashed]));
    expect(hold).toEqual({ reason: 'quarantined', detail: undefined, since: second(2) });
  });

  test('the paused time is summed, without pauses before the start', () => {
    const resumed: RunEventBody = { type: 'run_resumed' };
    const twice = foldEvents(
      timed([{ type: 'run_started' }, paused, resumed, start, paused, log(''), resumed]),
    );
    expect(twice.pausedMs).toBe(3000);
    const before = foldEvents(timed([paused, log(''), resumed, { type: 'run_started' }, paused]));
    expect(before.pausedMs).toBe(0);
    expect(pausedMs(before, Date.parse(second(9)))).toBe(4000);
    const ended = foldEvents(
      timed([{ type: 'run_started' }, paused, { type: 'run_cancelled', outputs: {} }]),
    );
    expect(ended).toMatchObject({ status: 'cancelled', hold: undefined, pausedMs: 1000 });
  });

  test('a run that has not begun stays pending while it is paused', () => {
    expect(foldEvents(timed([paused]))).toMatchObject({ status: 'pending', hold: { reason: 'paused' } });
  });

  test('a later signal replaces the earlier one with the same name; an attempt keeps those of its start', () => {
    const signal = (value: number): RunEventBody => ({
      type: 'signal_received',
      name: 'go',
      value: { value },
    });
    const state = foldEvents(timed([{ type: 'run_started' }, signal(1), start, signal(2)]));
    expect(state.signals).toEqual({ go: { value: 2 } });
    expect(state.steps.get('a')?.attempts[0]?.signals).toEqual({ go: { value: 1 } });
  });
});
