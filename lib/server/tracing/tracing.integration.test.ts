import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { HttpRequest } from '@/engine/ports';
import { fakeHttp } from '@/engine/testing/fakes';
import { webhookConfigSchema } from '@/lib/contracts/triggers';
import { startCollector, type TestCollector } from '../adapters/otlp/testing/collector';
import type { App } from '../compose';
import { submitRun } from '../services/runs/submit';
import { receiveHook } from '../services/triggers/delivery/receive';
import { openTestApp, startSteps, untilEnded } from '../testing/app';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { until } from '../testing/until';

const SECRET = 'hunter2-is-the-value';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const CALL = {
  id: 'call',
  action: 'http_request',
  params: {
    url: 'https://data.example.org',
    headers: { authorization: '{{secrets.key}}' },
    expect_status: '{{params.status}}',
  },
};
const DECLARED = { params: { status: { type: 'string', default: '2xx' } } };

let database: TestDatabase;
let collector: TestCollector;
let app: App;
let requests: HttpRequest[];

beforeAll(async () => {
  database = await createTestDatabase();
  collector = await startCollector();
  const http = fakeHttp((request) => {
    requests.push(request);
    return { status: 200, body: { echoed: SECRET } };
  });
  app = await openTestApp(database.openAgain(), {
    config: {
      tracing: {
        url: collector.url,
        headers: { 'x-team': 'data' },
        timeoutMs: 30_000,
        compression: 'gzip',
        resource: { 'service.name': 'orders' },
        sampler: { followsParent: true, ratio: 1 },
      },
    },
    adapters: { http, chunkSizes: { above: 2, size: 2 } },
  });
  await app.secrets.add({ name: 'key', value: SECRET, description: '', hosts: [] });
});

beforeEach(() => {
  requests = [];
  collector.spans.length = 0;
  collector.status = 200;
});

afterAll(async () => {
  await app.close();
  await collector.close();
  await database.close();
});

async function start(more: { traceparent?: string; tracestate?: string; status?: string } = {}) {
  const { status = '2xx', ...sent } = more;
  const { id: pipelineId } = await app.pipelines.create({
    text: JSON.stringify({ name: 'Orders', ...DECLARED, steps: [CALL] }),
  });
  const { id } = await submitRun(app.context, { pipelineId, params: { status }, ...sent });
  await untilEnded(app, id);
  return { id, pipelineId };
}

const spanNamed = (name: string) => collector.spans.find((span) => span.name === name);
const received = (count: number) =>
  until(`${count} spans`, () => Promise.resolve(collector.spans.length >= count));

it('exports a run that ended, with its steps and attempts', async () => {
  const { id } = await start();
  await received(3);
  const run = spanNamed('run Orders');
  expect(run).toMatchObject({
    parentSpanId: '',
    resource: { 'service.name': 'orders' },
    attributes: { 'pipewright.run.id': id, 'pipewright.run.number': 1, 'pipewright.run.trigger': 'api' },
  });
  expect(spanNamed('call')).toMatchObject({ traceId: run?.traceId, parentSpanId: run?.spanId });
  expect(spanNamed('call attempt 1')?.parentSpanId).toBe(spanNamed('call')?.spanId);
  expect(collector.headers.at(-1)).toMatchObject({
    'x-team': 'data',
    'content-encoding': 'gzip',
    'content-type': 'application/x-protobuf',
  });
});

it('continues the trace of the request, and sends it with HTTP steps', async () => {
  await start({ traceparent: `00-${TRACE}-${PARENT}-01`, tracestate: 'vendor=a' });
  await received(3);
  expect(spanNamed('run Orders')).toMatchObject({ traceId: TRACE, parentSpanId: PARENT });
  expect(requests[0]?.headers).toMatchObject({
    traceparent: `00-${TRACE}-${spanNamed('call attempt 1')?.spanId}-01`,
    tracestate: 'vendor=a',
  });
});

