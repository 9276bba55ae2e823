import { describe, expect, test } from 'vitest';
import { ActionError } from '../../errors';
import { normalize } from '../../pipeline/normalize';
import type { PipelineDocument, StepDocument } from '../../pipeline/schema';
import { fakeWorld, memoryClock } from '../../testing/fakes';
import { gate, probes, settled } from '../../testing/probes';
import { createdEvent, memoryJournal } from '../../testing/run-pipeline';
import { type StartedRun, startRun, story } from '../../testing/start-run';
import { Runner } from '../runner';
import type { RunEvent } from '../state/events';
import { foldEvents } from '../state/fold';
import { findUnit } from '../state/unit';
import type { PauseAnswer } from './answer';
import { type Breakpoint, breakpointSchema } from './breakpoint';

const read = (id: string, more: Partial<StepDocument> = {}): StepDocument => ({
  id,
  action: 'read',
  params: { input: id },
  ...more,
});

const point = (at: Breakpoint['at'], more: Partial<Breakpoint> = {}): Breakpoint =>
  breakpointSchema.parse({ id: 'b1', at, ...more });

interface Debugged {
  readonly document: PipelineDocument;
  readonly breakpoints?: readonly Breakpoint[];
  readonly pauseOnFailure?: boolean;
  readonly perform?: Parameters<typeof probes>[0];
  readonly params?: Parameters<typeof createdEvent>[1];
  readonly more?: Partial<Parameters<typeof startRun>[0]>;
}

/** A debugged run. `start` runs it until nothing happens any more. */
function debug({ document, breakpoints = [], pauseOnFailure = false, perform, params, more }: Debugged) {
  const { catalogue, calls } = probes(perform);
  const clock = memoryClock();
  const settings = { breakpoints: [...breakpoints], pause_on_failure: pauseOnFailure };
  const events: RunEvent[] = [createdEvent(clock, params, settings)];
  const run = startRun({ document, catalogue, clock, events, ...more });
  return { run, calls, catalogue, clock };
}

/** Runs until nothing happens any more. The run may still be in memory. */
async function started(run: StartedRun): Promise<void> {
  run.runner.run().catch((error: unknown) => {
    throw error;
  });
  await settled();
}

const pauseOf = (run: StartedRun, step: string, iteration: number[] = []) =>
  findUnit(run.runner.state, { step, iteration })?.pause;

function answer(run: StartedRun, step: string, answer: PauseAnswer, iteration: number[] = []): void {
  const pause = pauseOf(run, step, iteration);
  if (!pause) throw new Error(`${step} is not paused.`);
  run.runner.answerPause({ step, iteration }, pause.seq, answer);
}

const statuses = (run: StartedRun) =>
  Object.fromEntries([...run.runner.state.steps].map(([id, { status }]) => [id, status]));

const chain: PipelineDocument = {
  steps: [read('a'), read('b', { depends_on: ['a'], params: { input: '{{steps.a.output}}!' } })],
};

