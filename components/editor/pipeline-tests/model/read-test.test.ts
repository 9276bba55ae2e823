import { describe, expect, it } from 'vitest';
import { type PipelineTest, pipelineTestSchema } from '@/engine/run/test/schema';
import { readTestDraft } from './read-test';
import { readTestText, textOfTest } from './read-test-text';
import { draftOfTest, type TestDraft } from './test-draft';

const test: PipelineTest = pipelineTestSchema.parse({
  name: 'Orders',
  params: { city: 'Oslo' },
  now: '2026-03-01T10:00:00Z',
  fixtures: [
    { step: 'fetch', action: 'http_request', release: 2, seconds: 1.5, output: { count: 7, items: ['a'] } },
    { step: 'each', iteration: [6, 2], error: { kind: 'timeout', message: 'Too slow.' } },
    { step: 'slow', unfinished: true },
  ],
  signals: [{ name: 'approved', value: true, after_seconds: 3 }],
  expect: {
    status: 'failed',
    steps: { fetch: 'completed', slow: 'cancelled' },
    outputs: [
      { path: 'outputs.total', match: 'equal', value: 7 },
      { path: 'outputs.list[0]["odd key"]', match: 'contains', value: { a: 1 } },
      { path: 'steps.fetch.output.id', match: 'matches', value: '^run_' },
      { path: 'outputs.at', match: 'any' },
    ],
  },
});

const problemsOf = (change: Partial<TestDraft>) => {
  const read = readTestDraft({ ...draftOfTest(test), ...change });
  return read.ok ? {} : read.problems;
};

describe('the form of a test', () => {
  it('means the same test as before it was opened', () => {
    expect(readTestDraft(draftOfTest(test))).toEqual({ ok: true, test });
  });

  it('says at which field a value is not JSON, and where in the text', () => {
    const [fixture] = draftOfTest(test).fixtures;
    expect(problemsOf({ params: '{"city": }' })).toEqual({
      params: expect.stringMatching(/^Line 1, column 10: /),
    });
    expect(problemsOf({ params: '[1]' }).params).toMatch(/an object of names and values/);
    expect(problemsOf({ fixtures: fixture ? [{ ...fixture, value: '{\n  "count": x' }] : [] })).toEqual({
      'fixtures.0.value': expect.stringMatching(/^Line 2, column 12: /),
    });
  });

  it('says what is wrong with the fields of a fixture', () => {
    const fixtures = draftOfTest(test).fixtures.map((each) => ({
      ...each,
      step: '',
      iteration: 'first',
      seconds: '-1',
      ...(each.outcome === 'error' ? { value: '{"kind": "slow"}' } : {}),
    }));
    const problems = problemsOf({ fixtures });
    expect(problems['fixtures.0.step']).toMatch(/^Enter the ID of a step that has an effect\.$/);
    expect(problems['fixtures.1.iteration']).toMatch(/^“first” is not a valid iteration/);
    expect(problems['fixtures.2.seconds']).toMatch(/^“-1” is not a valid number of seconds/);
    expect(problems['fixtures.1.value']).toMatch(/^kind must be .* A failure has a kind and a message\.$/);
  });

  it('says what is wrong with expectations', () => {
    const { steps, outputs } = draftOfTest(test);
    const [first] = steps;
    const problems = problemsOf({
      steps: first ? [...steps, { ...first, key: 9 }] : [],
      outputs: outputs.map((each) => ({ ...each, path: 'total' })),
    });
    expect(problems['steps.9.step']).toBe('fetch is listed twice. Remove one entry.');
    expect(problems['outputs.3.path']).toMatch(/^“total” is not a valid path\. Start with outputs\./);
  });

  it('says what only the schema refuses at its field', () => {
    expect(problemsOf({ now: 'yesterday' })).toEqual({
      now: expect.stringMatching(/^now must be a date and time like /),
    });
    const fixtures = draftOfTest(test).fixtures.map((each) => ({ ...each, step: 'not an id!' }));
    expect(Object.keys(problemsOf({ fixtures }))).toEqual(['fixtures.0.step']);
    expect(problemsOf({ name: '  ' })).toEqual({ name: 'Enter a name.' });
  });
});

describe('a test as JSON text', () => {
  it('is read as the test that was written', () => {
    expect(readTestText(textOfTest(test))).toEqual({ ok: true, test });
  });

  it('says where the text is not JSON, and which part does not fit', () => {
    expect(readTestText('{\n  "name": }')).toMatchObject({ ok: false, problem: { line: 2, column: 11 } });
    const wrong = { ...test, fixtures: [{ step: 'fetch', output: 1, secnds: 2 }] };
    expect(readTestText(JSON.stringify(wrong))).toMatchObject({
      ok: false,
      problem: {
        message: expect.stringMatching(/^fixtures\[0\] has unknown keys: "secnds"\. Correct the text\.$/),
      },
    });
    expect(readTestText('{"name": "a"}')).toMatchObject({
      problem: { message: expect.stringMatching(/^expect is missing\. /) },
    });
  });
});
