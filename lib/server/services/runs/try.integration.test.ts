import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { foldEvents, type PipelineDocument } from '@/engine';
import { fakeHttp } from '@/engine/testing/fakes';
import { addTriggerInput } from '@/lib/contracts/triggers';
import type { App } from '../../compose';
import { loadEvents } from '../../store/load';
import { removePayloads } from '../../store/retention/remove-payloads';
import { openTestApp, untilEnded } from '../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { until } from '../../testing/until';
import { figuresOfHistory } from './history-figures';
import { lastInputs } from './last-inputs';
import { getOutputPin, listOutputPins } from './output-pins';

/** `fetch` is read by `send`, which only runs on a branch that is not taken; `broken` is unfinished. */
const steps: PipelineDocument['steps'] = [
  { id: 'fetch', action: 'http_request', params: { url: 'https://data.example.org/{{params.topic}}' } },
  {
    id: 'urgent',
    action: 'conditional',
    params: { condition: 'steps.fetch.output.status_code == 500', on_true: 'send' },
  },
  {
    id: 'send',
    action: 'http_request',
    params: {
      url: 'https://api.example.org/messages',
      method: 'POST',
      body: { text: '{{steps.fetch.output.response_body.title}}' },
    },
  },
  { id: 'done', action: 'log', params: { message: 'sent {{steps.send.output.status_code}}' } },
];
const UNFINISHED = { id: 'broken', action: 'http_request', params: {} };
const params = { topic: { type: 'string' as const, required: true } };

let database: TestDatabase;
let app: App;
let asked: { call: string; body: unknown }[];

beforeAll(async () => {
  database = await createTestDatabase();
});

beforeEach(async () => {
  asked = [];
  const http = fakeHttp(({ method, url, body }) => {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    asked.push({ call: `${method} ${url}`, body: text === '' ? undefined : JSON.parse(text) });
    return { status: 200, body: '{"title":"News"}', headers: { 'content-type': 'application/json' } };
  });
  app = await openTestApp(database.openAgain(), {
    config: { databaseUrl: 'postgres://elsewhere' },
    adapters: { http },
  });
});

afterEach(() => app.close());
afterAll(() => database.close());

async function create(more: Partial<PipelineDocument> = {}): Promise<string> {
  const document = { name: 'News', params, steps, ...more };
  return (await app.pipelines.create({ text: JSON.stringify(document) })).id;
}

async function wholeRun(pipelineId: string) {
  const { id } = await app.runs.start({ pipelineId, params: { topic: 'ai' } });
  const run = await untilEnded(app, id);
  expect(run.status).toBe('completed');
  asked.length = 0;
  return run;
}

const stateOf = async (id: string) => foldEvents(await loadEvents(database.sql, id));

