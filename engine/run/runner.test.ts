import { describe, expect, test } from 'vitest';
import { ActionError } from '../errors';
import type { StepDocument } from '../pipeline/schema';
import type { RevealedSecret } from '../ports';
import { memoryClock } from '../testing/fakes';
import { gate, probes, settled } from '../testing/probes';
import { createdEvent, memoryJournal, runPipeline } from '../testing/run-pipeline';
import { startRun, story } from '../testing/start-run';
import type { Journal, Projection } from './journal/journal';
import type { RunEvent } from './state/events';

const send = (id: string, more: Partial<StepDocument> = {}): StepDocument => ({
  id,
  action: 'send',
  ...more,
});

describe('durability', () => {
  test('a start is durable before its effect runs', async () => {
    const order: string[] = [];
    const { catalogue } = probes(({ ctx }) => {
      order.push(`effect ${ctx.step.id}`);
      return null;
    });
    const journal: Journal = {
      append: async (events) => {
        await settled();
        for (const event of events) if (event.type === 'step_started') order.push(`durable ${event.step}`);
      },
    };
    const { runner } = startRun({
      document: { steps: [send('a'), send('b', { depends_on: ['a'] })] },
      catalogue,
      journal,
    });
    await runner.run();
    expect(order).toEqual(['durable a', 'effect a', 'durable b', 'effect b']);
  });

  test('an output that arrives during a write starts nothing before the next write', async () => {
    const { catalogue, calls } = probes();
    const document = { steps: [send('a')] };
    const clock = memoryClock();
    const before = [
      createdEvent(clock),
      { seq: 2, at: clock.now().toISOString(), type: 'run_started' as const },
      started('a', 3),
      { seq: 4, at: clock.now().toISOString(), type: 'attempt_interrupted' as const, step: 'a', attempt: 1 },
    ];
    const writes: RunEvent[][] = [];
    const gates = [gate(), gate()];
    const journal: Journal = {
      append: async (events) => {
        writes.push([...events]);
        await gates[writes.length - 1]?.promise;
      },
    };
    const { runner } = startRun({ document, catalogue, journal, events: before, clock });
    const running = runner.run();
    await settled();
    runner.resolveInterrupted({ step: 'a' }, 'retry');
    gates[0]?.open();
    await settled();
    expect(writes.map(story)).toEqual([['step_waiting a #1'], ['step_started a #2']]);
    expect(calls).toHaveLength(0);
    gates[1]?.open();
    expect(await running).toEqual({ ended: true });
    expect(calls).toHaveLength(1);
  });

  test('a write of a part of the events has the status after that part', async () => {
    const projections: Projection[] = [];
    const types: (string | undefined)[] = [];
    const journal: Journal = {
      append: async (events, projection) => {
        projections.push(projection);
        types.push(events.at(-1)?.type);
      },
    };
    const steps = Array.from({ length: 900 }, (_, index) => ({
      id: `s${index}`,
      action: 'log',
      params: { message: 'x' },
    }));
    const { runner } = startRun({ document: { steps }, catalogue: probes().catalogue, journal });
    await runner.run();
    expect(types.at(-1)).toBe('run_completed');
    expect(projections.map(({ status }) => status)).toEqual([
      ...projections.slice(1).map(() => 'running'),
      'completed',
    ]);
  });

  test('a journal that refuses a write stops the run, and nothing more is written', async () => {
    const { catalogue, calls } = probes(() => new Promise<never>(() => undefined));
    const writes: RunEvent[][] = [];
    const journal: Journal = {
      append: async (events) => {
        if (events.some((event) => event.type === 'step_logged')) throw new Error('Lease lost.');
        writes.push([...events]);
      },
    };
    const { runner } = startRun({ document: { steps: [send('a')] }, catalogue, journal });
    const running = runner.run();
    await settled();
    expect(calls).toHaveLength(1);
    calls[0]?.ctx.log.info('Still here.');
    await expect(running).rejects.toThrow('Lease lost.');
    expect(calls[0]?.ctx.signal.aborted).toBe(true);
    const before = writes.length;
    calls[0]?.ctx.log.info('Too late.');
    runner.cancel();
    await settled();
    expect(writes).toHaveLength(before);
  });
});

