import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PipelineDocument } from '@/engine';
import { fakeHttp } from '@/engine/testing/fakes';
import { addTestInput, coverageInput } from '@/lib/contracts/pipeline-tests';
import type { App } from '../../../compose';
import { openTestApp, untilEnded } from '../../../testing/app';
import { createTestDatabase } from '../../../testing/database';
import { exportTests, getPipelineTest, listPipelineTests, removePipelineTest } from './saved-tests';

/** `fetch` decides between two branches. */
const document: PipelineDocument = {
  steps: [
    {
      id: 'fetch',
      action: 'http_request',
      params: {
        url: 'https://api.example.org/orders',
        headers: { authorization: 'Bearer {{secrets.token}}' },
      },
    },
    {
      id: 'many',
      action: 'conditional',
      params: {
        condition: 'steps.fetch.output.response_body.count > 5',
        on_true: ['double'],
        on_false: ['quiet'],
      },
    },
    {
      id: 'double',
      action: 'transform',
      params: {
        input: '{{steps.fetch.output.response_body.items}}',
        operation: 'map',
        function: '(n) => n * 2',
      },
    },
    { id: 'quiet', action: 'log', params: { message: 'Few.' } },
  ],
  outputs: { doubled: '{{default(steps.double.output.result, [])}}' },
};

let app: App;
const asked: string[] = [];

beforeAll(async () => {
  app = await openTestApp(await createTestDatabase(), {
    adapters: {
      http: fakeHttp(({ url, headers }) => {
        asked.push(url);
        return { body: { count: 7, items: [1, 2], echoed: headers.authorization ?? '' } };
      }),
    },
  });
  await app.secrets.add({ name: 'token', value: 'opensesame', description: '', hosts: [] });
});

afterAll(() => app.close());

async function withRun(changed: PipelineDocument = document) {
  const { id } = await app.pipelines.create({ text: JSON.stringify(changed) });
  const { id: run } = await app.runs.start({ pipelineId: id, params: {} });
  await untilEnded(app, run);
  return { id, run };
}