describe('a breakpoint before a step', () => {
  test('pauses before any effect of the step, with its resolved inputs, and parks', async () => {
    const { run, calls } = debug({
      document: chain,
      breakpoints: [point({ step: 'b' })],
      more: { parkAfterMs: 0 },
    });
    expect(await run.runner.run()).toEqual({ ended: false, wakeAt: undefined });
    expect(calls).toHaveLength(1);
    expect(run.runner.state).toMatchObject({ status: 'waiting', pauses: 1, hold: undefined });
    expect(pauseOf(run, 'b')).toMatchObject({
      attempt: 1,
      moment: 'before',
      cause: 'breakpoint',
      inputs: { value: { input: 'a!' } },
    });
  });

  test.each(['the same runner', 'another'])('continues in %s, with what it showed', async (which) => {
    const first = debug({
      document: chain,
      breakpoints: [point({ step: 'b' })],
      ...(which === 'another' ? { more: { parkAfterMs: 0 } } : {}),
    });
    await started(first.run);
    const { catalogue, clock } = first;
    const last =
      which === 'another'
        ? startRun({ document: chain, catalogue, events: first.run.events, clock })
        : first.run;
    answer(last, 'b', { do: 'continue' });
    if (which === 'another') await last.runner.run();
    await settled();
    expect(last.runner.state.status).toBe('completed');
    expect(first.calls.map(({ input }) => input)).toEqual(['a', 'a!']);
    expect(story(last.events).slice(4)).toEqual([
      'step_paused b #1',
      'pause_answered b #1',
      'step_started b #1',
      'step_completed b #1',
      'run_completed',
    ]);
  });

  test('lets other branches continue, and holds no slot', async () => {
    const document: PipelineDocument = {
      settings: { max_parallel_steps: 1 },
      steps: [read('a'), read('b'), read('c', { depends_on: ['b'] })],
    };
    const { run, calls } = debug({ document, breakpoints: [point({ step: 'a' })] });
    await started(run);
    expect(statuses(run)).toEqual({ a: 'waiting', b: 'completed', c: 'completed' });
    expect(run.runner.state.status).toBe('waiting');
    answer(run, 'a', { do: 'continue' });
    await settled();
    expect(calls.map(({ input }) => input)).toEqual(['b', 'c', 'a']);
    expect(run.runner.state.status).toBe('completed');
  });

  test('that is disabled, or whose condition is false, pauses nothing', async () => {
    const { run } = debug({
      document: chain,
      breakpoints: [
        point({ step: 'a' }, { enabled: false }),
        point({ step: 'b' }, { id: 'b2', condition: "steps.a.output == 'other'" }),
      ],
    });
    await started(run);
    expect(run.runner.state.status).toBe('completed');
  });

  test('whose condition cannot be evaluated pauses, and says why', async () => {
    const { run } = debug({
      document: chain,
      breakpoints: [point({ step: 'b' }, { condition: '1 / 0 > 1' })],
    });
    await started(run);
    expect(pauseOf(run, 'b')?.note).toMatch(/^The condition of the breakpoint could not be evaluated: /);
  });

  test('pauses with the parameters as written when they cannot be resolved, and runs with edited ones', async () => {
    const document: PipelineDocument = {
      steps: [read('a'), read('b', { depends_on: ['a'], params: { input: '{{steps.a.output.x}}' } })],
    };
    const { run, calls } = debug({ document, breakpoints: [point({ step: 'b' })] });
    await started(run);
    expect(pauseOf(run, 'b')).toMatchObject({ inputs: { value: { input: '{{steps.a.output.x}}' } } });
    expect(pauseOf(run, 'b')?.note).toContain('params.input');
    answer(run, 'b', { do: 'continue', inputs: { input: 'typed {{params.x}}' } });
    await settled();
    expect(calls.at(-1)?.input).toBe('typed {{params.x}}');
    expect(run.runner.state.status).toBe('completed');
  });

  test('is judged once: a retry after it is not paused', async () => {
    const { run, calls } = debug({
      document: { steps: [read('a', { retry: { max_attempts: 2, initial_delay_seconds: 1 } })] },
      breakpoints: [point({ step: 'a' })],
      perform: ({ ctx }) => {
        if (ctx.step.attempt === 1) throw new ActionError('timeout', 'Slow.');
        return null;
      },
    });
    await started(run);
    answer(run, 'a', { do: 'continue', inputs: { input: 'edited' } });
    await settled();
    run.clock.advance(1000);
    await settled();
    expect(run.runner.state.status).toBe('completed');
    expect(calls.map(({ input }) => input)).toEqual(['edited', 'edited']);
  });
});

describe('a breakpoint on an edge', () => {
  const document: PipelineDocument = {
    params: { n: { type: 'integer' } },
    steps: [
      {
        id: 'choose',
        action: 'conditional',
        params: { condition: 'params.n > 5', on_true: ['yes'], on_false: ['no'] },
      },
      read('yes'),
      read('no'),
    ],
  };

  test.each([
    [7, 'waiting'],
    [3, 'completed'],
  ])('pauses only when the run takes it: n = %i', async (n, status) => {
    const at = { from: 'choose', to: 'yes', branch: 'true' };
    const { run } = debug({ document, breakpoints: [point(at)], params: { n } });
    await started(run);
    expect(run.runner.state.status).toBe(status);
  });
});

