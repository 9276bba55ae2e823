import { describe, expect, it } from 'vitest';
import { catalogue } from '../actions';
import type { Json } from '../json';
import type { PipelineDocument, StepDocument } from '../pipeline/schema';
import { fakeHttp, memoryClock } from '../testing/fakes';
import { gate, probes } from '../testing/probes';
import { createdEvent, memoryJournal, runPipeline } from '../testing/run-pipeline';
import { startRun } from '../testing/start-run';
import { MAX_RUN_BYTES, MAX_VALUE_BYTES } from '../value-limits';

/** A chain of `set_output` steps, each of which builds its value from the previous one. */
function chain(length: number, first: Json, next: (before: string) => Json): PipelineDocument {
  const steps = Array.from({ length }, (_, at): StepDocument => {
    const value = at === 0 ? first : next(`{{steps.s${at - 1}.output.value}}`);
    return { id: `s${at}`, action: 'set_output', params: { key: 'k', value } };
  });
  return { steps };
}

const request = (id: string): StepDocument => ({
  id,
  action: 'http_request',
  params: { url: 'https://example.org/' },
});

const BODY_OF_A = '{{steps.a.output.response_body}}';

/** A service that returns text of this many characters, and counts its requests. */
function large(characters: number) {
  const body = 'x'.repeat(characters);
  return fakeHttp(() => ({ body }));
}

describe('values built by templates', () => {
  it('fail the step when a value that is doubled in each step would exceed 10 MB', async () => {
    const { state } = await runPipeline({ document: chain(40, [1], (before) => [before, before]) });
    expect(state.status).toBe('failed');
    expect(state.failedStep).toBe('s21');
    expect(state.error).toMatchObject({
      kind: 'expression_error',
      path: expect.stringMatching(/^params.value/),
    });
    expect(state.error?.message).toContain('limit of templates is 10 MB');
    expect(state.steps.get('s20')?.status).toBe('completed');
  });

  it('have the same limit for keys and texts as for lists', async () => {
    const twice = await runPipeline({
      document: chain(40, { a: 1 }, (before) => ({ a: before, b: [before] })),
    });
    expect(twice.state.error?.message).toContain('limit of templates is 10 MB');
    const text = await runPipeline({ document: chain(40, 'ab', (before) => `${before}${before}`) });
    expect(text.state.error?.message).toContain('1048576 characters');
  });

  it('fail the step when lists would be nested more than 200 levels deep', async () => {
    const { state } = await runPipeline({ document: chain(10_000, [], (before) => [before]) });
    expect(state.status).toBe('failed');
    expect(state.error).toMatchObject({ kind: 'expression_error' });
    expect(state.error?.message).toContain('more than 200 levels');
  });

  it('are not sent when they would be nested more than 200 levels deep', async () => {
    let deep: Json = [];
    for (let level = 1; level < 199; level += 1) deep = [deep];
    const send = (body: Json): StepDocument => ({
      ...request('a'),
      params: { ...request('a').params, body },
    });
    const params: PipelineDocument['params'] = { p: { type: 'array', default: deep } };
    const http = large(1);
    const fits = await runPipeline({ document: { params, steps: [send(['{{params.p}}'])] }, http });
    expect(fits.state.error).toBeUndefined();
    const { state } = await runPipeline({ document: { params, steps: [send([['{{params.p}}']])] }, http });
    expect(state.error?.message).toContain('more than 200 levels');
    expect(http.requests).toHaveLength(1);
  });

  it('share one limit in the parameters of a step', async () => {
    const body = '{{steps.a.output.response_body}}';
    const document = {
      steps: [
        request('a'),
        { ...request('b'), params: { ...request('b').params, body: { a: body, b: body } } },
      ],
    };
    const http = large(6_000_000);
    const { state } = await runPipeline({ document, http });
    expect(state.steps.get('b')?.error?.message).toContain('limit of templates is 10 MB');
    expect(http.requests).toHaveLength(1);
  });

  it('fail the run when its declared outputs together would exceed 64 MB', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `o${at}`);
    const outputs = Object.fromEntries(names.map((name) => [name, '{{steps.a.output.response_body}}']));
    const { state } = await runPipeline({
      document: { steps: [request('a')], outputs },
      http: large(9_000_000),
    });
    expect(state.status).toBe('failed');
    expect(state.error?.message).toMatch(/^Output o7: .*72 MB.*64 MB/);
  });

  it('fail the step that sets outputs of its run of more than 64 MB together', async () => {
    const steps = Array.from({ length: 20 }, (_, at): StepDocument => {
      return { id: `s${at}`, action: 'set_output', params: { key: `k${at}`, value: BODY_OF_A } };
    });
    const { state } = await runPipeline({
      document: { steps: [request('a'), ...steps] },
      http: large(9_000_000),
    });
    expect(state.status).toBe('failed');
    expect(state.error).toMatchObject({ kind: 'expression_error' });
    expect(state.error?.message).toMatch(
      /^The outputs of this run would be 72 MB of JSON with k\d+, but the limit is 64 MB/,
    );
  });

  it('are refused when evaluating their expressions would take minutes', async () => {
    const step: StepDocument = {
      id: 'b',
      action: 'transform',
      params: {
        operation: 'filter',
        input: '{{steps.a.output.response_body}}',
        condition: 'contains(string(input), "y")',
      },
    };
    const http = fakeHttp(() => ({ body: Array.from({ length: 100_000 }, (_, at) => at) }));
    const { state } = await runPipeline({ document: { steps: [request('a'), step] }, http });
    expect(state.steps.get('b')?.error).toMatchObject({ kind: 'expression_error' });
    expect(state.steps.get('b')?.error?.message).toContain('256 MB');
  });
});

