import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { probes } from '../../testing/probes';
import { at, bodies, numbered } from '../../testing/random-events';
import { failAsTold, randomPipeline, randomSteps } from '../../testing/random-pipelines';
import { runPipeline } from '../../testing/run-pipeline';
import type { RunEvent, RunEventBody } from './events';
import { applyEvent, emptyRunState, foldEvents, isTerminal } from './fold';
import { pausedMs } from './paused-time';
import { RUN_STATUSES, STEP_STATUSES } from './state';

// Many random pipelines on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

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