describe('a failure', () => {
  const failing = () => {
    throw new ActionError('timeout', 'Slow.');
  };

  test('pauses after the last attempt; another attempt with edited inputs follows', async () => {
    const { run, calls } = debug({
      document: { steps: [read('a'), read('b', { depends_on: ['a'] })] },
      breakpoints: [point({ step: 'a' }, { when: 'failure', condition: "error.kind == 'timeout'" })],
      perform: ({ ctx, input }) => (ctx.step.id === 'a' && ctx.step.attempt === 1 ? failing() : input),
    });
    await started(run);
    expect(pauseOf(run, 'a')).toMatchObject({ moment: 'failure', attempt: 1, error: { message: 'Slow.' } });
    answer(run, 'a', { do: 'retry', inputs: { input: 'other' } });
    await settled();
    expect(run.runner.state.status).toBe('completed');
    expect(calls.map(({ input }) => input)).toEqual(['a', 'other', 'b']);
    expect(run.runner.state.steps.get('a')?.attempts.map(({ status }) => status)).toEqual([
      'failed',
      'completed',
    ]);
  });

  test.each([
    [{ do: 'continue' }, 'failed', 'failed'],
    [{ do: 'output', output: 'given' }, 'completed', 'completed'],
    [{ do: 'skip' }, 'skipped', 'completed'],
    [{ do: 'fail', message: 'No.' }, 'failed', 'failed'],
  ] as const)('pauses a run with pause_on_failure; %o', async (given, step, status) => {
    const { run } = debug({ document: { steps: [read('a')] }, pauseOnFailure: true, perform: failing });
    await started(run);
    expect(pauseOf(run, 'a')).toMatchObject({ cause: 'failure', moment: 'failure' });
    answer(run, 'a', given as PauseAnswer);
    await settled();
    expect(statuses(run)).toEqual({ a: step });
    expect(run.runner.state.status).toBe(status);
    if (given.do === 'fail') expect(run.runner.state.error?.message).toBe('No.');
    if (given.do === 'output')
      expect(run.runner.state.steps.get('a')).toMatchObject({ given: 'entered', output: { value: 'given' } });
  });

  test('of an iteration pauses the iteration, and not its loop again', async () => {
    const document: PipelineDocument = {
      steps: [
        {
          id: 'each',
          action: 'loop',
          params: {
            items: [1, 2],
            action: 'read',
            action_params: { input: '{{item}}' },
            continue_on_error: true,
          },
        },
      ],
    };
    const { run } = debug({
      document,
      pauseOnFailure: true,
      perform: ({ input }) => (input === 1 ? failing() : input),
    });
    await started(run);
    expect(pauseOf(run, 'each', [0])).toMatchObject({ inputs: { value: { input: 1 } } });
    answer(run, 'each', { do: 'continue' }, [0]);
    await settled();
    expect(run.runner.state.pauses).toBe(0);
    expect(run.runner.state.status).not.toBe('waiting');
  });
});

describe('answers', () => {
  test('`output` completes the step without an attempt, and dependents read it', async () => {
    const { run, calls } = debug({ document: chain, breakpoints: [point({ step: 'a' })] });
    await started(run);
    answer(run, 'a', { do: 'output', output: 'typed' });
    await settled();
    expect(calls.map(({ input }) => input)).toEqual(['typed!']);
    expect(run.runner.state.steps.get('a')).toMatchObject({ given: 'entered', attempts: [] });
  });

  test('`skip` skips the step, and the steps that need it', async () => {
    const { run } = debug({ document: chain, breakpoints: [point({ step: 'a' })] });
    await started(run);
    answer(run, 'a', { do: 'skip' });
    await settled();
    expect(statuses(run)).toEqual({ a: 'skipped', b: 'skipped' });
    expect(run.runner.state.steps.get('a')?.skip?.reason).toBe('skipped_by_person');
  });

  test('`fail` fails the step as its on_failure says', async () => {
    const { run } = debug({
      document: { steps: [read('a', { on_failure: 'continue' }), read('b', { depends_on: ['a'] })] },
      breakpoints: [point({ step: 'a' })],
    });
    await started(run);
    answer(run, 'a', { do: 'fail' });
    await settled();
    expect(statuses(run)).toEqual({ a: 'failed', b: 'completed' });
  });

  test('`step` pauses before whatever starts next, once', async () => {
    const document: PipelineDocument = {
      steps: [read('a'), read('b', { depends_on: ['a'] }), read('c', { depends_on: ['b'] })],
    };
    const { run } = debug({ document, breakpoints: [point({ step: 'a' })] });
    await started(run);
    answer(run, 'a', { do: 'step' });
    await settled();
    expect(pauseOf(run, 'b')).toMatchObject({ cause: 'step', moment: 'before' });
    answer(run, 'b', { do: 'continue' });
    await settled();
    expect(run.runner.state.status).toBe('completed');
  });

  test('to a pause that has ended are ignored: the first one applies', async () => {
    const { run, calls } = debug({ document: chain, breakpoints: [point({ step: 'a' })] });
    await started(run);
    answer(run, 'a', { do: 'output', output: 'first' });
    answer(run, 'a', { do: 'output', output: 'second' });
    await settled();
    expect(calls.map(({ input }) => input)).toEqual(['first!']);
  });

  test('are durable before an effect that follows from them starts', async () => {
    const durable = gate();
    const events: RunEvent[] = [];
    let isSlow = false;
    const { run, calls } = debug({
      document: chain,
      breakpoints: [point({ step: 'a' })],
      more: {
        journal: {
          append: async (added) => {
            if (isSlow) await durable.promise;
            events.push(...added);
          },
        },
      },
    });
    await started(run);
    isSlow = true;
    answer(run, 'a', { do: 'continue' });
    await settled();
    expect(calls).toEqual([]);
    durable.open();
    await settled();
    expect(calls).toHaveLength(2);
  });
});

