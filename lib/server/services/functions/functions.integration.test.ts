import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '@/engine';
import type { TryFunctionAnswer } from '@/lib/contracts/functions';
import { type ClosableSandbox, createSandbox } from '../../adapters/sandbox';
import type { App } from '../../compose';
import { openTestApp, startSteps, untilEnded } from '../../testing/app';
import { createTestDatabase } from '../../testing/database';
import { until } from '../../testing/until';
import { NotFound } from '../errors';

let app: App;
let sandbox: ClosableSandbox;

beforeAll(async () => {
  sandbox = createSandbox();
  app = await openTestApp(await createTestDatabase(), { adapters: { sandbox } });
});

afterAll(async () => {
  await app.close();
  await sandbox.close();
});

const ada = { name: 'Ada', age: 36 };
const bob = { name: 'Bob', age: 20 };
const people: Json = [ada, bob];

/** A step that gives a list as `value`. */
const give = (value: Json) => ({ id: 'give', action: 'set_output', params: { key: 'k', value } });

const transformStep = (params: JsonObject) => ({ id: 't', action: 'transform', params });

const INPUT = '{{steps.give.output.value}}';

async function ran(params: JsonObject, value: Json = people) {
  const { id } = await startSteps(app, [give(value), transformStep(params)]);
  const run = await untilEnded(app, id);
  const events = await app.runs.events({ id });
  return { run, last: events.findLast((event) => 'step' in event && event.step === 't') };
}

describe('transform with a function, in a run', () => {
  it('returns the result of the function', async () => {
    const cases: [JsonObject, Json][] = [
      [
        { operation: 'map', function: '(p, i) => i + " " + p.name' },
        { result: ['0 Ada', '1 Bob'], count: 2 },
      ],
      [
        { operation: 'filter', function: '(p) => p.age > 30' },
        { result: [ada], count: 1 },
      ],
      [
        { operation: 'filter', field: 'age', function: '(age) => age < 30' },
        { result: [bob], count: 1 },
      ],
      [{ operation: 'reduce', function: '(sum, p) => sum + p.age', initial: 0 }, { result: 56 }],
      [{ operation: 'reduce', field: 'age', function: 'Math.max', initial: 0 }, { result: 36 }],
    ];
    for (const [params, output] of cases) {
      const { run, last } = await ran({ input: INPUT, ...params });
      expect(run.status, JSON.stringify(run.error)).toBe('completed');
      expect(last).toMatchObject({ type: 'step_completed', output: { value: output } });
    }
  });

  it('fails with the kind of failure and the line in the function', async () => {
    const { run } = await ran({ input: INPUT, operation: 'map', function: '(p) => {\n  return p.a.b;\n}' });
    expect(run.error).toMatchObject({
      kind: 'expression_error',
      message: expect.stringMatching(
        /^Line 2, column \d+: cannot read property 'b' of undefined \(item 0\)\.$/,
      ),
    });
    const loops = await ran({ input: INPUT, operation: 'map', function: '() => { for (;;); }' });
    expect(loops.run.error).toMatchObject({ kind: 'timeout' });
  });

  it('is computed for each item of a loop', async () => {
    const loop = {
      id: 'l',
      action: 'loop',
      params: {
        items: [[1, 2], [3]],
        action: 'transform',
        action_params: { operation: 'map', input: '{{item}}', function: '(x) => x * 10' },
      },
    };
    const { id } = await startSteps(app, [loop]);
    expect((await untilEnded(app, id)).status).toBe('completed');
    const ended = (await app.runs.events({ id })).findLast(
      (event) => event.type === 'step_completed' && event.iteration === undefined,
    );
    expect(ended).toMatchObject({
      output: { value: { results: [{ result: [10, 20] }, { result: [30] }] } },
    });
  });
});

