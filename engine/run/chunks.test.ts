import { describe, expect, test } from 'vitest';
import { ActionError } from '../errors';
import type { Json } from '../json';
import { normalize } from '../pipeline/normalize';
import type { PipelineDocument } from '../pipeline/schema';
import type { World } from '../ports';
import { fakeSecrets, fakeWorld, memoryClock } from '../testing/fakes';
import { type MemoryChunks, memoryChunks } from '../testing/memory-chunks';
import { type ProbeCall, probes } from '../testing/probes';
import { createdEvent, memoryJournal } from '../testing/run-pipeline';
import type { RunEvent } from './events';
import { foldEvents } from './fold';
import { Runner } from './runner';
import type { RunState } from './state';

interface Ran {
  readonly state: RunState;
  readonly events: readonly RunEvent[];
  readonly calls: readonly ProbeCall[];
  readonly chunks: MemoryChunks;
}

interface Options {
  readonly perform?: (call: ProbeCall) => Json | Promise<Json>;
  readonly params?: Record<string, Json>;
  readonly world?: Partial<World>;
  /** Longest list that is not gone through in parts. */
  readonly above?: number;
  readonly size?: number;
  readonly onEvent?: (event: RunEvent, runner: Runner) => void;
}

/** Runs a pipeline to its end in virtual time, its loops in parts where they are long enough. */
async function run(document: PipelineDocument, options: Options = {}): Promise<Ran> {
  const { above = 3, size = 2 } = options;
  const clock = memoryClock();
  const { catalogue, calls } = probes(options.perform);
  const journal = memoryJournal([createdEvent(clock, options.params)]);
  const world = fakeWorld(options.world);
  const chunks = memoryChunks({
    document,
    catalogue,
    clock,
    world,
    sizes: { above, size },
    parent: () => runner.state,
    ended: () => runner.hear(),
  });
  const runner: Runner = new Runner({
    pipeline: normalize(document, catalogue.descriptors),
    catalogue,
    state: foldEvents(journal.events),
    journal,
    clock,
    world,
    chunks,
    onEvent: (event) => options.onEvent?.(event, runner),
  });
  let isOver = false;
  const running = runner.run().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for (let turn = 0; turn < 50 && !isOver; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const [next] = clock.due;
    if (next && !isOver) clock.advance(Math.max(0, next.getTime() - clock.now().getTime()));
  }
  await running;
  return { state: runner.state, events: journal.events, calls, chunks };
}

const each = (count: number, params: Record<string, Json> = {}, more: object = {}) => ({
  id: 'each',
  action: 'loop',
  params: {
    items: Array.from({ length: count }, (_, index) => `item ${index}`),
    action: 'send',
    action_params: { input: '{{item}}' },
    max_iterations: 1000,
    ...params,
  },
  ...more,
});

const keys = (calls: readonly ProbeCall[]) => calls.map(({ ctx }) => ctx.idempotencyKey);
const plain = (payload: unknown) => (payload as { value: Json }).value;

