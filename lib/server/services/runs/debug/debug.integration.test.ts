import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PipelineDocument } from '@/engine';
import { fakeHttp } from '@/engine/testing/fakes';
import { setBreakpointInput } from '@/lib/contracts/breakpoints';
import { listPipelinesInput } from '@/lib/contracts/pipeline-list';
import { listRunsInput } from '@/lib/contracts/runs';
import { addTriggerInput } from '@/lib/contracts/triggers';
import type { App } from '../../../compose';
import { openTestApp, untilEnded, untilRun } from '../../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../../testing/database';
import { until } from '../../../testing/until';
import { pageOfPipelines } from '../../pipelines/list';
import { receiveHook } from '../../triggers/delivery/receive';
import { listBreakpoints } from './breakpoints';

const steps: PipelineDocument['steps'] = [
  { id: 'fetch', action: 'http_request', params: { url: 'https://data.example.org/{{params.topic}}' } },
  {
    id: 'announce',
    action: 'http_request',
    params: {
      url: 'https://api.example.org/releases',
      method: 'POST',
      headers: { authorization: 'Bearer {{secrets.api_key}}' },
      body: { title: '{{steps.fetch.output.response_body.title}}', stage: 'live' },
    },
  },
  { id: 'done', action: 'log', params: { message: 'sent {{steps.announce.output.status_code}}' } },
  { id: 'other', action: 'log', params: { message: 'other' } },
];

let database: TestDatabase;
let app: App;
let asked: { call: string; body: unknown }[];
const opened: App[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const first = await open();
  await first.secrets.add({
    name: 'api_key',
    value: 'k-123456789',
    description: '',
    hosts: ['api.example.org'],
  });
});

beforeEach(async () => {
  asked = [];
  app = await open();
});

afterEach(closeAll);
afterAll(() => database.close());

async function closeAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((each) => each.close()));
}

/** A server process on the database. */
async function open(config: Parameters<typeof openTestApp>[1] = {}): Promise<App> {
  const http = fakeHttp(({ method, url, body }) => {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    asked?.push({ call: `${method} ${url}`, body: text === '' ? undefined : JSON.parse(text) });
    return { status: 200, body: '{"title":"News"}', headers: { 'content-type': 'application/json' } };
  });
  const fresh = await openTestApp(database.openAgain(), { ...config, adapters: { http } });
  opened.push(fresh);
  return fresh;
}

async function create(more: Partial<PipelineDocument> = {}): Promise<string> {
  const params = { topic: { type: 'string', default: 'ai' } };
  return (await app.pipelines.create({ text: JSON.stringify({ name: 'Announce', params, steps, ...more }) }))
    .id;
}

/** A breakpoint that is stored. */
async function put(id: string, breakpoint: object) {
  return app.runs.setBreakpoint(setBreakpointInput.parse({ id, breakpoint: 'b1', ...breakpoint }));
}

const openPauses = async (id: string) => (await app.runs.pauses({ id })).pauses;

/** Waits until a step is paused and its run has no owner. */
function untilPaused(id: string) {
  return until(`a pause of ${id}`, async () => {
    const [pause] = await openPauses(id);
    const [row] = await database.sql`select owner, status from runs where id = ${id}`;
    return pause && row?.owner === null && row.status === 'waiting' ? pause : undefined;
  });
}

async function startPaused(id: string) {
  const { id: runId } = await app.runs.start({ pipelineId: id, breakpoints: true });
  return { runId, pause: await untilPaused(runId) };
}