describe('iterations', () => {
  const document: PipelineDocument = {
    steps: [
      {
        id: 'each',
        action: 'loop',
        params: {
          items: ['x', 'y', 'z'],
          action: 'read',
          action_params: { input: '{{item}}' },
          parallel: true,
          max_parallel: 3,
        },
      },
    ],
  };

  test('pause on their own, where the condition is true', async () => {
    const { run, calls } = debug({
      document,
      breakpoints: [point({ step: 'each', iterations: true }, { condition: 'index == 1' })],
    });
    await started(run);
    expect(calls.map(({ input }) => input)).toEqual(['x', 'z']);
    answer(run, 'each', { do: 'continue', inputs: { input: 'edited' } }, [1]);
    await settled();
    expect(run.runner.state.steps.get('each')).toMatchObject({
      status: 'completed',
      output: { value: { results: ['x', 'edited', 'z'] } },
    });
  });

  test('of a loop that failed start anew when a person retries the loop', async () => {
    let isBroken = true;
    const { run, calls } = debug({
      document: {
        steps: document.steps.map((step) => ({ ...step, params: { ...step.params, parallel: false } })),
      },
      breakpoints: [point({ step: 'each' }, { when: 'failure' })],
      perform: ({ input }) => {
        if (input === 'y' && isBroken) throw new ActionError('timeout', 'Slow.');
        return input;
      },
    });
    await started(run);
    expect(pauseOf(run, 'each')).toMatchObject({ moment: 'failure', cause: 'breakpoint' });
    isBroken = false;
    answer(run, 'each', { do: 'retry' });
    await settled();
    expect(calls.map(({ input }) => input)).toEqual(['x', 'y', 'x', 'y', 'z']);
    expect(run.runner.state.steps.get('each')).toMatchObject({
      status: 'completed',
      output: { value: { results: ['x', 'y', 'z'] } },
    });
  });

  test('that are skipped complete with null', async () => {
    const { run } = debug({ document, breakpoints: [point({ step: 'each', iterations: true })] });
    await started(run);
    for (const index of [0, 1, 2]) answer(run, 'each', { do: 'skip' }, [index]);
    await settled();
    expect(run.runner.state.steps.get('each')).toMatchObject({
      output: { value: { results: [null, null, null] } },
    });
  });
});

describe('time', () => {
  test('limits of a pause cancel the run', async () => {
    const { run } = debug({
      document: chain,
      breakpoints: [point({ step: 'b' }, { timeout_seconds: 60 })],
    });
    await started(run);
    run.clock.advance(59_000);
    await settled();
    expect(run.runner.state.status).toBe('waiting');
    run.clock.advance(1000);
    await settled();
    expect(run.runner.state).toMatchObject({ status: 'cancelled' });
    expect(run.runner.state.cancelDetail).toContain('The pause at the breakpoint b began');
  });

  test('limits of a pause cancel the run on a slow machine, whose turn is over right after the decision', async () => {
    const clock = memoryClock();
    let late = 0;
    const slow = { ...clock, now: () => new Date(clock.now().getTime() + late) };
    const { run } = debug({
      document: chain,
      breakpoints: [point({ step: 'b' }, { timeout_seconds: 60 })],
      more: {
        clock: slow,
        onEvent: ({ type }) => {
          if (type === 'cancel_requested') late += 100;
        },
      },
    });
    await started(run);
    clock.advance(60_000);
    await settled();
    expect(run.runner.state.status).toBe('cancelled');
  });

  test('limits of a pause hold when the clock is set back a little after its timer', async () => {
    const { run } = debug({
      document: chain,
      breakpoints: [point({ step: 'b' }, { timeout_seconds: 60 })],
    });
    await started(run);
    run.clock.advance(60_000);
    run.clock.advance(-10);
    await settled();
    expect(run.runner.state.status).toBe('waiting');
    run.clock.advance(10);
    await settled();
    expect(run.runner.state.status).toBe('cancelled');
  });

  test('of a pause does not count for the run, nor for a loop around it', async () => {
    const document: PipelineDocument = {
      settings: { timeout_seconds: 10 },
      steps: [
        {
          id: 'each',
          action: 'loop',
          timeout_seconds: 5,
          params: { items: ['x'], action: 'read', action_params: { input: '{{item}}' } },
        },
      ],
    };
    const { run } = debug({ document, breakpoints: [point({ step: 'each', iterations: true })] });
    await started(run);
    run.clock.advance(3_600_000);
    await settled();
    expect(run.runner.state.status).toBe('waiting');
    answer(run, 'each', { do: 'continue' }, [0]);
    await settled();
    expect(run.runner.state.status).toBe('completed');
  });
});