describe('abandoning', () => {
  test('writes nothing more, not even what was recorded already', async () => {
    const { catalogue } = probes();
    const journal = memoryJournal([createdEvent(memoryClock())]);
    const run = startRun({
      document: { steps: [send('a'), send('b')] },
      catalogue,
      journal,
      onEvent: (event) => {
        if (event.type === 'step_started') run.runner.abandon();
      },
    });
    expect(await run.runner.run()).toEqual({ ended: false, wakeAt: undefined });
    expect(journal.writes).toEqual([]);
  });

  test('aborts what is in flight and does not wait for a write that hangs', async () => {
    const { catalogue, calls } = probes(() => new Promise<never>(() => undefined));
    const hanging: Journal = {
      append: (events) =>
        events.some((event) => event.type === 'step_logged')
          ? new Promise(() => undefined)
          : Promise.resolve(),
    };
    const { runner } = startRun({ document: { steps: [send('a')] }, catalogue, journal: hanging });
    const running = runner.run();
    await settled();
    calls[0]?.ctx.log.info('This write hangs.');
    await settled();
    runner.abandon();
    expect(await running).toEqual({ ended: false, wakeAt: undefined });
    expect(calls[0]?.ctx.signal.aborted).toBe(true);
  });

  test('leaves no timer behind', async () => {
    const { catalogue } = probes();
    const { runner, clock } = startRun({
      document: {
        steps: [{ id: 'rest', action: 'wait', params: { duration: 60 } }],
        settings: { timeout_seconds: 600 },
      },
      catalogue,
    });
    const running = runner.run();
    await settled();
    expect(clock.due).toHaveLength(2);
    runner.abandon();
    await running;
    expect(clock.due).toEqual([]);
  });
});

describe('parking', () => {
  const resting = { steps: [{ id: 'rest', action: 'wait', params: { duration: 60 } }] };

  test('a wait longer than the limit parks the run until it is over', async () => {
    const { catalogue } = probes();
    const first = startRun({ document: resting, catalogue, parkAfterMs: 5000 });
    const end = await first.runner.run();
    expect(end).toEqual({ ended: false, wakeAt: '2026-01-01T00:01:00.000Z' });
    expect(first.clock.due).toEqual([]);
    expect(first.runner.state.status).toBe('waiting');

    const { events } = first;
    const clock = memoryClock(new Date('2026-01-01T00:01:00.000Z'));
    const second = await runPipeline({ document: resting, catalogue, clock, journal: memoryJournal(events) });
    expect(second.state.status).toBe('completed');
    expect(second.state.finishedAt).toBe('2026-01-01T00:01:00.000Z');
  });

  test('a wait within the limit does not park the run', async () => {
    const { ended } = await runPipeline({ document: resting, parkAfterMs: 60_000 });
    expect(ended).toBe(true);
  });

  test('a run is not parked while an effect is in flight', async () => {
    const open = gate();
    const { catalogue } = probes(async () => {
      await open.promise;
      return null;
    });
    const { runner } = startRun({
      document: { steps: [...resting.steps, send('a')] },
      catalogue,
      parkAfterMs: 0,
    });
    let end: unknown;
    const running = runner.run().then((value) => {
      end = value;
    });
    await settled();
    expect(end).toBeUndefined();
    open.open();
    await running;
    expect(end).toMatchObject({ ended: false });
  });

  test('a run that only a person can continue is parked without a wake-up time', async () => {
    const document = { steps: [send('a')] };
    const { catalogue } = probes();
    const { runner } = startRun({ document, catalogue, events: inFlight('a'), parkAfterMs: 0 });
    expect(await runner.run()).toEqual({ ended: false, wakeAt: undefined });
    expect(runner.state.status).toBe('waiting');
  });

  test('a loop whose iteration waits for a person is not stuck', async () => {
    const document = {
      steps: [{ id: 'each', action: 'loop', params: { items: '[1, 2]', action: 'send' } }],
    };
    const { catalogue } = probes(() => new Promise<never>(() => undefined));
    const first = startRun({ document, catalogue });
    void first.runner.run();
    await settled();
    first.runner.abandon();

    const { catalogue: again, calls } = probes();
    const second = startRun({ document, catalogue: again, events: first.events, parkAfterMs: 0 });
    expect(await second.runner.run()).toEqual({ ended: false, wakeAt: undefined });
    expect(second.runner.state.status).toBe('waiting');
    expect(second.runner.state.steps.get('each')?.iterations?.units.get(0)?.wait?.reason).toBe(
      'unknown_effect',
    );

    const third = startRun({ document, catalogue: again, events: second.events });
    third.runner.resolveInterrupted({ step: 'each', iteration: [0] }, 'happened');
    expect(await third.runner.run()).toEqual({ ended: true });
    expect(third.runner.state.status).toBe('completed');
    expect(calls).toHaveLength(1);
  });
});

