import { describe, expect, test } from 'vitest';
import { ActionError } from '../../errors';
import type { Json } from '../../json';
import type { PipelineDocument } from '../../pipeline/schema';
import { fakeSecrets, memoryClock } from '../../testing/fakes';
import { gate, probes, settled } from '../../testing/probes';
import { createdEvent, memoryJournal, runPipeline } from '../../testing/run-pipeline';
import { startRun, story } from '../../testing/start-run';
import type { RunEvent } from '../state/events';

const loop = (params: Record<string, Json>, more: object = {}): PipelineDocument => ({
  steps: [
    { id: 'each', action: 'loop', params: { items: '[0, 1, 2, 3]', action: 'send', ...params }, ...more },
  ],
});
const item = { input: '{{item}}' };

describe('fail inside a loop', () => {
  const failAt2: PipelineDocument = {
    steps: [
      { id: 'start', action: 'log', params: { message: 'x' } },
      {
        id: 'each',
        action: 'loop',
        depends_on: ['start'],
        params: {
          items: '[0, 1]',
          action: 'loop',
          action_params: {
            items: '["x", "y"]',
            action: 'fail',
            action_params: { message: 'Stop at {{item}}' },
          },
        },
      },
      { id: 'long', action: 'wait', params: { duration: 100 } },
      { id: 'after', action: 'log', params: { message: 'x' }, depends_on: ['long'] },
      { id: 'told', action: 'log', params: { message: '!' }, condition: "steps.each.status == 'failed'" },
    ],
  };

  test('ends the pipeline: the loop fails, the rest is cancelled or skipped, handlers run', async () => {
    const { state } = await runPipeline({ document: failAt2 });
    expect(Object.fromEntries([...state.steps].map(([id, unit]) => [id, unit.status]))).toEqual({
      start: 'completed',
      each: 'failed',
      long: 'cancelled',
      after: 'skipped',
      told: 'completed',
    });
    expect(state.failedStep).toBe('each');
    expect(state.error).toEqual({ kind: 'explicit_failure', message: 'Stop at x' });
    expect(state.steps.get('each')?.error?.message).toBe(
      'Iteration 1 of 2 failed: Iteration 1 of 2 failed: Stop at x',
    );
  });

  test('cancels the concurrent iterations', async () => {
    const { catalogue, calls } = probes(() => new Promise<never>(() => undefined));
    const { state } = await runPipeline({
      document: loop({
        items: '["send", "fail"]',
        action: 'loop',
        parallel: true,
        action_params: { items: '[1]', action: '{{item}}', action_params: { message: 'Stop.' } },
      }),
      catalogue,
    });
    expect(calls).toHaveLength(0);
    const each = state.steps.get('each');
    expect(each?.status).toBe('failed');
    expect([...(each?.iterations?.units.values() ?? [])].map(({ status }) => status)).toEqual([
      'cancelled',
      'failed',
    ]);
  });

  test('is collected like any failure when the loop continues after failures', async () => {
    const { state } = await runPipeline({
      document: loop({
        action: 'fail',
        action_params: { message: 'No {{item}}' },
        on_item_failure: 'continue',
      }),
    });
    expect(state.status).toBe('completed');
    expect(state.steps.get('each')?.output).toMatchObject({ value: { count: 4, failed: 4 } });
  });

  test('fails only its step when on_failure is continue', async () => {
    const { state } = await runPipeline({
      document: loop({ action: 'fail', action_params: { message: 'No.' } }, { on_failure: 'continue' }),
    });
    expect(state.status).toBe('completed');
    expect(state.steps.get('each')).toMatchObject({ status: 'failed', tolerated: true });
  });
});

describe('retries of iterations', () => {
  test('each iteration has its own attempts, and the others continue meanwhile', async () => {
    const tries = new Map<Json, number>();
    const { catalogue, calls } = probes(({ input }) => {
      const nth = (tries.get(input) ?? 0) + 1;
      tries.set(input, nth);
      if (input === 1 && nth < 3) throw new ActionError('connection_error', 'Away.');
      return Number(input) * 10;
    });
    const { state } = await runPipeline({
      document: loop({ action_params: item, parallel: true }, { retry: { max_attempts: 3 } }),
      catalogue,
    });
    expect(state.steps.get('each')?.output).toMatchObject({ value: { results: [0, 10, 20, 30] } });
    expect(calls.map(({ input }) => input)).toEqual([0, 1, 2, 3, 1, 1]);
    expect(state.steps.get('each')?.attempts).toHaveLength(1);
  });

  test('an iteration without further attempts fails the loop, which is not retried as a whole', async () => {
    const { catalogue, calls } = probes(() => {
      throw new ActionError('connection_error', 'Away.');
    });
    const { state } = await runPipeline({
      document: loop({ action_params: item }, { retry: { max_attempts: 2 } }),
      catalogue,
    });
    expect(calls).toHaveLength(2);
    expect(state.error).toEqual({ kind: 'connection_error', message: 'Iteration 1 of 4 failed: Away.' });
  });
});