it('does not export a run whose request is not sampled', async () => {
  await start({ traceparent: `00-${TRACE}-${PARENT}-00` });
  const { id } = await start();
  await received(3);
  expect(requests[0]?.headers.traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`));
  expect(collector.spans).toHaveLength(3);
  expect(spanNamed('run Orders')?.attributes['pipewright.run.id']).toBe(id);
});

it('marks what failed, without values of secrets', async () => {
  await start({ status: '500' });
  await received(3);
  expect(spanNamed('call')).toMatchObject({
    status: 2,
    statusMessage: 'GET data.example.org returned 200, expected 500.',
    attributes: { 'error.type': 'http_status' },
  });
  expect(collector.texts.join('\n')).not.toContain('hunter2');
});

it('links a re-run to the run that it repeats', async () => {
  const { id } = await start();
  await received(3);
  const original = spanNamed('run Orders')?.spanId;
  collector.spans.length = 0;
  const again = await app.runs.rerun({ id });
  await untilEnded(app, again.id);
  await received(3);
  expect(spanNamed('run Orders')?.links).toEqual([original]);
});

it('continues the trace in a pipeline that the end of the run starts', async () => {
  const { id: pipelineId } = await app.pipelines.create({
    text: JSON.stringify({
      name: 'First',
      steps: [{ id: 'first', action: 'log', params: { message: 'a' } }],
    }),
  });
  const { id: next } = await app.pipelines.create({
    text: JSON.stringify({
      name: 'Next',
      steps: [{ id: 'second', action: 'log', params: { message: 'b' } }],
    }),
  });
  await app.triggers.add({
    pipelineId: next,
    trigger: {
      type: 'pipeline_finished',
      name: 'After',
      enabled: true,
      params: {},
      config: { pipeline_id: pipelineId, statuses: ['completed'] },
    },
  });
  collector.spans.length = 0;
  await app.runs.start({ pipelineId });
  await until('the run of the second pipeline', async () => spanNamed('run Next') !== undefined);
  const first = spanNamed('run First');
  expect(spanNamed('run Next')).toMatchObject({ traceId: first?.traceId, parentSpanId: first?.spanId });
});

it('continues the trace of a request to a webhook', async () => {
  const { id: pipelineId } = await app.pipelines.create({
    text: JSON.stringify({ name: 'Hooked', steps: [{ id: 'a', action: 'log', params: { message: 'a' } }] }),
  });
  const { id, path } = await app.triggers.add({
    pipelineId,
    trigger: {
      type: 'webhook',
      name: 'Hook',
      enabled: true,
      params: {},
      config: webhookConfigSchema.parse({}),
    },
  });
  await receiveHook(app.context, {
    id,
    token: path?.split('/').at(-1) ?? '',
    method: 'POST',
    headers: new Headers({ traceparent: `00-${TRACE}-${PARENT}-01` }),
    query: new URLSearchParams(),
    body: () => Promise.resolve(new Uint8Array()),
    signal: new AbortController().signal,
  });
  await until('the run', () => Promise.resolve(spanNamed('run Hooked') !== undefined));
  expect(spanNamed('run Hooked')).toMatchObject({ traceId: TRACE, parentSpanId: PARENT });
});

it('exports the iterations of chunks below their loop', async () => {
  const { id } = await startSteps(app, [
    {
      id: 'each',
      action: 'loop',
      params: { items: [1, 2, 3, 4, 5], action: 'log', action_params: { message: '{{item}}' } },
    },
  ]);
  await untilEnded(app, id);
  await until('the spans', () =>
    Promise.resolve(new Set(collector.spans.map(({ name }) => name)).size === 13),
  );
  const loop = spanNamed('each');
  expect(spanNamed('each[4]')).toMatchObject({ traceId: loop?.traceId, parentSpanId: loop?.spanId });
  expect(collector.spans).toHaveLength(13);
});

it('completes runs while the collector refuses, and exports later ones', async () => {
  collector.status = 400;
  const refused = collector.texts.length;
  const { id } = await start();
  expect((await app.runs.get({ id })).status).toBe('completed');
  await until('the refused request', () => Promise.resolve(collector.texts.length > refused));
  collector.status = 200;
  const later = await start();
  await received(3);
  expect(spanNamed('run Orders')?.attributes['pipewright.run.id']).toBe(later.id);
});