describe('a try of one step', () => {
  it('runs it with the values of the newest run, whether or not its branch is taken', async () => {
    const id = await create();
    const run = await wholeRun(id);
    const { id: tried } = await app.runs.submitTry({ id, step: 'send' });
    const ended = await untilEnded(app, tried);
    expect(ended).toMatchObject({ status: 'completed', trigger: 'try', parentRunId: run.id });
    expect(asked).toEqual([{ call: 'POST https://api.example.org/messages', body: { text: 'News' } }]);
    const { steps: units } = await stateOf(tried);
    expect(units.get('fetch')?.reusedFrom).toBe(run.id);
    expect(units.get('done')?.skip?.reason).toBe('not_selected');
  });

  it('names the values that no run has, and uses entered ones', async () => {
    const id = await create();
    const plan = await app.runs.planTry({ id, step: 'send' });
    expect(plan).toMatchObject({
      run: null,
      missing: ['steps.fetch.output.response_body.title'],
      problem:
        'No run has a value for steps.fetch.output.response_body.title. Enter it, or choose the values of a run that has it.',
    });
    await expect(app.runs.submitTry({ id, step: 'send' })).rejects.toThrow(/No run has a value/);
    const values = { 'steps.fetch.output.response_body.title': 'Typed' };
    const { id: tried } = await app.runs.submitTry({ id, step: 'send', values });
    await untilEnded(app, tried);
    expect(asked).toEqual([{ call: 'POST https://api.example.org/messages', body: { text: 'Typed' } }]);
    expect((await stateOf(tried)).steps.get('fetch')).toMatchObject({ given: 'entered', attempts: [] });
  });

  it('stores a large entered value once, beside the events', async () => {
    const id = await create();
    const title = 'x'.repeat(40_000);
    const values = { 'steps.fetch.output.response_body.title': title };
    const { id: tried } = await app.runs.submitTry({ id, step: 'send', values });
    await untilEnded(app, tried);
    expect(asked[0]?.body).toEqual({ text: title });
    expect((await stateOf(tried)).steps.get('fetch')?.output).toHaveProperty('ref');
  });

  it('keeps other results, so that the next try has them', async () => {
    const id = await create();
    await wholeRun(id);
    await untilEnded(app, (await app.runs.submitTry({ id, step: 'done', values: sent(201) })).id);
    const plan = await app.runs.planTry({ id, step: 'send' });
    expect(plan).toMatchObject({ run: 2, missing: [], problem: null });
  });

  it('asks for a param that it reads and for no other', async () => {
    const id = await create();
    expect((await app.runs.planTry({ id, step: 'fetch' })).missing).toEqual(['params.topic']);
    const { id: tried } = await app.runs.submitTry({ id, step: 'fetch', values: { 'params.topic': 'db' } });
    await untilEnded(app, tried);
    expect(asked.map(({ call }) => call)).toEqual(['GET https://data.example.org/db']);
  });

  it('runs while another step is unfinished, but not an unfinished step', async () => {
    const id = await create({ steps: [...steps, UNFINISHED] });
    await expect(app.runs.start({ pipelineId: id, params: { topic: 'ai' } })).rejects.toThrow();
    const { id: tried } = await app.runs.submitTry({ id, step: 'fetch', values: { 'params.topic': 'ai' } });
    expect((await untilEnded(app, tried)).status).toBe('completed');
    await expect(app.runs.planTry({ id, step: 'broken' })).rejects.toThrow(
      /The step broken cannot run: .*url/,
    );
  });

  it('refuses a step that is gone, a run of another pipeline and a value with another name', async () => {
    const id = await create();
    expect((await app.runs.planTry({ id, step: 'gone' })).problem).toContain('has no step gone');
    const other = await wholeRun(await create());
    await expect(app.runs.planTry({ id, step: 'send', valuesFrom: other.id })).rejects.toThrow(
      /belongs to the pipeline News/,
    );
    await expect(app.runs.planTry({ id, step: 'send', values: { title: 1 } })).rejects.toThrow(
      /A value cannot be entered for title/,
    );
  });
});

describe('the values of a run', () => {
  it('are those of the chosen run, with entered outputs', async () => {
    const id = await create();
    const { id: first } = await app.runs.submitTry({ id, step: 'done', values: sent(201) });
    await untilEnded(app, first);
    await untilEnded(app, (await app.runs.submitTry({ id, step: 'done', values: sent(202) })).id);
    expect(await app.shapes.samples({ pipelineId: id, run: first })).toMatchObject({
      send: { run: 1, value: { status_code: 201 } },
    });
    const inputs = await lastInputs(app.context, { pipelineId: id, step: 'done', run: first });
    expect(inputs).toMatchObject({ run: { number: 1 }, inputs: { message: 'sent 201' } });
    const other = await create();
    await expect(app.shapes.samples({ pipelineId: other, run: first })).rejects.toThrow(
      /has no run .* choose another run/,
    );
  });
});

