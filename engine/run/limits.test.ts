import { describe, expect, test } from 'vitest';
import { ActionError } from '../errors';
import type { StepDocument } from '../pipeline/schema';
import { memoryClock } from '../testing/fakes';
import { probes, settled } from '../testing/probes';
import { memoryJournal, runPipeline } from '../testing/run-pipeline';
import { startRun, story } from '../testing/start-run';

const send = (id: string, more: Partial<StepDocument> = {}): StepDocument => ({
  id,
  action: 'send',
  ...more,
});
const forever = () => new Promise<never>(() => undefined);

describe('max_parallel_steps', () => {
  test('applies to retries: a retry that is due waits for a slot', async () => {
    const { catalogue, calls } = probes(({ ctx }) => {
      if (ctx.step.attempt === 1 && ctx.step.id !== 'c') throw new ActionError('timeout', 'Slow.');
      return ctx.step.id === 'c' ? forever() : null;
    });
    const { runner, clock } = startRun({
      document: {
        steps: [send('a', { retry: { max_attempts: 2 } }), send('c')],
        settings: { max_parallel_steps: 1 },
      },
      catalogue,
    });
    const running = runner.run();
    await settled();
    clock.advance(60_000);
    await settled();
    expect(calls.map(({ ctx }) => `${ctx.step.id}${ctx.step.attempt}`)).toEqual(['a1', 'c1']);
    expect(runner.state.steps.get('a')?.status).toBe('retrying');
    runner.cancel();
    await running;
  });

  test('does not count steps that wait for a timer or a retry', async () => {
    const { catalogue } = probes();
    const { state } = await runPipeline({
      document: {
        steps: [
          { id: 'rest', action: 'wait', params: { duration: 100 } },
          send('a'),
          send('b', { depends_on: ['a'] }),
        ],
        settings: { max_parallel_steps: 1 },
      },
      catalogue,
    });
    expect(state.steps.get('b')?.finishedAt).toBe('2026-01-01T00:00:00.000Z');
  });

  test('assigns slots to waiting steps in order', async () => {
    const { catalogue, calls } = probes();
    await runPipeline({
      document: {
        steps: [send('a'), send('b'), send('c'), send('d', { depends_on: ['a'] })],
        settings: { max_parallel_steps: 1 },
      },
      catalogue,
    });
    expect(calls.map(({ ctx }) => ctx.step.id)).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('the time limit of a run', () => {
  const document = {
    steps: [
      send('slow'),
      send('told', { condition: "steps.slow.status == 'failed'" }),
      { id: 'each', action: 'loop', params: { items: '[1]', action: 'send' } },
    ],
    settings: { timeout_seconds: 10 },
  };

  test('cancels effects in flight, skips all other steps including handlers, and fails the run', async () => {
    const { catalogue } = probes(forever);
    const { state } = await runPipeline({ document, catalogue });
    expect(state.status).toBe('failed');
    expect(state.error).toEqual({ kind: 'timeout', message: 'The run exceeded its timeout of 10 s.' });
    expect([...state.steps].map(([id, unit]) => `${id} ${unit.status}`).sort()).toEqual([
      'each cancelled',
      'slow cancelled',
      'told skipped',
    ]);
    expect(state.finishedAt).toBe('2026-01-01T00:00:10.000Z');
  });

  test('counts from the start of the run, also after a takeover, and starts nothing once it has passed', async () => {
    const { catalogue } = probes(forever);
    const first = startRun({ document: { ...document, steps: [send('slow')] }, catalogue });
    void first.runner.run();
    await settled();
    first.runner.abandon();
    const fresh = probes();
    const { state, journal } = await runPipeline({
      document: { ...document, steps: [{ id: 'slow', action: 'send', on_interrupt: 'retry' }] },
      catalogue: fresh.catalogue,
      clock: memoryClock(new Date('2026-01-01T00:00:30.000Z')),
      journal: memoryJournal(first.events),
    });
    expect(fresh.calls).toHaveLength(0);
    expect(state).toMatchObject({ status: 'failed', error: { kind: 'timeout' } });
    expect(story(journal.events).slice(3)).toEqual(['step_cancelled slow #1', 'run_failed']);
  });

  test('wakes a parked run', async () => {
    const { runner } = startRun({
      document: {
        steps: [{ id: 'rest', action: 'wait', params: { duration: 900 } }],
        settings: { timeout_seconds: 60 },
      },
      catalogue: probes().catalogue,
      parkAfterMs: 1000,
    });
    expect(await runner.run()).toEqual({ ended: false, wakeAt: '2026-01-01T00:01:00.000Z' });
  });
});

test('an action without remaining time fails with the name of the limit and a hint', async () => {
  const { catalogue } = probes(({ ctx }) => {
    const signal = ctx.deadline(2);
    return new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  });
  const { state } = await runPipeline({
    document: { steps: [{ id: 's', action: 'send', params: {} }] },
    catalogue,
  });
  expect(state.error).toMatchObject({ kind: 'timeout' });
  expect(state.error?.message).toMatch(/ took longer than 2 s\. Raise the timeout, or try again later\.$/);
});

describe('timeout_seconds of a step', () => {
  test('ends an effect that ignores its signal', async () => {
    const { catalogue, calls } = probes(forever);
    const { state } = await runPipeline({
      document: { steps: [send('a', { timeout_seconds: 3 })] },
      catalogue,
    });
    expect(state.error).toEqual({ kind: 'timeout', message: 'Attempt 1 took longer than 3 s.' });
    expect(calls[0]?.ctx.signal.aborted).toBe(true);
  });

  test('ends a wait', async () => {
    const { state } = await runPipeline({
      document: { steps: [{ id: 'rest', action: 'wait', params: { duration: 100 }, timeout_seconds: 5 }] },
    });
    expect(state.error).toEqual({ kind: 'timeout', message: 'Attempt 1 took longer than 5 s.' });
    expect(state.finishedAt).toBe('2026-01-01T00:00:05.000Z');
  });

  test('ends a whole loop and cancels its iterations', async () => {
    const { catalogue } = probes(forever);
    const { state } = await runPipeline({
      document: {
        steps: [
          {
            id: 'each',
            action: 'loop',
            params: {
              items: '[1, 2]',
              action: 'loop',
              action_params: { items: '[3]', action: 'wait', action_params: { duration: 4 } },
            },
            timeout_seconds: 6,
          },
        ],
      },
      catalogue,
    });
    const each = state.steps.get('each');
    expect(each?.error).toMatchObject({ kind: 'timeout' });
    expect(each?.iterations?.units.get(0)?.status).toBe('completed');
    expect(each?.iterations?.units.get(1)?.status).toBe('cancelled');
  });

  test('counts from the start of the attempt also after a takeover', async () => {
    const document = {
      steps: [{ id: 'rest', action: 'wait', params: { duration: 100 }, timeout_seconds: 30 }],
    };
    const first = startRun({ document, catalogue: probes().catalogue, parkAfterMs: 0 });
    expect(await first.runner.run()).toEqual({ ended: false, wakeAt: '2026-01-01T00:00:30.000Z' });
    const { state } = await runPipeline({
      document,
      clock: memoryClock(new Date('2026-01-01T00:00:20.000Z')),
      journal: memoryJournal(first.events),
    });
    expect(state).toMatchObject({ status: 'failed', finishedAt: '2026-01-01T00:00:30.000Z' });
  });

  test('starts again with each attempt', async () => {
    const { state } = await runPipeline({
      document: {
        steps: [
          {
            id: 'rest',
            action: 'wait',
            params: { duration: 100 },
            timeout_seconds: 5,
            retry: { max_attempts: 2, initial_delay_seconds: 10 },
          },
        ],
      },
    });
    expect(state.finishedAt).toBe('2026-01-01T00:00:20.000Z');
    expect(state.steps.get('rest')?.attempts).toHaveLength(2);
  });
});

describe('a condition that cannot be evaluated', () => {
  test('fails the step without a retry', async () => {
    const { catalogue, calls } = probes();
    const { state } = await runPipeline({
      document: {
        steps: [
          send('a', { condition: '1 < "x"', retry: { max_attempts: 3, retry_on: ['expression_error'] } }),
        ],
      },
      catalogue,
    });
    expect(calls).toHaveLength(0);
    expect(state.error).toMatchObject({ kind: 'expression_error', path: 'condition' });
  });
});

describe('a turn that is over right after a step has ended the run', () => {
  test('is followed by another one, which stops the other steps', async () => {
    const clock = memoryClock();
    let late = 0;
    const { catalogue } = probes();
    const { runner } = startRun({
      document: {
        steps: [
          { id: 'rest', action: 'wait', params: { duration: 3600 } },
          { id: 'stop', action: 'fail', params: { message: 'Enough.' } },
        ],
      },
      catalogue,
      parkAfterMs: 1000,
      clock: { ...clock, now: () => new Date(clock.now().getTime() + late) },
      // A slow machine: what is decided takes longer than a turn.
      onEvent: (event) => {
        if (event.type === 'step_failed') late += 100;
      },
    });
    expect(await runner.run()).toEqual({ ended: true });
    expect(runner.state.steps.get('rest')?.status).toBe('cancelled');
  });
});