describe('cancellation', () => {
  test('while a secret is being revealed: the effect never runs', async () => {
    const asked = gate();
    const reveal = gate<RevealedSecret | undefined>();
    const { catalogue, calls } = probes();
    const { runner, events } = startRun({
      document: { steps: [send('a', { params: { input: '{{secrets.token}}' } })] },
      catalogue,
      secrets: {
        reveal: () => {
          asked.open();
          return reveal.promise;
        },
      },
    });
    const running = runner.run();
    await asked.promise;
    runner.cancel();
    expect(await running).toEqual({ ended: true });
    reveal.open({ name: 'token', value: 's3cret', hosts: [] });
    await settled();
    expect(calls).toHaveLength(0);
    expect(story(events).slice(2)).toEqual(['cancel_requested', 'step_skipped a', 'run_cancelled']);
  });

  test('before the run begins: no step starts', async () => {
    const { catalogue, calls } = probes();
    const { runner, events } = startRun({ document: { steps: [send('a')] }, catalogue });
    runner.cancel();
    await runner.run();
    expect(calls).toHaveLength(0);
    expect(story(events)).toEqual([
      'run_created',
      'run_started',
      'cancel_requested',
      'step_skipped a',
      'run_cancelled',
    ]);
  });

  test('ends the run although an action ignores its signal, and drops later logs of the action', async () => {
    const { catalogue, calls } = probes(() => new Promise<never>(() => undefined));
    const { runner, events } = startRun({ document: { steps: [send('a')] }, catalogue });
    const running = runner.run();
    await settled();
    runner.cancel();
    expect(await running).toEqual({ ended: true });
    const count = events.length;
    calls[0]?.ctx.log.info('I am still busy.');
    await settled();
    expect(events).toHaveLength(count);
    expect(runner.state.steps.get('a')).toMatchObject({ status: 'cancelled' });
  });

  test('after a takeover stops what was in flight without running it again', async () => {
    const document = { steps: [{ id: 'a', action: 'read' }] };
    const { catalogue, calls } = probes();
    const { runner, events } = startRun({ document, catalogue, events: inFlight('a', 'read') });
    runner.cancel();
    await runner.run();
    expect(calls).toHaveLength(0);
    expect(story(events).slice(3)).toEqual(['cancel_requested', 'step_cancelled a #1', 'run_cancelled']);
  });

  test('cancels the iterations of a loop together with the loop', async () => {
    const { catalogue } = probes(() => new Promise<never>(() => undefined));
    const { runner, events } = startRun({
      document: {
        steps: [
          { id: 'each', action: 'loop', params: { items: '[1, 2, 3]', action: 'send', parallel: true } },
        ],
      },
      catalogue,
    });
    const running = runner.run();
    await settled();
    runner.cancel();
    await running;
    expect(story(events).slice(-5)).toEqual([
      'step_cancelled each[0] #1',
      'step_cancelled each[1] #1',
      'step_cancelled each[2] #1',
      'step_cancelled each #1',
      'run_cancelled',
    ]);
  });
});