describe('a test of a pipeline', () => {
  it('is kept from a run, runs without effects or secrets, and is exported as a file', async () => {
    const { id, run } = await withRun();
    asked.length = 0;
    const kept = await app.tests.add(addTestInput.parse({ id, run }));
    expect(kept).toMatchObject({ name: 'Run #1', run: 1, notes: [] });
    expect(JSON.stringify(kept)).not.toContain('opensesame');
    expect(kept.test.fixtures.map(({ step }) => step)).toEqual(['fetch']);
    expect(kept.test.expect.outputs).toEqual([{ path: 'outputs.doubled', match: 'equal', value: [2, 4] }]);
    expect(await app.tests.run({ id })).toEqual({
      passed: 1,
      failed: 0,
      results: [
        { id: kept.id, name: 'Run #1', passed: true, problems: [], differences: [], status: 'completed' },
      ],
    });
    expect(asked).toEqual([]);
    expect(await exportTests(app.context, { id })).toEqual({ tests: [kept.test] });
    expect((await listPipelineTests(app.context, { id })).tests.map(({ name }) => name)).toEqual(['Run #1']);
  });

  it('fails with the step to look at when the draft changes, until it is updated from a new run', async () => {
    const { id, run } = await withRun();
    const { id: test } = await app.tests.add(addTestInput.parse({ id, run, name: 'Many' }));
    const { revision } = await app.pipelines.get({ id });
    const text = JSON.stringify(document).replace('> 5', '> 10');
    await app.pipelines.saveDraft({ id, text, baseRevision: revision, keepReplaced: false });
    const [result] = (await app.tests.run({ id, tests: [test] })).results;
    expect(result?.differences.map(({ step, message }) => [step, message])).toEqual([
      ['double', 'double should be completed, but it was skipped: branch not taken (many: true).'],
      ['quiet', 'quiet should be skipped, but it completed.'],
      [undefined, 'outputs.doubled should be [2,4], but it is [].'],
    ]);
    const { id: second } = await app.runs.start({ pipelineId: id, params: {} });
    await untilEnded(app, second);
    const changed = await app.tests.change({ id, test, run: second, content: undefined, name: undefined });
    expect(changed).toMatchObject({ name: 'Many', run: 2 });
    expect((await app.tests.run({ id })).failed).toBe(0);
  });

  it('counts which branches tests and runs took', async () => {
    const { id, run } = await withRun();
    await app.tests.add(addTestInput.parse({ id, run }));
    const expected = {
      of: 1,
      branches: { 'many:true': 1 },
      steps: { fetch: 1, many: 1, double: 1 },
    };
    for (const by of ['tests', 'runs'] as const) {
      const found = await app.tests.coverage(coverageInput.parse({ id, by }));
      expect(found).toMatchObject(expected);
      expect(Object.keys(found.edges).filter((edge) => edge.includes('quiet'))).toEqual([]);
      expect(Object.keys(found.edges)).toContain('many>double:branch:true');
    }
  });

  it('counts the newest runs without tries, with branches of results that were reused', async () => {
    const { id, run } = await withRun();
    const { id: tried } = await app.runs.submitTry({ id, step: 'quiet' });
    await untilEnded(app, tried);
    const repeated = await app.runs.rerun({ id: run, scope: 'from', step: 'double' });
    await untilEnded(app, repeated.id);
    const both = await app.tests.coverage(coverageInput.parse({ id, by: 'runs', last: 2 }));
    expect(both).toMatchObject({ of: 2, branches: { 'many:true': 2 }, steps: { double: 2 } });
    expect(both.steps).not.toHaveProperty('quiet');
    const newest = await app.tests.coverage(coverageInput.parse({ id, by: 'runs', last: 1 }));
    expect(newest).toMatchObject({ of: 1, edges: { 'many>double:branch:true': 1 } });
    expect(() => coverageInput.parse({ id, last: 1001 })).toThrow();
  });

  it('refuses a taken name, a run of another pipeline, a part of a run and a test that is gone', async () => {
    const { id, run } = await withRun();
    const { id: test } = await app.tests.add(addTestInput.parse({ id, run, name: 'One' }));
    await expect(app.tests.add(addTestInput.parse({ id, run, name: 'One' }))).rejects.toThrow(
      'A test named One already exists. Choose another name.',
    );
    const other = await withRun();
    await expect(app.tests.add(addTestInput.parse({ id, run: other.run }))).rejects.toThrow(
      /Keep a run of this pipeline/,
    );
    const { id: tried } = await app.runs.submitTry({ id, step: 'quiet' });
    await untilEnded(app, tried);
    await expect(app.tests.add(addTestInput.parse({ id, run: tried }))).rejects.toThrow(
      'The run executed only a part of the pipeline. Choose a run of the whole pipeline.',
    );
    await removePipelineTest(app.context, { id, test });
    await expect(getPipelineTest(app.context, { id, test })).rejects.toThrow(/has no test/);
    await expect(app.tests.run({ id, tests: [test] })).rejects.toThrow(/has no test/);
    await expect(app.tests.run({ id: 'pl_none' })).rejects.toThrow(/pl_none/);
  });

  it('says what keeps a draft from running', async () => {
    const { id, run } = await withRun();
    await app.tests.add(addTestInput.parse({ id, run }));
    const { revision } = await app.pipelines.get({ id });
    const text = JSON.stringify({ steps: [{ id: 'broken', action: 'http_request', params: {} }] });
    await app.pipelines.saveDraft({ id, text, baseRevision: revision, keepReplaced: false });
    const [result] = (await app.tests.run({ id })).results;
    expect(result).toMatchObject({ passed: false, status: null });
    expect(result?.problems[0]).toMatchObject({
      step: 'broken',
      message: expect.stringMatching(/^The pipeline cannot run: .* Correct it in the editor\.$/),
    });
  });
});