describe('a try of one iteration', () => {
  const each = {
    id: 'each',
    action: 'loop',
    params: {
      items: '{{params.topics}}',
      action: 'http_request',
      action_params: { url: 'https://data.example.org/{{index}}/{{item}}', method: 'POST' },
    },
  };
  const after = { id: 'after', action: 'log', params: { message: '{{steps.each.output.count}}' } };
  const topics = ['ai', 'db', 'os'];
  const looping = async () => {
    const declared = { topics: { type: 'array' as const, default: topics } };
    const id = await create({ params: declared, steps: [each, after] });
    const { id: run } = await app.runs.start({ pipelineId: id, params: {} });
    await untilEnded(app, run);
    asked.length = 0;
    return id;
  };

  it('executes it with its own index and item, and no other', async () => {
    const id = await looping();
    const plan = await app.runs.planTry({ id, step: 'each', iteration: 1 });
    expect(plan.ledger).toMatchObject([{ step: 'each', count: 1, text: '1 POST to data.example.org' }]);
    const { id: tried } = await app.runs.submitTry({ id, step: 'each', iteration: 1 });
    expect((await untilEnded(app, tried)).status).toBe('completed');
    expect(asked.map(({ call }) => call)).toEqual(['POST https://data.example.org/1/db']);
    const unit = (await stateOf(tried)).steps.get('each');
    expect([...(unit?.iterations?.units.keys() ?? [])]).toEqual([1]);
    expect(unit?.iterations).toMatchObject({ first: 1, total: 3 });
    expect(await lastInputs(app.context, { pipelineId: id, step: 'each', iteration: 1 })).toMatchObject({
      loop: { total: 3, item: { value: 'db' } },
    });
  });

  it('gives its output to no later try', async () => {
    const id = await looping();
    const whole = await app.runs.planTry({ id, step: 'after' });
    expect(whole).toMatchObject({ run: 1, missing: [] });
    const { id: tried } = await app.runs.submitTry({ id, step: 'each', iteration: 2 });
    await untilEnded(app, tried);
    expect(await app.runs.planTry({ id, step: 'after' })).toMatchObject({
      run: 2,
      missing: ['steps.each.output.count'],
    });
  });

  it('is refused for a step that is no loop, with the steps around it, and beyond the end of the list', async () => {
    const id = await looping();
    const problem = async (input: object) =>
      (await app.runs.planTry({ id, step: 'each', iteration: 9, ...input })).problem;
    expect(await problem({ step: 'after' })).toMatch(/^after is not a loop/);
    expect(await problem({ scope: 'from' })).toMatch(/^A single iteration runs alone, without the steps/);
    const { id: tried } = await app.runs.submitTry({ id, step: 'each', iteration: 9 });
    await untilEnded(app, tried);
    expect((await stateOf(tried)).steps.get('each')?.error?.message).toBe(
      'The list has 3 items, so there is no iteration 10. Choose an iteration from 1 to 3.',
    );
    expect(asked).toEqual([]);
  });
});