describe('a run with a breakpoint', () => {
  it('pauses durably, survives a restart, and ends after an answer with edited inputs', async () => {
    const id = await create();
    await put(id, { at: { step: 'announce' } });
    const { runId, pause } = await startPaused(id);
    expect(pause).toMatchObject({
      step: 'announce',
      attempt: 1,
      cause: 'breakpoint',
      inputs: {
        headers: { authorization: 'Bearer {{secrets.api_key}}' },
        body: { title: 'News', stage: 'live' },
      },
    });
    // The other branch has ended meanwhile.
    const events = await app.runs.events({ id: runId });
    expect(events.some((event) => event.type === 'step_completed' && event.step === 'other')).toBe(true);

    await closeAll();
    app = await open();
    const answer = { do: 'continue', inputs: { body: { title: 'News', stage: 'staging' } } } as const;
    await app.runs.answerPause({ runId, step: 'announce', pause: pause.pause, answer });
    expect(await untilEnded(app, runId)).toMatchObject({ status: 'completed' });
    expect(asked.map(({ call, body }) => [call, body])).toEqual([
      ['GET https://data.example.org/ai', undefined],
      ['POST https://api.example.org/releases', { title: 'News', stage: 'staging' }],
    ]);
    expect(JSON.stringify(await app.runs.events({ id: runId }))).not.toContain('k-123456789');
  });

  it('pauses at an iteration of a loop that would be executed in chunks', async () => {
    const items = Array.from({ length: 1200 }, (_, index) => index);
    const action_params = { message: 'item {{item}}' };
    const id = await create({
      steps: [
        { id: 'each', action: 'loop', params: { items, action: 'log', action_params, max_iterations: 2000 } },
      ],
    });
    await put(id, { at: { step: 'each', iterations: true }, condition: 'index == 1100' });
    const { runId, pause } = await startPaused(id);
    expect(pause).toMatchObject({ step: 'each', iteration: [1100], inputs: { message: 'item 1100' } });
    const answer = { do: 'continue', inputs: { message: 'edited' } } as const;
    await app.runs.answerPause({ runId, step: 'each', iteration: [1100], answer });
    expect(await untilEnded(app, runId)).toMatchObject({ status: 'completed' });
    const outputs = (await app.runs.events({ id: runId })).flatMap((event) =>
      event.type === 'step_completed' && event.iteration ? [JSON.stringify(event.output)] : [],
    );
    expect(outputs).toHaveLength(1200);
    expect(outputs.filter((output) => output.includes('edited'))).toHaveLength(1);
  });

  it('is listed, counted and found as paused until somebody answers', async () => {
    const id = await create();
    await put(id, { at: { step: 'announce' } });
    const { runId } = await startPaused(id);
    const listed = async (status: 'paused' | 'waiting') =>
      (await app.runs.list(listRunsInput.parse({ pipeline: id, status }))).runs;
    expect(await listed('paused')).toMatchObject([{ id: runId, status: 'waiting', atBreakpoint: true }]);
    expect(await listed('waiting')).toEqual([]);
    expect(await app.runs.count({ pipeline: id, kept: false })).toMatchObject({ paused: 1, waiting: 0 });
    const [pipeline] = (await pageOfPipelines(app.context, listPipelinesInput.parse({ status: 'paused' })))
      .pipelines;
    expect(pipeline).toMatchObject({ id, recentRuns: [{ id: runId, atBreakpoint: true }] });

    await app.runs.answerPause({ runId, step: 'announce', answer: { do: 'skip' } });
    await untilEnded(app, runId);
    expect(await listed('paused')).toEqual([]);
    expect(await app.runs.get({ id: runId })).not.toHaveProperty('atBreakpoint');
  });

  it('tells the second of two people what the first one chose', async () => {
    const id = await create();
    await put(id, { at: { from: 'fetch', to: 'announce' } });
    const { runId } = await startPaused(id);
    // The run goes on only once both have answered.
    await closeAll();
    app = await open({ config: { runsWorker: false } });
    const skip = () => app.runs.answerPause({ runId, step: 'announce', answer: { do: 'skip' } });
    const both = await Promise.allSettled([skip(), skip()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find((each) => each.status === 'rejected');
    expect(String(refused?.status === 'rejected' && refused.reason)).toMatch(
      /The pause of announce was answered at .*: skip\. The first answer applies\./,
    );
    await open();
    expect(await untilEnded(app, runId)).toMatchObject({ status: 'completed' });
    await expect(skip()).rejects.toThrow(/^The run has ended \(completed\): nothing is paused\.$/);
  });

  it.each([
    [{ do: 'output', output: { status_code: 'no' } }, /^The output of announce/],
    [{ do: 'continue', inputs: { url: 7 } }, /^params\.url needs text/],
    [{ do: 'continue', inputs: { ur: 'x' } }, /has no parameter ur\. Did you mean url\?$/],
    [
      { do: 'continue', inputs: { body: '{{secrets.api_key}}' } },
      /names a secret, but edited inputs are values/,
    ],
    [{ do: 'continue', inputs: { body: 'k-123456789' } }, /contains the secret api_key/],
    [{ do: 'retry' }, /^announce has not started, so there is nothing to retry/],
  ] as const)('refuses an answer that does not fit: %j', async (answer, message) => {
    const id = await create();
    await put(id, { at: { step: 'announce' } });
    const { runId } = await startPaused(id);
    await expect(app.runs.answerPause({ runId, step: 'announce', answer })).rejects.toThrow(message);
    await app.runs.cancel({ id: runId });
    expect(await untilEnded(app, runId)).toMatchObject({ status: 'cancelled' });
  });

  it('holds no slot of the worker', async () => {
    await closeAll();
    app = await open({ config: { slots: 1 } });
    const id = await create();
    await put(id, { at: { step: 'fetch' } });
    await startPaused(id);
    const plain = await app.runs.start({ pipelineId: id });
    expect(await untilEnded(app, plain.id)).toMatchObject({ status: 'completed' });
  });

  it('is cancelled when the time limit of the breakpoint passes', async () => {
    const id = await create();
    await put(id, { at: { step: 'announce' }, timeout_seconds: 1 });
    const { id: runId } = await app.runs.start({ pipelineId: id, breakpoints: true });
    expect(await untilEnded(app, runId)).toMatchObject({ status: 'cancelled' });
    const events = await app.runs.events({ id: runId });
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'cancel_requested',
        detail: expect.stringMatching(/^The pause at the breakpoint announce began at /),
      }),
    );
  });

  it('takes changed breakpoints while it is active', async () => {
    const id = await create();
    await put(id, { at: { step: 'announce' } });
    const { runId } = await startPaused(id);
    const breakpoints = [{ id: 'later', at: { step: 'done' } }];
    await app.runs.setRunBreakpoints({ id: runId, breakpoints, pause_on_failure: false });
    await app.runs.answerPause({ runId, step: 'announce', answer: { do: 'continue' } });
    const next = await until('the next pause', async () =>
      (await openPauses(runId)).find(({ step }) => step === 'done'),
    );
    expect(next).toMatchObject({ breakpoint: { id: 'later' } });
    await app.runs.cancel({ id: runId });
    await untilEnded(app, runId);
  });

  it('is stepped through', async () => {
    const id = await create();
    await put(id, { at: { step: 'announce' } });
    const { runId } = await startPaused(id);
    await app.runs.answerPause({ runId, step: 'announce', answer: { do: 'step' } });
    const next = await until('the next pause', async () =>
      (await openPauses(runId)).find(({ step }) => step === 'done'),
    );
    expect(next.cause).toBe('step');
    await app.runs.answerPause({ runId, step: 'done', answer: { do: 'continue' } });
    expect(await untilEnded(app, runId)).toMatchObject({ status: 'completed' });
  });
});