describe('values collected by controls', () => {
  it('stop a loop once its results exceed 64 MB', async () => {
    const http = large(1_500_000);
    const document: PipelineDocument = {
      steps: [
        {
          id: 'all',
          action: 'loop',
          params: {
            items: Array.from({ length: 1000 }, (_, at) => at),
            max_iterations: 1000,
            action: 'http_request',
            action_params: { url: 'https://example.org/{{item}}' },
            on_item_failure: 'continue',
            parallel: true,
          },
        },
      ],
    };
    const { state } = await runPipeline({ document, http });
    expect(state.status).toBe('failed');
    expect(state.error?.message).toMatch(
      /The results of this loop are \d\d(\.\d)? MB.*after 4\d of 1000.*the limit is 64 MB/,
    );
    expect(http.requests.length).toBeLessThan(60);
  });

  it('count every result of a loop, although results share memory', async () => {
    const document: PipelineDocument = {
      steps: [
        request('a'),
        {
          id: 'all',
          action: 'loop',
          params: {
            items: Array.from({ length: 1000 }, (_, at) => at),
            max_iterations: 1000,
            action: 'transform',
            action_params: { operation: 'passthrough', input: '{{steps.a.output.response_body}}' },
          },
        },
      ],
    };
    const { state } = await runPipeline({ document, http: large(5_000_000) });
    expect(state.error?.message).toContain(
      '65 MB of JSON after 13 of 1000 iterations, but the limit is 64 MB',
    );
  });

  it.each([
    ['concat', /limit of templates is 10 MB/],
    ['merge', /more than 256 MB/],
  ])('are limited when 1,000 large outputs are combined with %s', async (strategy, message) => {
    const document: PipelineDocument = {
      steps: [
        request('a'),
        { id: 'b', action: 'aggregate', params: { sources: Array(1000).fill('a'), strategy } },
      ],
    };
    const { state } = await runPipeline({ document, http: large(5_000_000) });
    expect(state.steps.get('b')?.error).toMatchObject({ kind: 'expression_error' });
    expect(state.steps.get('b')?.error?.message).toMatch(message);
  });

  it('fail the step with whose output the run would use more than 64 MB', async () => {
    const sources = Array.from({ length: 1000 }, (_, at) => `a${at}`);
    const answers = sources.values();
    const http = fakeHttp(() => ({ body: String(answers.next().value).padEnd(5_000_000) }));
    const document: PipelineDocument = {
      steps: [
        ...sources.map((id, at) => ({ ...request(id), ...(at > 0 && { depends_on: [`a${at - 1}`] }) })),
        { id: 'all', action: 'aggregate', params: { sources, strategy: 'concat' } },
      ],
    };
    const { state } = await runPipeline({ document, http });
    expect(state.failedStep).toBe('a12');
    expect(state.error).toMatchObject({ kind: 'expression_error' });
    expect(state.error?.message).toMatch(
      /takes 5 MB of memory. This run already holds 60 MB, but the limit is 64 MB/,
    );
  });

  it('count once when steps pass them to each other', async () => {
    const steps = Array.from({ length: 100 }, (_, at): StepDocument => {
      const input = at === 0 ? '{{steps.a.output.response_body}}' : `{{steps.b${at - 1}.output.result}}`;
      return { id: `b${at}`, action: 'transform', params: { operation: 'passthrough', input } };
    });
    const rows = Array.from({ length: 100_000 }, (_, at) => ({ id: at, name: `row ${at}` }));
    const { state } = await runPipeline({
      document: { steps: [request('a'), ...steps] },
      http: fakeHttp(() => ({ body: rows })),
    });
    expect(JSON.stringify(rows).length * 100).toBeGreaterThan(MAX_RUN_BYTES);
    expect(state.status).toBe('completed');
  });

  it('are limited to 64 MB for all steps in flight, although they share memory', async () => {
    const senders = Array.from({ length: 10 }, (_, at): StepDocument => {
      const params = { ...request('b').params, method: 'POST', body: BODY_OF_A };
      return { id: `b${at}`, action: 'http_request', params, on_failure: 'continue' };
    });
    const answers = gate();
    let begun = 0;
    const http = fakeHttp(async ({ method }) => {
      if (method === 'POST') await answers.promise;
      return { body: 'x'.repeat(9_000_000) };
    });
    const { runner } = startRun({
      document: { settings: { max_parallel_steps: 10 }, steps: [request('a'), ...senders] },
      catalogue,
      http,
      onEvent: ({ type }) => {
        begun += type === 'step_started' ? 1 : 0;
        if (begun === 1 + senders.length) answers.open();
      },
    });
    await runner.run();
    const { state } = runner;
    const refused = senders.flatMap(({ id }) => state.steps.get(id)?.error?.message ?? []);
    expect(refused).toHaveLength(3);
    for (const message of refused) {
      expect(message).toMatch(/^The inputs of the steps in flight would be 72 MB.*the limit is 64 MB/);
    }
    expect(http.requests).toHaveLength(1 + 7);
  });

  it('are not read from the store when the run would use more than 64 MB', async () => {
    const document = { steps: [request('a'), { ...request('b'), params: { url: BODY_OF_A } }] };
    const journal = memoryJournal([createdEvent(memoryClock())]);
    await runPipeline({
      document,
      http: large(1),
      journal,
      onEvent: (event, runner) => event.type === 'step_completed' && runner.suspend('leave'),
    });
    const output = { ref: 'stored', bytes: 70_000_000, summary: 'text' };
    const before = journal.events.map((event) =>
      event.type === 'step_completed' ? { ...event, output } : event,
    );
    const http = large(1);
    const { state } = await runPipeline({ document, http, journal: memoryJournal(before) });
    expect(state.error?.message).toMatch(/^This step reads a stored value of 70 MB.*the limit is 64 MB/);
    expect(http.requests).toEqual([]);
  });

  it('are not read by one expression when they exceed 10 MB', async () => {
    const each: StepDocument = {
      id: 'all',
      action: 'loop',
      params: {
        items: [1, 2, 3, 4],
        action: 'http_request',
        action_params: { url: 'https://example.org/{{item}}' },
      },
    };
    const merge: StepDocument = {
      id: 'm',
      action: 'aggregate',
      params: { sources: ['all'], strategy: 'merge' },
    };
    const { state } = await runPipeline({ document: { steps: [each, merge] }, http: large(4_000_000) });
    expect(state.steps.get('all')?.status).toBe('completed');
    expect(state.error?.message).toMatch(/^The step reads at least \d+(\.\d)? MB.*The limit is 10 MB/);
  });

  it('fail the step whose output would exceed 10 MB, although its inputs do not', async () => {
    const params = { operation: 'json_stringify', input: BODY_OF_A };
    const step: StepDocument = { id: 't', action: 'transform', params };
    const http = fakeHttp(() => ({ body: '"'.repeat(4_900_000) }));
    const { state } = await runPipeline({ document: { steps: [request('a'), step] }, http });
    expect(state.steps.get('a')?.status).toBe('completed');
    expect(state.error?.message).toMatch(
      /^The output of this step would be at least \d+(\.\d)? MB of JSON, but the limit is 10 MB/,
    );
  });

  it('are refused as an output of an action when nested more than 200 levels deep', async () => {
    const nested = (levels: number) => {
      let value: Json = [];
      for (let level = 1; level < levels; level += 1) value = [value];
      return value;
    };
    const actions = probes(({ input }) => nested(Number(input))).catalogue;
    const read = (input: number): StepDocument => ({ id: 'a', action: 'read', params: { input } });
    const run = (levels: number) => runPipeline({ document: { steps: [read(levels)] }, catalogue: actions });
    expect((await run(200)).state.status).toBe('completed');
    const { state } = await run(201);
    expect(state.error).toMatchObject({
      kind: 'rejected',
      message: 'The output of read is nested more than 200 levels deep.',
    });
  });

  it('a loop is not planned when the run would exceed its limit of attempts', async () => {
    const document: PipelineDocument = {
      steps: [
        request('a'),
        {
          id: 'all',
          action: 'loop',
          params: {
            items: '{{steps.a.output.response_body}}',
            max_iterations: 1_000_000,
            action: 'log',
            action_params: { message: 'x' },
          },
        },
      ],
    };
    const { state } = await runPipeline({
      document,
      http: fakeHttp(() => ({ body: Array(250_000).fill(1) })),
    });
    expect(state.error?.message).toMatch(/250,002 attempts.*the limit is 200,000/);
  });

  it('an output of almost 10 MB is unchanged', async () => {
    const document = chain(1, 'x', (before) => before);
    const value = '{{steps.a.output.response_body}}';
    document.steps = [request('a'), { id: 's', action: 'set_output', params: { key: 'k', value } }];
    const { state } = await runPipeline({ document, http: large(MAX_VALUE_BYTES - 100) });
    expect(state.status).toBe('completed');
  });
});