describe('a pinned output', () => {
  it('takes the place of its step in tries, in re-runs only when asked, and never in runs', async () => {
    const id = await create();
    const run = await wholeRun(id);
    await app.runs.pinOutput({ id, step: 'fetch', value: page('Pinned') });
    const plan = await app.runs.planTry({ id, step: 'send', scope: 'up_to' });
    expect(plan.steps[0]).toMatchObject({ step: 'fetch', reason: 'pinned', text: 'Uses the pinned output.' });
    const { id: tried } = await app.runs.submitTry({ id, step: 'send' });
    await untilEnded(app, tried);
    expect(asked.map(({ body }) => body)).toEqual([{ text: 'Pinned' }]);
    const again = await app.runs.planRerun({ id: run.id, scope: 'from_failed' });
    expect(again.steps.find(({ step }) => step === 'fetch')?.reason).toBe('unchanged');
    const pinned = await app.runs.planRerun({ id: run.id, scope: 'from_failed', pins: true });
    expect(pinned.steps.map(({ step, reason }) => `${step} ${reason}`)).toContain('fetch pinned');
    asked.length = 0;
    await wholeRun(id);
    expect((await stateOf(tried)).steps.get('fetch')?.given).toBe('pinned');
  });

  it('is that of a run, also a large one, and stays when the run is deleted', async () => {
    const id = await create();
    const title = 'x'.repeat(40_000);
    const values = { 'steps.fetch.output.response_body.title': title };
    const { id: tried } = await app.runs.submitTry({ id, step: 'send', values });
    await untilEnded(app, tried);
    await app.runs.pinOutput({ id, step: 'send', run: tried });
    await app.runs.pinOutput({ id, step: 'fetch', value: page(title) });
    await database.sql`update payloads set created_at = now() - interval '1 day'`;
    await database.sql`delete from run_payloads where run_id = ${tried}`;
    await removePayloads(database.sql, '');
    expect(await getOutputPin(app.context, { id, step: 'fetch' })).toMatchObject({
      run: null,
      value: { response_body: { title } },
    });
    expect((await getOutputPin(app.context, { id, step: 'send' })).run).toBe(1);
    await app.runs.removePin({ id, step: 'send' });
    expect((await listOutputPins(app.context, { id })).pins.map(({ step }) => step)).toEqual(['fetch']);
  });

  it('is refused with another shape, for a step that is gone, and without an output', async () => {
    const id = await create();
    const wrong = app.runs.pinOutput({ id, step: 'fetch', value: { status_code: 'no' } });
    await expect(wrong).rejects.toThrow(/The pinned output of fetch.*Edit the pin, or remove it/);
    await expect(app.runs.pinOutput({ id, step: 'gone', value: 1 })).rejects.toThrow(/has no step gone/);
    await expect(app.runs.pinOutput({ id, step: 'urgent', value: {} })).rejects.toThrow(/urgent/);
    const run = await wholeRun(id);
    const none = app.runs.pinOutput({ id, step: 'done', run: run.id });
    await expect(none).rejects.toThrow(/Run #1 has no output of done/);
    await expect(app.runs.removePin({ id, step: 'fetch' })).rejects.toThrow(/fetch is not pinned/);
  });
});

describe('a typed value with a stored secret', () => {
  it('is refused, as a pin and as a value of a try, in every form that runs mask', async () => {
    const id = await create();
    await app.secrets.add({ name: 'news_token', value: 'kV7-typed/secret', description: '', hosts: [] });
    const refusal = /contains the secret news_token/;
    for (const text of ['Bearer kV7-typed/secret', encodeURIComponent('kV7-typed/secret')]) {
      const pin = app.runs.pinOutput({ id, step: 'fetch', value: page(text) });
      await expect(pin).rejects.toThrow(refusal);
      const values = { 'steps.fetch.output.response_body.title': text };
      await expect(app.runs.planTry({ id, step: 'send', values })).rejects.toThrow(refusal);
      await expect(app.runs.submitTry({ id, step: 'send', values })).rejects.toThrow(refusal);
    }
    expect((await listOutputPins(app.context, { id })).pins).toEqual([]);
    expect((await app.runs.pinOutput({ id, step: 'fetch', value: page('typed') })).step).toBe('fetch');
  });
});

describe('a try up to a step', () => {
  it('reuses what is unchanged, executes the rest and leaves out what follows', async () => {
    const id = await create();
    await wholeRun(id);
    const draft = await app.pipelines.get({ id });
    const changed = steps.map((step) =>
      step.id === 'urgent' ? { ...step, params: { ...step.params, condition: 'true' } } : step,
    );
    const text = JSON.stringify({ ...JSON.parse(draft.text), steps: changed });
    await app.pipelines.save({ id, text, baseVersion: draft.version });
    const plan = await app.runs.planTry({ id, step: 'send', scope: 'up_to' });
    expect(plan.steps.map(({ step, do: what }) => `${step} ${what}`)).toEqual([
      'fetch reuse',
      'urgent execute',
      'send unknown',
      'done skip',
    ]);
    const { id: tried } = await app.runs.submitTry({ id, step: 'send', scope: 'up_to' });
    expect((await untilEnded(app, tried)).status).toBe('completed');
    expect(asked.map(({ call }) => call)).toEqual(['POST https://api.example.org/messages']);
  });

  it('does not count as a run of the pipeline, and starts no other pipeline', async () => {
    const id = await create();
    const next = await create({ params: {}, steps: [{ id: 'a', action: 'log', params: { message: 'b' } }] });
    const trigger = { type: 'pipeline_finished', name: 'After', config: { pipeline_id: id }, params: {} };
    const follows = await app.triggers.add(addTriggerInput.parse({ pipelineId: next, trigger }));
    const { id: tried } = await app.runs.submitTry({ id, step: 'fetch', values: { 'params.topic': 'ai' } });
    await untilEnded(app, tried);
    const [listed] = (await app.pipelines.list()).filter((each) => each.id === id);
    expect(listed?.recentRuns).toEqual([]);
    const whole = await wholeRun(id);
    expect((await figuresOfHistory(app.context, { id, runs: 100 })).total.ended).toBe(1);
    const deliveries = await until('the delivery of the whole run', async () => {
      const found = await app.triggers.deliveries({ triggerId: follows.id, limit: 200 });
      return found.deliveries.length > 0 && found.deliveries;
    });
    expect(deliveries).toHaveLength(1);
    expect((await app.runs.get({ id: deliveries[0]?.run?.id ?? '' })).createdAt >= whole.createdAt).toBe(
      true,
    );
  });
});

function sent(status: number) {
  return { 'steps.send.output.status_code': status };
}

/** An output of an HTTP request. */
function page(title: string) {
  return {
    ...{ status_code: 200, response_body: { title }, headers: {}, execution_time_ms: 1 },
  };
}