describe('a long loop', () => {
  test('gives what a short one gives, with the same keys, in the same order', async () => {
    const document = {
      steps: [each(7), { id: 'after', action: 'log', params: { message: '{{steps.each.output.count}}' } }],
    };
    const whole = await run(document, { above: 100 });
    const parts = await run(document);
    expect(whole.chunks.journals.size).toBe(0);
    expect(parts.chunks.journals.size).toBe(4);
    expect(parts.chunks.most).toBe(1);
    expect(keys(parts.calls)).toEqual(keys(whole.calls));
    expect(parts.state.steps.get('each')?.output).toEqual(whole.state.steps.get('each')?.output);
    expect(parts.state.steps.get('after')?.output).toEqual(whole.state.steps.get('after')?.output);
  });

  test('keeps the journal of its run short: a line for the plan and one for each part', async () => {
    const { events } = await run({ steps: [each(40)] }, { size: 10 });
    expect(events.map(({ type }) => type)).toEqual([
      'run_created',
      'run_started',
      'step_started',
      'chunks_planned',
      ...Array.from({ length: 4 }, () => 'chunk_ended'),
      'step_completed',
      'run_completed',
    ]);
  });

  test('a short one stays in one piece', async () => {
    const { chunks, events } = await run({ steps: [each(3)] });
    expect(chunks.journals.size).toBe(0);
    expect(events.map(({ type }) => type)).toContain('iterations_planned');
  });

  test('a loop within it stays in one piece', async () => {
    const inner = { items: [1, 2, 3, 4, 5], action: 'send', action_params: { input: '{{item}}' } };
    const document = { steps: [each(4, { action: 'loop', action_params: inner })] };
    const parts = await run(document);
    const whole = await run(document, { above: 100 });
    expect(parts.chunks.journals.size).toBe(2);
    expect(keys(parts.calls)).toEqual(keys(whole.calls));
    expect(parts.state.steps.get('each')?.output).toEqual(whole.state.steps.get('each')?.output);
  });

  test.each([
    [3, 3],
    [8, 8],
    [20, 8],
  ])('performs %i at once in %i parts', async (parallel, open) => {
    let under = 0;
    let most = 0;
    const perform = async () => {
      under += 1;
      most = Math.max(most, under);
      await new Promise((resolve) => setImmediate(resolve));
      under -= 1;
      return null;
    };
    const document = { steps: [each(200, { parallel: true, max_parallel: parallel })] };
    const { chunks } = await run(document, { perform, size: 10 });
    expect(chunks.most).toBe(open);
    expect(most).toBe(parallel);
  });

  test('its iterations read params, earlier steps and the id of the run, and nothing that they do not need', async () => {
    const document: PipelineDocument = {
      params: { who: { type: 'string' }, other: { type: 'string' } },
      steps: [
        { id: 'first', action: 'log', params: { message: 'before' } },
        each(4, {
          action_params: {
            input:
              '{{index}} {{params.who}} {{steps.first.output.message}} {{steps.first.status}} {{execution_id}}',
          },
        }),
      ],
    };
    const { state, chunks } = await run(document, { params: { who: 'Ann', other: 'large' } });
    expect(plain(state.steps.get('each')?.output)).toMatchObject({
      results: ['0', '1', '2', '3'].map((index) => `${index} Ann before completed run_1`),
    });
    for (const { events } of chunks.journals.values())
      expect(events[0]).toMatchObject({ params: { who: 'Ann' } });
  });

  test('a transform within it takes the output of the only step before the loop', async () => {
    const transform = { action: 'transform', action_params: { operation: 'keys' } };
    const document: PipelineDocument = {
      steps: [
        { id: 'first', action: 'log', params: { message: 'x' } },
        { ...each(4, transform), depends_on: ['first'] },
      ],
    };
    const whole = await run(document, { above: 100 });
    const parts = await run(document);
    expect(whole.state.status).toBe('completed');
    expect(parts.state.steps.get('each')?.output).toEqual(whole.state.steps.get('each')?.output);
  });

  test('hides secrets in all that its parts leave behind', async () => {
    const { chunks, calls } = await run(
      { steps: [each(4, { action_params: { input: '{{secrets.token}}' } })] },
      { world: { secrets: fakeSecrets({ token: 's3cr3t-value' }) } },
    );
    expect(calls[3]?.input).toBe('s3cr3t-value');
    for (const { events } of chunks.journals.values()) expect(JSON.stringify(events)).not.toContain('s3cr3t');
  });
});

describe('a failure in a long loop', () => {
  const failAt =
    (...places: number[]) =>
    ({ input }: ProbeCall) => {
      if (places.some((place) => input === `item ${place}`))
        throw new ActionError('rejected', `No ${input}.`);
      return input;
    };

  test('fails the step as that of a short one does, and begins nothing more', async () => {
    const perform = failAt(5, 6);
    const whole = await run({ steps: [each(9)] }, { perform, above: 100 });
    const parts = await run({ steps: [each(9)] }, { perform });
    expect(parts.state.error).toEqual(whole.state.error);
    expect(parts.state.error?.message).toBe('Iteration 6 of 9 failed: No item 5.');
    expect(keys(parts.calls)).toEqual(keys(whole.calls));
  });

  test('is collected when the loop goes on', async () => {
    const perform = failAt(0, 5, 8);
    const document = { steps: [each(9, { on_item_failure: 'continue' })] };
    const whole = await run(document, { perform, above: 100 });
    const parts = await run(document, { perform });
    expect(parts.state.steps.get('each')?.output).toEqual(whole.state.steps.get('each')?.output);
    expect(parts.state.steps.get('each')?.chunks).toMatchObject({ completed: 6, failed: 3 });
  });

  test('cancels the parts beside it', async () => {
    const perform = (call: ProbeCall) =>
      call.input === 'item 2' ? failAt(2)(call) : new Promise<Json>(() => undefined);
    const document = { steps: [each(8, { parallel: true, max_parallel: 4 })] };
    const { state, chunks } = await run(document, { perform });
    expect(state.error?.message).toBe('Iteration 3 of 8 failed: No item 2.');
    const ends = [...chunks.journals.values()].map(({ events }) => events.at(-1)?.type);
    expect(ends.sort()).toEqual(['run_cancelled', 'run_cancelled', 'run_cancelled', 'run_failed']);
  });

  test('is retried by the iteration, with the same key', async () => {
    let failures = 0;
    const perform = ({ input }: ProbeCall) => {
      if (input === 'item 3' && failures < 2) {
        failures += 1;
        throw new ActionError('timeout', 'Slow.');
      }
      return input;
    };
    const { state, calls } = await run({ steps: [each(5, {}, { retry: { max_attempts: 3 } })] }, { perform });
    expect(state.status).toBe('completed');
    expect(keys(calls).filter((key) => key === 'run_1/each[3]')).toHaveLength(3);
  });

  test('by fail ends the pipeline', async () => {
    const document: PipelineDocument = {
      steps: [
        each(5, { action: 'fail', action_params: { message: 'Stop at {{item}}' } }),
        { id: 'long', action: 'wait', params: { duration: 1e6 } },
      ],
    };
    const whole = await run(document, { above: 100 });
    const parts = await run(document);
    expect(parts.state.error).toEqual(whole.state.error);
    expect(parts.state.steps.get('long')?.status).toBe('cancelled');
  });
});