describe('logs', () => {
  test('a line that arrives while events are being written is written next', async () => {
    const { catalogue, calls } = probes(() => new Promise<never>(() => undefined));
    const writing = gate();
    const written: string[] = [];
    const journal: Journal = {
      append: async (events) => {
        if (events.some((event) => event.type === 'step_logged')) await writing.promise;
        for (const event of events) if (event.type === 'step_logged') written.push(event.message);
      },
    };
    const { runner } = startRun({ document: { steps: [send('a')] }, catalogue, journal });
    const running = runner.run();
    await settled();
    calls[0]?.ctx.log.info('one');
    await settled();
    calls[0]?.ctx.log.info('two');
    writing.open();
    await settled();
    expect(written).toEqual(['one', 'two']);
    runner.abandon();
    await running;
  });

  test('an attempt that has timed out is ignored, while the next one is executed', async () => {
    const { catalogue, calls } = probes(() => new Promise<never>(() => undefined));
    const { runner, clock } = startRun({
      document: {
        steps: [send('a', { timeout_seconds: 5, retry: { max_attempts: 2, initial_delay_seconds: 1 } })],
      },
      catalogue,
    });
    void runner.run();
    await settled();
    clock.advance(5000);
    await settled();
    calls[0]?.ctx.log.info('from the first, between attempts');
    clock.advance(1000);
    await settled();
    calls[0]?.ctx.log.info('from the first');
    calls[1]?.ctx.log.info('from the second');
    await settled();
    const attempts = runner.state.steps.get('a')?.attempts ?? [];
    expect(attempts.map(({ logs }) => logs.map(({ message }) => message))).toEqual([[], ['from the second']]);
    runner.abandon();
  });

  test('an attempt that has ended cannot set deadlines', async () => {
    const { catalogue, calls } = probes();
    const { runner, clock } = startRun({ document: { steps: [send('a')] }, catalogue });
    await runner.run();
    const signal = calls[0]?.ctx.deadline(60);
    expect(clock.due).toEqual([]);
    expect(signal?.aborted).toBe(true);
  });
});

describe('internal failures', () => {
  test('an action that throws immediately fails its step as internal', async () => {
    const { catalogue } = probes(() => {
      throw new TypeError('x is not a function');
    });
    const { state } = await runPipeline({ document: { steps: [send('a')] }, catalogue });
    expect(state.error).toEqual({ kind: 'internal', message: 'x is not a function' });
  });

  test('an action that throws an ActionError fails with its kind and code', async () => {
    const { catalogue } = probes(() => {
      throw new ActionError('rejected', 'No such order.', { code: 'E404' });
    });
    const { state } = await runPipeline({ document: { steps: [send('a')] }, catalogue });
    expect(state.error).toEqual({ kind: 'rejected', message: 'No such order.', code: 'E404' });
  });

  test('a listener that throws after an effect stops the run instead of the process', async () => {
    const { catalogue } = probes();
    const { runner } = startRun({
      document: { steps: [send('a')] },
      catalogue,
      onEvent: (event) => {
        if (event.type === 'step_completed') throw new Error('The listener is broken.');
      },
    });
    await expect(runner.run()).rejects.toThrow('The listener is broken.');
  });

  test('steps that wait for each other end the run instead of hanging, with a time limit or without', async () => {
    const steps = [send('a', { depends_on: ['b'] }), send('b', { depends_on: ['a'] })];
    const { catalogue } = probes();
    for (const settings of [{}, { timeout_seconds: 3600 }]) {
      const { runner } = startRun({ document: { steps, settings }, catalogue });
      expect(await runner.run()).toEqual({ ended: true });
      expect(runner.state).toMatchObject({ status: 'failed', error: { kind: 'internal' } });
    }
  });
});

/** A run whose one step was in flight when its process died. */
function inFlight(step: string, action = 'send'): RunEvent[] {
  const clock = memoryClock();
  const at = clock.now().toISOString();
  return [createdEvent(clock), { seq: 2, at, type: 'run_started' }, started(step, 3, action)];
}

function started(step: string, seq: number, action = 'send'): RunEvent {
  const at = memoryClock().now().toISOString();
  return { seq, at, type: 'step_started', step, attempt: 1, action, inputs: { value: {} } };
}