describe('large values', () => {
  it('are read for conditions, shown in pauses and edited, also after a restart', async () => {
    const large = 'ä'.repeat(20_000);
    const set = (id: string, message: string) => ({ id, action: 'log', params: { message } });
    const id = await create({
      params: { text: { type: 'string', default: large } },
      steps: [
        set('a', '{{params.text}}'),
        set('b', '{{steps.a.output.message}}'),
        set('c', '{{steps.b.output.message}}'),
        {
          id: 'd',
          action: 'fail',
          params: { message: '{{steps.c.output.message}}' },
          depends_on: ['c'],
        },
      ],
    });
    const condition = 'size(steps.a.output.message) > 10000';
    await put(id, { at: { step: 'b' }, condition });
    await put(id, { breakpoint: 'b2', at: { step: 'c' }, condition });
    await put(id, { breakpoint: 'b3', at: { step: 'd' }, when: 'failure', condition });
    const { runId, pause } = await startPaused(id);
    expect(pause).toMatchObject({ inputs: { message: large }, note: null });
    for (const step of ['b', 'c']) {
      await closeAll();
      app = await open();
      const edited = { do: 'continue', inputs: { message: `${large}${step}` } } as const;
      await app.runs.answerPause({ runId, step, answer: edited });
      const next = step === 'b' ? 'c' : 'd';
      await until(`the pause of ${next}`, async () =>
        (await openPauses(runId)).some((each) => each.step === next),
      );
      await untilPaused(runId);
    }
    const [failed] = await openPauses(runId);
    expect(failed).toMatchObject({ step: 'd', moment: 'failure', note: null });
    expect(failed?.inputs).toEqual({ message: `${large}c` });
    await app.runs.answerPause({ runId, step: 'd', answer: { do: 'output', output: { message: large } } });
    expect(await untilEnded(app, runId)).toMatchObject({ status: 'completed' });
  });
});

