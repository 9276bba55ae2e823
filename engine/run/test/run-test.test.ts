import { describe, expect, it } from 'vitest';
import { catalogue } from '../../actions';
import type { PipelineDocument } from '../../pipeline/schema';
import { fakeHttp, fakeSecrets } from '../../testing/fakes';
import { runPipeline } from '../../testing/run-pipeline';
import { testOf } from './propose';
import { runTest } from './run-test';
import { type Fixture, type PipelineTest, pipelineTestSchema } from './schema';
import { settleTest } from './settle';

const ports = {
  sandbox: () => Promise.reject(new Error('No functions.')),
  rest: () => new Promise<void>((resolve) => setImmediate(resolve)),
};

/** Reads a page, decides by its number, waits an hour and reports. */
const document: PipelineDocument = {
  params: { limit: { type: 'integer', default: 5 } },
  steps: [
    {
      id: 'fetch',
      action: 'http_request',
      params: {
        url: 'https://api.example.org/orders',
        method: 'GET',
        headers: { authorization: 'Bearer {{secrets.token}}' },
      },
    },
    {
      id: 'many',
      action: 'conditional',
      params: {
        condition: 'steps.fetch.output.response_body.count > params.limit',
        on_true: ['pause'],
        on_false: ['quiet'],
      },
    },
    { id: 'pause', action: 'wait', params: { duration: 3600 } },
    { id: 'quiet', action: 'log', params: { message: 'Few orders.' } },
  ],
  outputs: {
    count: '{{steps.fetch.output.response_body.count}}',
    page: '{{steps.fetch.output.response_body}}',
  },
};

async function recorded(body = { count: 7, at: '2026-11-20T10:00:00Z', token: 'opensesame' }) {
  const { state, journal } = await runPipeline({
    document,
    http: fakeHttp(() => ({ body })),
    secrets: fakeSecrets({ token: 'opensesame' }),
  });
  return { state, events: journal.events };
}

async function kept(): Promise<PipelineTest> {
  const proposed = testOf({ name: 'Many orders', ...(await recorded()), catalogue });
  const settled = await settleTest(proposed, { document, catalogue, ports });
  if (!settled.ok) throw new Error(settled.message);
  return settled.test;
}

/** What a fixture answers, without the answer. */
const addressOf = ({ step, release }: Fixture) => ({ step, ...(release === undefined ? {} : { release }) });

const run = (test: PipelineTest, changed: PipelineDocument = document) =>
  runTest({ document: changed, test, catalogue, ports });

describe('a test from a run', () => {
  it('has the effects as fixtures, and expects the path and the outputs that do not change from run to run', async () => {
    const test = await kept();
    expect(pipelineTestSchema.parse(JSON.parse(JSON.stringify(test)))).toEqual(test);
    expect(test.fixtures).toMatchObject([
      { step: 'fetch', action: 'http_request', output: { response_body: { count: 7 } } },
    ]);
    expect(test.expect).toEqual({
      status: 'completed',
      steps: { fetch: 'completed', many: 'completed', pause: 'completed', quiet: 'skipped' },
      outputs: [
        { path: 'outputs.count', match: 'equal', value: 7 },
        { path: 'outputs.page.count', match: 'equal', value: 7 },
        { path: 'outputs.page.at', match: 'any' },
        { path: 'outputs.page.token', match: 'equal', value: '••••••' },
      ],
    });
    expect(JSON.stringify(test)).not.toContain('opensesame');
    expect(await run(test)).toMatchObject({ passed: true, status: 'completed' });
  });

  it('says which branch was taken otherwise, why, and what differs inside a value', async () => {
    const test = await kept();
    const output = { status_code: 200, headers: {}, execution_time_ms: 1, response_body: { count: 2 } };
    const fixtures = test.fixtures.map((fixture) => ({ ...addressOf(fixture), output }));
    const result = await run({ ...test, fixtures });
    expect(result.passed).toBe(false);
    expect(result.differences.map(({ message }) => message)).toEqual([
      'pause should be completed, but it was skipped: branch not taken (many: true).',
      'quiet should be skipped, but it completed.',
      'outputs.count should be 7, but it is 2.',
      'outputs.page.count should be 7, but it is 2.',
      'outputs.page.at should have a value, but there is no such value.',
      'outputs.page.token should be "••••••", but there is no such value.',
    ]);
    expect(result.taken.edges).toContain('many>quiet:branch:false');
  });

  it('refuses every effect without a fixture', async () => {
    const result = await run({ ...(await kept()), fixtures: [] });
    expect(result.differences[0]?.message).toBe(
      'The run should be completed, but it failed: fetch has no fixture, and tests execute no effects. Add a fixture for fetch, or update the test from a run.',
    );
  });

  it('repeats a failure', async () => {
    const test = await kept();
    const error = { kind: 'connection_error' as const, message: 'Nobody there.' };
    const result = await run({
      ...test,
      fixtures: [{ step: 'fetch', error }],
      expect: { status: 'failed', steps: { fetch: 'failed' }, outputs: [] },
    });
    expect(result).toMatchObject({ passed: true, status: 'failed' });
  });

  it('sends signals without waiting, and says what waits for ever', async () => {
    const steps = [
      { id: 'go', action: 'wait_until', params: { condition: 'signals.go == 1', timeout_seconds: 60 } },
    ];
    const test = pipelineTestSchema.parse({ name: 'Go', expect: { status: 'completed' } });
    const late = await run(test, { steps });
    expect(late.differences[0]?.message).toMatch(/^The run should be completed, but it failed: /);
    const signals = [{ name: 'go', value: 1, after_seconds: 30 }];
    expect(await run({ ...test, signals }, { steps })).toMatchObject({ passed: true });
    const stuck = await run({ ...(await kept()), fixtures: [{ step: 'fetch', unfinished: true }] });
    expect(stuck.problems).toEqual([
      {
        step: 'fetch',
        message:
          'The run, at fetch, waits for something that the test does not provide. Add a signal, or a fixture that ends the wait.',
      },
    ]);
  });
});

