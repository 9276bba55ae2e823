import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outputSamplesSchema } from '@/lib/contracts/samples';
import { observedOutputsSchema } from '@/lib/contracts/shapes';
import type { App } from '../../compose';
import { openTestApp, startSteps, untilEnded } from '../../testing/app';
import { createTestDatabase } from '../../testing/database';
import { NotFound } from '../errors';

let app: App;

beforeAll(async () => {
  app = await openTestApp(await createTestDatabase());
});

afterAll(() => app.close());

/** A step that gives this value as its result. */
const give = (id: string, value: unknown, more: object = {}) => ({
  id,
  action: 'set_output',
  params: { key: id, value: value as never },
  ...more,
});

async function ranSteps(steps: Parameters<typeof startSteps>[1]) {
  const { pipelineId, id } = await startSteps(app, steps);
  await untilEnded(app, id);
  return pipelineId;
}

/** The shape of `value` in what a step gave. */
async function valueShape(pipelineId: string, step: string) {
  const { outputs: shapes } = await app.shapes.ofPipeline({ pipelineId });
  return shapes[step] && { run: shapes[step].run, shape: shapes[step].shape.properties?.value };
}

/** Runs the pipeline again with other steps. */
async function runAgain(pipelineId: string, steps: object[]) {
  const { version } = await app.pipelines.get({ id: pipelineId });
  await app.pipelines.save({
    id: pipelineId,
    text: JSON.stringify({ name: 'Test', steps }),
    baseVersion: version,
  });
  const { id } = await app.runs.start({ pipelineId });
  await untilEnded(app, id);
}

describe('the shapes of a pipeline', () => {
  it('are kinds and keys of the output of each step, without its values', async () => {
    const id = await ranSteps([give('a', { name: 'hidden words', list: [{ n: 1 }, { n: 2, m: true }] })]);
    const { outputs: shapes } = await app.shapes.ofPipeline({ pipelineId: id });
    expect(observedOutputsSchema.parse(shapes)).toEqual(shapes);
    expect(shapes.a).toMatchObject({
      run: 1,
      shape: {
        properties: {
          value: {
            properties: {
              name: { type: 'string' },
              list: { items: { properties: { m: { type: 'boolean' } } } },
            },
          },
        },
      },
    });
    expect(JSON.stringify(shapes)).not.toContain('hidden words');
  });

  it('follow the newest run, and keep steps that only an older one executed', async () => {
    const id = await ranSteps([give('a', { old: 1 }), give('b', 'text')]);
    expect(await valueShape(id, 'a')).toMatchObject({ run: 1, shape: { properties: { old: {} } } });
    await runAgain(id, [give('a', { fresh: 1 })]);
    expect(await valueShape(id, 'a')).toMatchObject({ run: 2, shape: { properties: { fresh: {} } } });
    expect(await valueShape(id, 'b')).toEqual({ run: 1, shape: { type: 'string' } });
  });

  it('are dropped after five runs', async () => {
    const id = await ranSteps([give('a', 1), give('b', 2)]);
    for (let count = 0; count < 5; count += 1) await runAgain(id, [give('a', count)]);
    expect(Object.keys((await app.shapes.ofPipeline({ pipelineId: id })).outputs)).toEqual(['a']);
  });

  it('leave out steps that failed or were skipped', async () => {
    const id = await ranSteps([
      { id: 'bad', action: 'transform', params: { operation: 'map', input: 3, field: 'a' } },
      give('after', 1, { depends_on: ['bad'] }),
      give('beside', 1),
    ]);
    expect(Object.keys((await app.shapes.ofPipeline({ pipelineId: id })).outputs)).toEqual(['beside']);
  });

  it('read stored values of up to 1 MB, not larger ones', async () => {
    const wide = (bytes: number) => ({ text: 'x'.repeat(bytes), key: 1 });
    const id = await ranSteps([give('stored', wide(500_000)), give('large', wide(1_100_000))]);
    const { outputs: shapes } = await app.shapes.ofPipeline({ pipelineId: id });
    expect(Object.keys(shapes)).toEqual(['stored']);
    expect(shapes.stored?.shape.properties?.value?.properties).toHaveProperty('key');
  });

  it('use the output of a loop, not of its iterations', async () => {
    const loop = {
      id: 'each',
      action: 'loop',
      params: { items: [1, 2], action: 'set_output', action_params: { key: 'k', value: '{{item}}' } },
    };
    const id = await ranSteps([loop]);
    const { each } = (await app.shapes.ofPipeline({ pipelineId: id })).outputs;
    expect(each?.shape.properties?.results).toMatchObject({
      items: { properties: { value: { type: 'integer' } } },
    });
  });

  it('fit into 200 KB together', async () => {
    const wide = Object.fromEntries(
      Array.from({ length: 60 }, (_, key) => [
        `${key}`.padStart(90, 'k'),
        Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`${n}`.padStart(90, 'n'), 1])),
      ]),
    );
    const id = await ranSteps([give('a', wide), give('b', wide), give('c', wide), give('d', 1)]);
    const { outputs: shapes } = await app.shapes.ofPipeline({ pipelineId: id });
    expect(JSON.stringify(shapes).length).toBeLessThan(205 * 1024);
    expect(Object.keys(shapes)).toContain('d');
    expect(Object.keys(shapes).length).toBeLessThan(4);
  });

  it('are empty without a run, and refused for a missing pipeline', async () => {
    const { id } = await app.pipelines.create({ name: 'Fresh' });
    expect(await app.shapes.ofPipeline({ pipelineId: id })).toEqual({ outputs: {}, skipped: {} });
    await expect(app.shapes.ofPipeline({ pipelineId: 'nobody' })).rejects.toThrow(NotFound);
  });

  it('are read again only after new events of a run', async () => {
    const id = await ranSteps([give('a', 1)]);
    const first = await app.shapes.ofPipeline({ pipelineId: id });
    expect(await app.shapes.ofPipeline({ pipelineId: id })).toBe(first);
    await runAgain(id, [give('a', 2)]);
    expect(await app.shapes.ofPipeline({ pipelineId: id })).not.toBe(first);
  });

  it('name the newest run that skipped a step', async () => {
    const never = (id: string) => give(id, 1, { condition: 'false' });
    const id = await ranSteps([give('a', 1), never('b'), never('c')]);
    await runAgain(id, [give('a', 1), never('b')]);
    expect((await app.shapes.ofPipeline({ pipelineId: id })).skipped).toEqual({ b: 2, c: 1 });
  });
});

describe('the samples of a pipeline', () => {
  it('are the outputs of each step in the newest run that has one', async () => {
    const id = await ranSteps([give('a', { items: [{ name: 'first' }] }), give('b', 'text')]);
    await runAgain(id, [give('a', { items: [{ name: 'second' }] })]);
    const samples = await app.shapes.samples({ pipelineId: id });
    expect(outputSamplesSchema.parse(samples)).toEqual(samples);
    expect(samples.a).toMatchObject({
      run: 2,
      value: { value: { items: [{ name: 'second' }] } },
      shortened: false,
    });
    expect(samples.b).toMatchObject({ run: 1, value: { value: 'text' } });
  });

  it('are shortened', async () => {
    const id = await ranSteps([give('a', { text: 'x'.repeat(500_000) })]);
    const { a } = await app.shapes.samples({ pipelineId: id });
    expect(a?.shortened).toBe(true);
    expect(JSON.stringify(a).length).toBeLessThan(1000);
  });

  it('are refused for a missing pipeline', async () => {
    await expect(app.shapes.samples({ pipelineId: 'nobody' })).rejects.toThrow(NotFound);
  });
});