describe('trying a function', () => {
  let pipelineId: string;

  beforeAll(async () => {
    const steps = [give(people), transformStep({ operation: 'map', input: INPUT, field: 'name' })];
    const started = await startSteps(app, steps);
    pipelineId = started.pipelineId;
    await untilEnded(app, started.id);
  });

  const trying = (params: JsonObject, more: object = {}): Promise<TryFunctionAnswer> =>
    app.functions.try({ pipelineId, stepId: 't', params, ...more });

  it('runs the function in the editor on data of the newest run', async () => {
    const params = { operation: 'map', input: INPUT, function: '(p) => p.name.length' };
    expect(await trying(params)).toEqual({
      status: 'done',
      from: 'run 1',
      input: people,
      inputCount: 2,
      output: [3, 3],
      outputCount: 2,
      ms: expect.any(Number),
    });
  });

  it('uses the output of the upstream step without an input', async () => {
    const steps = [give(people), { ...transformStep({}), depends_on: ['give'] }];
    const document = JSON.stringify({ name: 'Edited', steps });
    const params = { operation: 'map', field: 'value', function: '(p) => p.age' };
    expect(await trying(params, { document })).toMatchObject({ status: 'done', output: [36, 20] });
    expect(await trying(params)).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/no upstream step/),
    });
  });

  it('needs no run for a literal input', async () => {
    const { id } = await app.pipelines.create({ text: JSON.stringify({ steps: [transformStep({})] }) });
    const params = { operation: 'reduce', input: [1, 2], function: '(a, b) => a + b' };
    expect(await app.functions.try({ pipelineId: id, stepId: 't', params })).toMatchObject({
      status: 'done',
      output: 3,
      from: 'the value of input',
    });
  });

  it('reports a failure with its line and its item', async () => {
    const params = { operation: 'map', input: INPUT, function: '(p) =>\n  p.a.b' };
    expect(await trying(params)).toEqual({
      status: 'failed',
      from: 'run 1',
      input: people,
      inputCount: 2,
      line: 2,
      message: "cannot read property 'b' of undefined (item 0).",
    });
  });

  it('reports what is missing', async () => {
    const { id } = await app.pipelines.create({
      text: JSON.stringify({ steps: [give([]), transformStep({})] }),
    });
    const params = { operation: 'map', input: INPUT, function: '(p) => p' };
    const fresh = await app.functions.try({ pipelineId: id, stepId: 't', params });
    expect(fresh).toMatchObject({
      status: 'no_data',
      message: expect.stringMatching(/Run the pipeline, then try again/),
    });
    const failed = (more: JsonObject) => trying({ ...params, ...more });
    expect(await failed({ input: '{{steps.none.output}}' })).toMatchObject({ status: 'no_data' });
    expect(await failed({ input: '{{steps.give.output.none}}' })).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('none'),
    });
    expect(await failed({ input: ['{{secrets.key}}'] })).toMatchObject({
      message: expect.stringMatching(/cannot read secrets/),
    });
    expect(await failed({ operation: 'uppercase' })).toMatchObject({
      message: expect.stringMatching(/does not support function/),
    });
    expect(await trying({ operation: 'map' })).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/no function/),
    });
  });

  it('refuses an unknown pipeline or step, and values that are too large', async () => {
    const params = { operation: 'map', input: [1], function: '(p) => p' };
    await expect(app.functions.try({ pipelineId: 'pl_none', stepId: 't', params })).rejects.toThrow(NotFound);
    await expect(trying(params, { stepId: 'none' })).rejects.toThrow(NotFound);
    await expect(trying({ ...params, input: ['x'.repeat(1024 * 1024)] })).rejects.toThrow(
      /more than the limit of 1 MB/,
    );
  });

  it('shortens long values', async () => {
    const params = {
      operation: 'map',
      input: Array.from({ length: 3000 }, (_, i) => i),
      function: '(i) => "x".repeat(1000)',
    };
    const answer = await trying(params);
    expect(answer).toMatchObject({ status: 'done', inputCount: 3000, outputCount: 3000 });
    if (answer.status !== 'done') return;
    expect(answer.input).toHaveLength(1000);
    expect(JSON.stringify(answer.output).length).toBeLessThan(300 * 1024);
  });
});

describe('functions concurrent with endless ones', () => {
  const ENDLESS = 20;

  /** Runs of one pipeline with as many endless functions each, side by side. */
  async function startEndless(runs: number): Promise<readonly string[]> {
    const steps = Array.from({ length: ENDLESS }, (_, n) => ({
      ...transformStep({ input: [1], operation: 'map', function: '() => { for (;;); }' }),
      id: `f${n}`,
      depends_on: [],
    }));
    const first = await startSteps(app, steps, { settings: { max_parallel_steps: ENDLESS } });
    const ids = [first.id];
    while (ids.length < runs) ids.push((await app.runs.start({ pipelineId: first.pipelineId })).id);
    await untilWaiting(runs * ENDLESS - 2);
    return ids;
  }

  async function untilWaiting(programs: number): Promise<void> {
    await until(`${programs} functions that wait`, () => sandbox.load().waiting >= programs);
  }

  async function ended(runs: readonly string[]): Promise<number> {
    const events = await Promise.all(runs.map((id) => app.runs.events({ id })));
    return events.flat().filter(({ type }) => type === 'step_failed').length;
  }

  it('wait for only a few of them: in a run of another pipeline, and in the editor', async () => {
    const busy = await startEndless(2);
    const { run } = await ran({ input: INPUT, operation: 'map', function: '(p) => p.age' });
    expect(run.status).toBe('completed');
    const { pipelineId } = await startSteps(app, [
      give(people),
      transformStep({ input: INPUT, operation: 'flatten' }),
    ]);
    const tried = app.functions.try({
      pipelineId,
      stepId: 't',
      params: { input: [ada], operation: 'map', function: '(p) => p.name' },
    });
    expect(await tried).toMatchObject({ status: 'done', output: ['Ada'] });
    // First come, first served, all 40 would have ended.
    expect(await ended(busy)).toBeLessThan(ENDLESS);
    for (const id of busy) await app.runs.cancel({ id });
    for (const id of busy) await untilEnded(app, id);
  });
});