describe('matchers', () => {
  it.each([
    [{ match: 'contains', value: { count: 7 } }, true],
    [{ match: 'contains', value: { count: 8 } }, false],
    [{ match: 'any' }, true],
  ] as const)('compare a value: %o', async (matcher, holds) => {
    const test = await kept();
    const outputs = [{ path: 'outputs.page', ...matcher }];
    expect((await run({ ...test, expect: { ...test.expect, outputs } })).passed).toBe(holds);
  });

  it('find a pattern in a text, also in the output of a step', async () => {
    const test = await kept();
    const path = 'steps.fetch.output.response_body.at';
    const outputs = [{ path, match: 'matches' as const, value: '^2026-' }];
    expect((await run({ ...test, expect: { ...test.expect, outputs } })).passed).toBe(true);
    const other = [{ path, match: 'matches' as const, value: '^2025-' }];
    const result = await run({ ...test, expect: { ...test.expect, outputs: other } });
    expect(result.differences).toMatchObject([
      { step: 'fetch', message: `${path} should match "^2025-", but it is "2026-11-20T10:00:00Z".` },
    ]);
  });
});

describe('a test that does not fit the pipeline', () => {
  const problems = async (change: Partial<PipelineTest>, changed?: PipelineDocument) =>
    (await run({ ...(await kept()), ...change }, changed)).problems.map(({ message }) => message);

  it('names a step that is gone', async () => {
    const steps = document.steps.filter(({ id }) => id !== 'quiet');
    const without = { ...document, steps: steps.map((step) => step) };
    expect(await problems({}, without)).toEqual([
      'The test has an expectation for quiet, but the pipeline has no step quiet. Remove it from the test, or rename it to an existing step.',
    ]);
    expect(await problems({ fixtures: [{ step: 'gone', output: 1 }] })).toEqual([
      'The test has a fixture for gone, but the pipeline has no step gone. Remove it from the test, or rename it to an existing step.',
    ]);
  });

  it('names an older release, another action and another shape of a fixture', async () => {
    const output = { status_code: 'no', headers: {}, response_body: null, execution_time_ms: 1 };
    expect(await problems({ fixtures: [{ step: 'fetch', release: 9, output }] })).toEqual([
      expect.stringMatching(
        /^The fixture of fetch is from release 9 of http_request. The current release is \d, whose output differs/,
      ),
    ]);
    expect(await problems({ fixtures: [{ step: 'fetch', action: 'email', output }] })).toEqual([
      'The fixture of fetch is for email, but the step now performs http_request. Update the fixture from a run of the current definition.',
    ]);
    const fixtures = (await kept()).fixtures.map((fixture) => ({ ...addressOf(fixture), output }));
    expect(await problems({ fixtures })).toEqual([
      expect.stringMatching(/^The fixture does not fit: the output of fetch.* Correct the fixture/),
    ]);
  });

  it('names a fixture of a step that computes, a wrong path, a wrong pattern and wrong params', async () => {
    expect(await problems({ fixtures: [{ step: 'quiet', output: 1 }] })).toEqual([
      'quiet (log) computes its result, so it cannot have a fixture. Remove the fixture from the test.',
    ]);
    const expectOutputs = (outputs: PipelineTest['expect']['outputs']) => ({
      expect: { status: 'completed' as const, steps: {}, outputs },
    });
    expect(await problems(expectOutputs([{ path: 'count', match: 'any' }]))).toEqual([
      'The path count does not name a value. Begin it with outputs. or with steps.<id>.output.',
    ]);
    expect(await problems(expectOutputs([{ path: 'outputs.count', match: 'matches', value: '(' }]))).toEqual([
      expect.stringMatching(/^The pattern for outputs.count is not valid: .* Correct the pattern\.$/),
    ]);
    expect(await problems({ params: { limit: 'many' } })).toEqual([
      expect.stringContaining('The param limit needs an integer'),
    ]);
  });
});
