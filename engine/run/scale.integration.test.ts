import { describe, expect, test } from 'vitest';
import { catalogue } from '../actions';
import { buildGraph } from '../pipeline/graph';
import { normalize } from '../pipeline/normalize';
import type { PipelineDocument, StepDocument } from '../pipeline/schema';
import { validate } from '../pipeline/validate';
import { probes } from '../testing/probes';
import { runPipeline } from '../testing/run-pipeline';
import { startRun } from '../testing/start-run';
import { Timers } from './context/timers';

// Long lists on a busy machine. Tests that they end, without overflow or quadratic time.
const SIZE = 10_000;
const ITERATIONS = 2000;
const log = (id: string, more: Partial<StepDocument> = {}): StepDocument => ({
  id,
  action: 'log',
  params: { message: 'x' },
  ...more,
});
const ids = Array.from({ length: SIZE }, (_, index) => `s${index}`);

/** Runs with only the runner, without a clock that sorts its timers. */
async function run(document: PipelineDocument, using = catalogue) {
  const { runner, events } = startRun({ document, catalogue: using });
  await runner.run();
  return { state: runner.state, events };
}

describe('large pipelines', () => {
  test('a chain of 10,000 steps is validated and executed', async () => {
    const document = { steps: ids.map((id, n) => log(id, n === 0 ? {} : { depends_on: [`s${n - 1}`] })) };
    expect(validate(document, catalogue.descriptors)).toEqual([]);
    const { state } = await run(document);
    expect(state.counts.completed).toBe(SIZE);
  });

  test('one step is followed by 10,000, and one step waits for all of them', async () => {
    const document = {
      steps: [
        log('first'),
        ...ids.map((id) => log(id, { depends_on: ['first'] })),
        log('last', { depends_on: ids }),
      ],
    };
    expect(validate(document, catalogue.descriptors)).toEqual([]);
    const { state } = await run(document);
    expect(state.counts.completed).toBe(SIZE + 2);
  });

  test('a ring of 10,000 steps is one cycle, and found without recursion', () => {
    const document = { steps: ids.map((id, n) => log(id, { depends_on: [`s${(n + 1) % SIZE}`] })) };
    const graph = buildGraph(normalize(document, catalogue.descriptors), catalogue.descriptors);
    expect(graph.cycles).toHaveLength(1);
    expect(graph.cycles[0]).toHaveLength(SIZE);
    expect(validate(document, catalogue.descriptors).map(({ code }) => code)).toEqual(['cycle']);
  });

  test('10,000 effects run concurrently when that is allowed', async () => {
    const document = {
      steps: ids.map((id) => ({ id, action: 'send' })),
      settings: { max_parallel_steps: SIZE },
    };
    const { catalogue: using, calls } = probes();
    const { state } = await run(document, using);
    expect(calls).toHaveLength(SIZE);
    expect(state.status).toBe('completed');
  });
});

describe('large loops', () => {
  const loop = (action: string, more: object = {}): PipelineDocument => ({
    params: { list: { type: 'array' } },
    steps: [
      {
        id: 'each',
        action: 'loop',
        params: {
          items: '{{params.list}}',
          action,
          action_params: action === 'log' ? { message: '{{item}}' } : { input: '{{item}}' },
          max_iterations: ITERATIONS,
          ...more,
        },
      },
    ],
  });
  const list = Array.from({ length: ITERATIONS }, (_, index) => index);

  test.each([
    ['one after the other', {}],
    ['side by side', { parallel: true, max_parallel: ITERATIONS }],
  ])('2,000 iterations that end immediately, %s', async (_, more) => {
    const { state } = await runPipeline({ document: loop('log', more), params: { list } });
    expect(state.steps.get('each')?.output).toMatchObject({ value: { count: ITERATIONS, failed: 0 } });
  });

  test.each([
    ['one after the other', {}],
    ['side by side', { parallel: true, max_parallel: ITERATIONS }],
  ])('2,000 effects, %s', async (_, more) => {
    const { catalogue: using, calls } = probes();
    const { state } = await runPipeline({ document: loop('send', more), params: { list }, catalogue: using });
    expect(calls).toHaveLength(ITERATIONS);
    expect(state.status).toBe('completed');
  });
});

test('the earliest of many timers is found without reading all of them each time', () => {
  const at = new Map<number, () => void>();
  let now = 0;
  const timers = new Timers({
    now: () => new Date(now),
    at: (instant, callback) => {
      at.set(instant.getTime(), callback);
      return () => void at.delete(instant.getTime());
    },
  });
  for (let n = SIZE; n > 0; n -= 1) timers.set(`t${n}`, new Date(n), () => undefined);
  for (let n = 1; n < SIZE; n += 1) {
    expect(timers.next).toBe(n);
    now = n;
    if (n % 2 === 0) timers.clear(`t${n}`);
    else at.get(n)?.();
  }
  timers.clearAll();
  expect(timers.next).toBeUndefined();
  expect(timers.size).toBe(0);
});
