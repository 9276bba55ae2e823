import { describe, expect, test } from 'vitest';
import { ActionError } from '../../errors';
import type { Json } from '../../json';
import { normalize } from '../../pipeline/normalize';
import type { PipelineDocument } from '../../pipeline/schema';
import { fakeSecrets, fakeWorld, memoryClock } from '../../testing/fakes';
import { memoryChunks } from '../../testing/memory-chunks';
import { type ProbeCall, probes } from '../../testing/probes';
import { each, keys, runInChunks } from '../../testing/run-in-chunks';
import { createdEvent, memoryJournal } from '../../testing/run-pipeline';
import { Runner } from '../runner';
import { foldEvents } from '../state/fold';

const plain = (payload: unknown) => (payload as { value: Json }).value;

describe('a long loop', () => {
  test('returns the same as a short one, with the same keys, in the same order', async () => {
    const document = {
      steps: [each(7), { id: 'after', action: 'log', params: { message: '{{steps.each.output.count}}' } }],
    };
    const whole = await runInChunks(document, { above: 100 });
    const chunked = await runInChunks(document);
    expect(whole.chunks.journals.size).toBe(0);
    expect(chunked.chunks.journals.size).toBe(4);
    expect(chunked.chunks.most).toBe(1);
    expect(keys(chunked.calls)).toEqual(keys(whole.calls));
    expect(chunked.state.steps.get('each')?.output).toEqual(whole.state.steps.get('each')?.output);
    expect(chunked.state.steps.get('after')?.output).toEqual(whole.state.steps.get('after')?.output);
  });

  test('keeps the journal of its run short: a line for the plan and one for each chunk', async () => {
    const { events } = await runInChunks({ steps: [each(40)] }, { size: 10 });
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

  test('a short loop is not divided into chunks', async () => {
    const { chunks, events } = await runInChunks({ steps: [each(3)] });
    expect(chunks.journals.size).toBe(0);
    expect(events.map(({ type }) => type)).toContain('iterations_planned');
  });

  test('a loop within it is not divided into chunks', async () => {
    const inner = { items: [1, 2, 3, 4, 5], action: 'send', action_params: { input: '{{item}}' } };
    const document = { steps: [each(4, { action: 'loop', action_params: inner })] };
    const chunked = await runInChunks(document);
    const whole = await runInChunks(document, { above: 100 });
    expect(chunked.chunks.journals.size).toBe(2);
    expect(keys(chunked.calls)).toEqual(keys(whole.calls));
    expect(chunked.state.steps.get('each')?.output).toEqual(whole.state.steps.get('each')?.output);
  });

  test.each([
    [3, 3],
    [8, 8],
    [20, 8],
  ])('runs %i iterations concurrently in %i chunks', async (parallel, open) => {
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
    const { chunks } = await runInChunks(document, { perform, size: 10 });
    expect(chunks.most).toBe(open);
    expect(most).toBe(parallel);
  });

  test('its chunks have params, earlier steps and the id of the run as far as they read them', async () => {
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
    const { state, chunks } = await runInChunks(document, { params: { who: 'Ann', other: 'large' } });
    expect(plain(state.steps.get('each')?.output)).toMatchObject({
      results: ['0', '1', '2', '3'].map((index) => `${index} Ann before completed run_1`),
    });
    for (const { events } of chunks.journals.values())
      expect(events[0]).toMatchObject({ params: { who: 'Ann' } });
  });

  test('a transform within it uses the output of the only step before the loop', async () => {
    const transform = { action: 'transform', action_params: { operation: 'keys' } };
    const document: PipelineDocument = {
      steps: [
        { id: 'first', action: 'log', params: { message: 'x' } },
        { ...each(4, transform), depends_on: ['first'] },
      ],
    };
    const whole = await runInChunks(document, { above: 100 });
    const chunked = await runInChunks(document);
    expect(whole.state.status).toBe('completed');
    expect(chunked.state.steps.get('each')?.output).toEqual(whole.state.steps.get('each')?.output);
  });

  test('hides secrets in everything that its chunks store', async () => {
    const { chunks, calls } = await runInChunks(
      { steps: [each(4, { action_params: { input: '{{secrets.token}}' } })] },
      { world: { secrets: fakeSecrets({ token: 's3cr3t-value' }) } },
    );
    expect(calls[3]?.input).toBe('s3cr3t-value');
    for (const { events } of chunks.journals.values()) expect(JSON.stringify(events)).not.toContain('s3cr3t');
  });
});

test('random loops return the same with and without chunks', async () => {
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
    const whole = await runInChunks(document, { perform, above: 1000 });
    const chunked = await runInChunks(document, { perform, above: 1 + random(5), size: 1 + random(5) });
    const what = `seed ${seed}, round ${round}: ${JSON.stringify(document.steps[0]?.params)}`;
    expect(chunked.state.steps.get('each')?.output, what).toEqual(whole.state.steps.get('each')?.output);
    expect(chunked.state.error, what).toEqual(whole.state.error);
    expect(keys(chunked.calls).sort(), what).toEqual(keys(whole.calls).sort());
  }
});

test('another runner continues after any event, and no chunk is begun twice', async () => {
  const document = { steps: [each(9, { parallel: true, max_parallel: 3, on_item_failure: 'continue' })] };
  const whole = await runInChunks(document);
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
      ended: () => runners.at(-1)?.recheckChunks(),
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