describe('runs that are not debugged', () => {
  it('are not held: those that programs start, and those that triggers start', async () => {
    const id = await create();
    await put(id, { at: { step: 'announce' } });
    const { id: plain } = await app.runs.start({ pipelineId: id });
    expect(await untilEnded(app, plain)).toMatchObject({ status: 'completed' });
    expect(await untilEnded(app, await callHook(id))).toMatchObject({
      status: 'completed',
      trigger: 'webhook',
    });
    await put(id, { at: { step: 'announce' }, triggered: true });
    const held = await callHook(id);
    await untilPaused(held);
    await app.runs.cancel({ id: held });
    await untilEnded(app, held);
  });
});

async function callHook(pipelineId: string): Promise<string> {
  const trigger = { type: 'webhook', name: 'Hook', config: {}, params: {} };
  const { id, path } = await app.triggers.add(addTriggerInput.parse({ pipelineId, trigger }));
  const answer = await receiveHook(app.context, {
    id,
    token: path?.split('/').at(-1) ?? '',
    method: 'POST',
    headers: new Headers({ 'content-type': 'application/json' }),
    query: new URLSearchParams(),
    body: () => Promise.resolve(new TextEncoder().encode('{}')),
    signal: new AbortController().signal,
  });
  const text = JSON.stringify(answer);
  const found = /run_[0-9a-z-]+/i.exec(text)?.[0];
  if (found === undefined) throw new Error(`No run was started: ${text}`);
  return found;
}

describe('breakpoints of a pipeline', () => {
  it.each([
    [{ at: { step: 'gone' } }, /^The breakpoint is at the step gone, which does not exist\. Remove/],
    [{ at: { from: 'fetch', to: 'done' } }, /on the edge fetch → done, which does not exist/],
    [{ at: { step: 'done', iterations: true } }, /at each iteration of done, which is not a loop/],
    [
      { at: { step: 'done' }, condition: 'steps.fetch.output ==' },
      /^The condition of the breakpoint is invalid: /,
    ],
    [{ at: { step: 'done' }, condition: "secrets.api_key == 'x'" }, /reads a secret/],
  ])('are refused when they cannot pause a run: %j', async (breakpoint, message) => {
    await expect(put(await create(), breakpoint)).rejects.toThrow(message);
  });

  it('are listed with their problems, changed, and left out of runs once their step is deleted', async () => {
    const id = await create();
    await put(id, { at: { step: 'done' }, condition: 'steps.announce.output.status_code != 201' });
    await app.runs.setPauseOnFailure({ id, pause_on_failure: true });
    const draft = JSON.stringify({ name: 'Announce', params: {}, steps: [steps[3]] });
    const { revision } = await app.pipelines.get({ id });
    await app.pipelines.saveDraft({ id, text: draft, baseRevision: revision, keepReplaced: false });
    expect(await listBreakpoints(app.context, { id })).toEqual({
      breakpoints: [
        {
          id: 'b1',
          at: { step: 'done' },
          when: 'before',
          condition: 'steps.announce.output.status_code != 201',
          enabled: true,
        },
      ],
      pause_on_failure: true,
      problems: [expect.objectContaining({ breakpoint: 'b1' })],
    });
    const { id: runId } = await app.runs.start({ pipelineId: id, breakpoints: true });
    const [created] = await app.runs.events({ id: runId });
    expect(created).toMatchObject({ debug: { breakpoints: [], pause_on_failure: true } });
    expect(await untilRun(app, runId, ({ finishedAt }) => finishedAt !== null)).toMatchObject({
      status: 'completed',
    });
    expect((await app.runs.removeBreakpoint({ id, breakpoint: 'b1' })).breakpoints).toEqual([]);
    await expect(app.runs.removeBreakpoint({ id, breakpoint: 'b1' })).rejects.toThrow('no breakpoint b1');
  });
});