describe('taking over a loop', () => {
  test('starts an earlier iteration that had not begun when a later one had', async () => {
    const document = loop({ action_params: item, parallel: true });
    const clock = memoryClock();
    const at = clock.now().toISOString();
    const events: RunEvent[] = [
      createdEvent(clock),
      { seq: 2, at, type: 'run_started' },
      { seq: 3, at, type: 'step_started', step: 'each', attempt: 1, action: 'loop', inputs: { value: {} } },
      {
        seq: 4,
        at,
        type: 'iterations_planned',
        step: 'each',
        attempt: 1,
        items: [0, 1, 2, 3].map((value) => ({ value })),
        action: 'send',
        params: item,
        parallel: 8,
        stop_on_failure: true,
      },
      ...doneIteration(2, 5),
    ];
    const { catalogue, calls } = probes();
    const { state } = await runPipeline({ document, catalogue, clock, journal: memoryJournal(events) });
    expect(calls.map(({ input }) => input)).toEqual([0, 1, 3]);
    expect(state.steps.get('each')?.output).toMatchObject({ value: { results: [0, 1, 2, 3] } });
  });

  test('continues with the first unfinished iteration, and never repeats a finished one', async () => {
    const document = loop({ action: 'read', action_params: item });
    const { catalogue } = probes();
    const whole = await runPipeline({ document, catalogue });
    for (let length = 1; length < whole.journal.events.length; length += 1) {
      const before = whole.journal.events.slice(0, length);
      const ended = before.flatMap((event) =>
        event.type === 'step_completed' && event.iteration ? [event.iteration[0]] : [],
      );
      const fresh = probes();
      const { state } = await runPipeline({
        document,
        catalogue: fresh.catalogue,
        journal: memoryJournal(before),
      });
      expect(fresh.calls.map(({ input }) => input)).toEqual([0, 1, 2, 3].filter((n) => !ended.includes(n)));
      expect(state.steps.get('each')?.output).toMatchObject({ value: { results: [0, 1, 2, 3] } });
    }
  });
});

describe('polling with a check', () => {
  test('a check that fails before its start does not shorten the interval', async () => {
    const { state } = await runPipeline({
      document: {
        steps: [
          {
            id: 'until',
            action: 'wait_until',
            params: {
              condition: 'false',
              timeout_seconds: 20,
              poll_interval_seconds: 5,
              check: { action: 'read', params: { input: '{{params.missing}}' } },
            },
          },
        ],
      },
      catalogue: probes().catalogue,
    });
    expect(state.steps.get('until')?.error).toMatchObject({
      kind: 'timeout',
      message: expect.stringContaining('Not true after 20 s and 5 polls'),
    });
  });
});

test('a run whose only active step is a loop of waits is waiting', async () => {
  const { runner } = startRun({
    document: loop({ action: 'wait', action_params: { duration: 30 }, parallel: true }),
    catalogue: probes().catalogue,
    parkAfterMs: 0,
  });
  expect(await runner.run()).toEqual({ ended: false, wakeAt: '2026-01-01T00:00:30.000Z' });
  expect(runner.state.status).toBe('waiting');
});

test('at most max_parallel iterations run concurrently, with and without secrets', async () => {
  let now = 0;
  let most = 0;
  const { catalogue } = probes(async () => {
    now += 1;
    most = Math.max(most, now);
    await settled();
    now -= 1;
    return null;
  });
  await runPipeline({
    document: loop({ action_params: { input: '{{secrets.s}}' }, parallel: true, max_parallel: 2 }),
    catalogue,
    secrets: fakeSecrets({ s: 'x' }),
  });
  expect(most).toBe(2);
});

test('after a failure no further iteration starts, and active iterations end', async () => {
  const open = gate();
  const { catalogue, calls } = probes(async ({ input }) => {
    if (input === 0) throw new ActionError('rejected', 'No.');
    await open.promise;
    return null;
  });
  const { runner, events } = startRun({
    document: loop({ action_params: item, parallel: true, max_parallel: 2 }),
    catalogue,
  });
  const running = runner.run();
  await settled();
  open.open();
  await running;
  expect(calls.map(({ input }) => input)).toEqual([0, 1]);
  expect(story(events)).toContain('step_completed each[1] #1');
  expect(runner.state.error?.message).toBe('Iteration 1 of 4 failed: No.');
});

function doneIteration(index: number, seq: number): RunEvent[] {
  const at = memoryClock().now().toISOString();
  const unit = { at, step: 'each', iteration: [index], attempt: 1 };
  return [
    { ...unit, seq, type: 'step_started', action: 'send', inputs: { value: { input: index } } },
    { ...unit, seq: seq + 1, type: 'step_completed', output: { value: index } },
  ];
}