/** A wait that checks a page until it contains this number. */
function polling(looks: number): PipelineDocument {
  const params = {
    condition: `check.output.response_body.looks == ${looks}`,
    timeout_seconds: 100_000,
    check: { action: 'http_request', params: { url: 'https://example.org/' } },
  };
  return { steps: [{ id: 'until', action: 'wait_until', params }] };
}

/** A page of this many characters that counts its requests. */
function counting(characters: number) {
  let looks = 0;
  return fakeHttp(() => {
    looks += 1;
    return { body: { looks, text: `${looks} `.padEnd(characters) } };
  });
}

describe('the checks of a wait', () => {
  it('use no more memory after 1,500 checks of a page of 50 kB than after one', async () => {
    // Together more than a run may hold.
    const checks = 1500;
    expect(checks * 50_000).toBeGreaterThan(MAX_RUN_BYTES);
    const clock = memoryClock();
    const journal = { ...memoryJournal([createdEvent(clock)]), append: async () => undefined };
    const { state } = await runPipeline({
      document: polling(checks),
      http: counting(50_000),
      clock,
      journal,
    });
    expect(state.error).toBeUndefined();
    expect(state.steps.get('until')?.output).toMatchObject({ value: { polls: checks } });
    const held = [...(state.steps.get('until')?.iterations?.units.values() ?? [])];
    expect(held.map(({ status }) => status)).toEqual(Array(checks).fill('completed'));
    expect(JSON.stringify(held).length).toBeLessThan(300_000);
  });

  it('are not loaded again by a runner that takes over', async () => {
    const journal = memoryJournal([createdEvent(memoryClock())]);
    const http = counting(1_000_000);
    const stopAt = 70;
    await runPipeline({
      document: polling(80),
      http,
      journal,
      onEvent: (event, runner) => {
        if (event.type === 'step_waiting' && http.requests.length === stopAt) runner.suspend('leave');
      },
    });
    expect(http.requests).toHaveLength(stopAt);
    const { state } = await runPipeline({ document: polling(80), http, journal });
    expect(state.error).toBeUndefined();
    expect(state.steps.get('until')?.output).toMatchObject({ value: { polls: 80 } });
  });

  it('count like other values while they are the newest', async () => {
    const document = polling(3);
    document.steps = [
      ...Array.from({ length: 8 }, (_, at) => request(`a${at}`)),
      ...document.steps.map((step) => ({ ...step, depends_on: ['a7'] })),
    ];
    const { state } = await runPipeline({ document, http: counting(8_000_000) });
    expect(state.error?.message).toMatch(/takes 8 MB of memory. This run already holds \d\d(\.\d)? MB/);
  });
});