describe('breakpoints of an active run', () => {
  test('can be replaced: they apply to units that start later', async () => {
    const { run } = debug({ document: chain, breakpoints: [point({ step: 'a' })] });
    await started(run);
    run.runner.setBreakpoints({ breakpoints: [point({ step: 'b' })], pause_on_failure: false }, 1);
    answer(run, 'a', { do: 'continue' });
    await settled();
    expect(pauseOf(run, 'b')).toBeDefined();
    expect(run.runner.lastAppliedCommand).toBe(1);
  });
});

describe('secrets', () => {
  const document: PipelineDocument = {
    steps: [
      {
        id: 'call',
        action: 'http_request',
        params: {
          url: 'https://api.test/x',
          method: 'POST',
          headers: { authorization: 'Bearer {{secrets.key}}', 'x-now': '{{now}}' },
          body: { stage: 'live' },
        },
      },
    ],
  };

  test('stay references while a step is paused, and are revealed in the attempt', async () => {
    const revealed: string[] = [];
    const sent: unknown[] = [];
    const { run } = debug({
      document,
      breakpoints: [point({ step: 'call' })],
      more: {
        secrets: {
          reveal: async (name) => {
            revealed.push(name);
            return { name, value: 's3cret-value', hosts: [] };
          },
        },
        http: async (request) => {
          sent.push(request);
          return { status: 200, headers: {}, body: '{}', bytes: 2 } as never;
        },
      },
    });
    await started(run);
    expect(revealed).toEqual([]);
    const shown = pauseOf(run, 'call')?.inputs;
    expect(shown).toMatchObject({ value: { headers: { authorization: 'Bearer {{secrets.key}}' } } });
    const headers = (shown as { value: { headers: Record<string, string> } }).value.headers;
    run.clock.advance(60_000);
    answer(run, 'call', {
      do: 'continue',
      inputs: { headers: { ...headers, 'x-added': '{{secrets.other}}' }, body: { stage: 'staging' } },
    });
    await settled();
    expect(sent).toHaveLength(1);
    expect(JSON.stringify(sent)).toContain('Bearer s3cret-value');
    expect(JSON.stringify(sent)).toContain('staging');
    // Typed text is a value, never a template; values are those that the pause showed.
    expect(JSON.stringify(sent)).toContain('{{secrets.other}}');
    expect(JSON.stringify(sent)).toContain(headers['x-now']);
    expect(revealed).toEqual(['key']);
    expect(JSON.stringify(run.events)).not.toContain('s3cret-value');
  });
});

test('a value that a condition needs and that arrives within a turn leads to the pause', async () => {
  const { catalogue } = probes();
  const clock = memoryClock();
  const document: PipelineDocument = {
    steps: [read('a'), { id: 'd', action: 'fail', params: { message: 'No.' }, depends_on: ['a'] }],
  };
  const settings = {
    breakpoints: [point({ step: 'd' }, { when: 'failure', condition: 'size(steps.a.output) > 3' })],
    pause_on_failure: false,
  };
  const at = clock.now().toISOString();
  const journal = memoryJournal([
    createdEvent(clock, {}, settings),
    { seq: 2, at, type: 'run_started' },
    { seq: 3, at, type: 'step_started', step: 'a', attempt: 1, action: 'read', inputs: { value: {} } },
    {
      ...{ seq: 4, at, type: 'step_completed', step: 'a', attempt: 1 },
      output: { ref: 'stored', bytes: 50_000, summary: 'text' },
    },
  ]);
  const runner = new Runner({
    ...{ catalogue, journal, clock, pipeline: normalize(document, catalogue.descriptors) },
    state: foldEvents(journal.events),
    load: () => {
      // So long that other runs may proceed before this turn goes on.
      clock.advance(2);
      return Promise.resolve('a long text');
    },
    world: {
      ...fakeWorld({}),
      drive: async (work) => {
        for (;;) {
          const part = work.next();
          if (part.done) return part.value;
          await settled();
        }
      },
    },
  });
  void runner.run();
  await settled();
  await settled();
  expect(runner.state.steps.get('d')?.pause).toMatchObject({ moment: 'failure' });
  expect(runner.state.error).toBeUndefined();
});