describe('what ends a long loop from outside', () => {
  const endless = () => new Promise<Json>(() => undefined);

  test('cancellation cancels its parts', async () => {
    const { state, chunks } = await run(
      { steps: [each(8, { parallel: true, max_parallel: 2 })] },
      {
        perform: endless,
        onEvent: (event, runner) => {
          if (event.type === 'chunks_planned') setTimeout(() => runner.cancel(), 1);
        },
      },
    );
    expect(state.status).toBe('cancelled');
    await new Promise((resolve) => setImmediate(resolve));
    const ends = [...chunks.journals.values()].map(({ events }) => events.at(-1)?.type);
    expect(ends).toEqual(['run_cancelled', 'run_cancelled']);
  });

  test('its time limit fails it, and the limit of the run', async () => {
    const step = await run({ steps: [each(8, {}, { timeout_seconds: 100 })] }, { perform: endless });
    expect(step.state.error).toMatchObject({ kind: 'timeout' });
    const whole = await run({ steps: [each(8)], settings: { timeout_seconds: 100 } }, { perform: endless });
    expect(whole.state.error).toMatchObject({
      kind: 'timeout',
      message: 'The run took longer than its limit of 100 s.',
    });
  });
});

test('random loops give the same in parts as in one piece', async () => {
  const seed = Date.now() % 1e6;
  let next = seed;
  const random = (limit: number) => {
    next = (next * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((next / 2 ** 31) * limit);
  };
  for (let round = 0; round < 60; round += 1) {
    const failing = new Set(Array.from({ length: random(4) }, () => `item ${random(30)}`));
    const goesOn = random(2) === 0;
    const isParallel = goesOn && random(2) === 0;
    const document = {
      steps: [
        each(
          random(30),
          {
            on_item_failure: goesOn ? 'continue' : 'fail',
            parallel: isParallel,
            max_parallel: 1 + random(12),
          },
          random(2) === 0 ? { retry: { max_attempts: 2 } } : {},
        ),
      ],
    };
    const perform = ({ input }: ProbeCall) => {
      if (failing.has(String(input))) throw new ActionError('rejected', `No ${input}.`);
      return input;
    };
    const whole = await run(document, { perform, above: 1000 });
    const parts = await run(document, { perform, above: 1 + random(5), size: 1 + random(5) });
    const what = `seed ${seed}, round ${round}: ${JSON.stringify(document.steps[0]?.params)}`;
    expect(parts.state.steps.get('each')?.output, what).toEqual(whole.state.steps.get('each')?.output);
    expect(parts.state.error, what).toEqual(whole.state.error);
    expect(keys(parts.calls).sort(), what).toEqual(keys(whole.calls).sort());
  }
});

test('another runner goes on after any event, and nothing is begun twice', async () => {
  const document = { steps: [each(9, { parallel: true, max_parallel: 3, on_item_failure: 'continue' })] };
  const whole = await run(document);
  for (let cut = 1; cut < whole.events.length; cut += 1) {
    const clock = memoryClock();
    const { catalogue, calls } = probes();
    const journal = memoryJournal([createdEvent(clock)]);
    const runners: Runner[] = [];
    const chunks = memoryChunks({
      document,
      catalogue,
      clock,
      world: fakeWorld(),
      sizes: { above: 3, size: 2 },
      parent: () => foldEvents(journal.events),
      ended: () => runners.at(-1)?.hear(),
    });
    const start = () => {
      const runner: Runner = new Runner({
        pipeline: normalize(document, catalogue.descriptors),
        catalogue,
        state: foldEvents(journal.events),
        journal,
        clock,
        world: fakeWorld(),
        chunks,
        parkAfterMs: 1e9,
        onEvent: ({ seq }) => {
          if (seq === cut && runners.length === 1) runner.abandon();
        },
      });
      runners.push(runner);
      return runner.run();
    };
    await start();
    let isOver = false;
    const second = start().finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve));
      const [next] = clock.due;
      if (next) clock.advance(Math.max(0, next.getTime() - clock.now().getTime()));
    }
    await second;
    expect(runners.at(-1)?.state.steps.get('each')?.output).toEqual(whole.state.steps.get('each')?.output);
    expect(calls).toHaveLength(9);
  }
});
