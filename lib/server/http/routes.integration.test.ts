import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { runEventEndpoints } from '@/lib/contracts/endpoints/run-events';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import type { App } from '../compose';
import { openTestApp, startSteps, untilEnded, untilRun } from '../testing/app';
import { createTestDatabase } from '../testing/database';
import { exportPipeline, sendPayload } from './files';
import { createHandle } from './handle';
import { streamRun } from './run-stream';
import { createServe } from './serve';

let app: App;

beforeAll(async () => {
  app = await openTestApp(await createTestDatabase());
});

afterAll(() => app.close());

const handle = createHandle(() => Promise.resolve(app));
const serve = createServe(() => Promise.resolve(app));
const log = (id: string) => ({ id, action: 'log', params: { message: id } });

function request(path: string, headers: Record<string, string> = {}, signal?: AbortSignal): Request {
  return new Request(`http://localhost:3000${path}`, {
    headers: { host: 'localhost:3000', ...headers },
    ...(signal ? { signal } : {}),
  });
}

function events(id: string, headers: Record<string, string> = {}, query = '', signal?: AbortSignal) {
  const path = `/api/v1/runs/${id}/events${query}`;
  return serve(runEventEndpoints.events, streamRun)(request(path, headers, signal));
}

const idsIn = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]));

describe('the event stream', () => {
  it('sends every event of a run that has ended, then the end', async () => {
    const run = await startSteps(app, [log('a'), log('b')]);
    const { lastSeq } = await untilEnded(app, run.id);
    const response = await events(run.id);
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
    const text = await response.text();
    expect(idsIn(text)).toEqual(Array.from({ length: lastSeq }, (_, n) => n + 1));
    expect(text.endsWith('event: end\ndata: {}\n\n')).toBe(true);
    const sent = [...text.matchAll(/^data: (\{"seq".*)$/gm)].map((match) => JSON.parse(match[1] ?? ''));
    expect(sent).toEqual(await app.runs.events({ id: run.id }));
  });

  it('follows a run until it ends', async () => {
    const run = await startSteps(app, [{ id: 'rest', action: 'wait', params: { duration: 1 } }, log('b')]);
    const text = await (await events(run.id)).text();
    expect(text).toContain('"type":"run_completed"');
    expect(text.endsWith('event: end\ndata: {}\n\n')).toBe(true);
  });

  it('resumes after the last received event', async () => {
    const run = await startSteps(app, [log('a')]);
    const { lastSeq } = await untilEnded(app, run.id);
    const rest = Array.from({ length: lastSeq - 2 }, (_, n) => n + 3);
    expect(idsIn(await (await events(run.id, { 'last-event-id': '2' })).text())).toEqual(rest);
    expect(idsIn(await (await events(run.id, {}, '?after=2')).text())).toEqual(rest);
    const none = await (await events(run.id, { 'last-event-id': String(lastSeq) })).text();
    expect(idsIn(none)).toEqual([]);
    expect(none).toContain('event: end');
  });

  it.each(['1e3', '0x10', ' 2', '+2', '-1', '2.0', '', '99999999999', '2_0'])(
    'refuses to resume after %j, which is not a sequence number',
    async (text) => {
      const run = await startSteps(app, [log('a')]);
      for (const response of [
        // Headers cannot carry a space at their ends.
        await events(run.id, { 'last-event-id': text.replace(' ', '#') }),
        await events(run.id, {}, `?after=${encodeURIComponent(text)}`),
      ]) {
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({
          code: 'invalid',
          message: expect.stringContaining('is not the sequence number of an event'),
        });
      }
    },
  );

  it('stops without an end event when the browser disconnects', async () => {
    const run = await startSteps(app, [{ id: 'rest', action: 'wait', params: { duration: 3600 } }]);
    await untilRun(app, run.id, ({ status }) => status === 'waiting');
    const leave = new AbortController();
    const response = await events(run.id, {}, '', leave.signal);
    const text = response.text();
    leave.abort();
    expect(await text).not.toContain('event: end');
    await app.runs.cancel({ id: run.id });
  });

  it('returns 404 for a missing run and 400 for an invalid sequence number', async () => {
    expect((await events('run_none')).status).toBe(404);
    expect((await events('run_none', {}, '?after=x')).status).toBe(400);
  });
});

describe('routes', () => {
  it('exports the canonical text byte for byte, under the name of the pipeline', async () => {
    const { id } = await app.pipelines.create({
      text: JSON.stringify({ name: 'Größe/1', steps: [log('a')] }),
    });
    const response = await serve(
      pipelineEndpoints.export,
      exportPipeline,
    )(request(`/api/v1/pipelines/${id}/export`));
    expect(await response.text()).toBe((await app.pipelines.get({ id })).text);
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Gr__e 1.json"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%201.json`,
    );
  });

  it('shows a payload only through a run that has it', async () => {
    const big = { id: 'a', action: 'log', params: { message: 'y'.repeat(30_000) } };
    const [run, other] = [await startSteps(app, [big]), await startSteps(app, [log('a')])];
    await Promise.all([untilEnded(app, run.id), untilEnded(app, other.id)]);
    const hash =
      /"ref":"([0-9a-f]{64})"/.exec(JSON.stringify(await app.runs.events({ id: run.id })))?.[1] ?? '';
    const route = serve(runEndpoints.payload, sendPayload);
    const get = (id: string) => route(request(`/api/v1/runs/${id}/payloads/${hash}?download=1`));
    const found = await get(run.id);
    expect(await found.json()).toMatchObject({ message: 'y'.repeat(30_000) });
    expect(found.headers.get('content-disposition')).toMatch(/^attachment/);
    expect((await get(other.id)).status).toBe(404);
  });

  it('refuses a foreign host', async () => {
    const route = handle(() => ({}));
    const response = await route(request('/', { host: 'evil.example' }));
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'forbidden' });
  });

  it('refuses a change from another site', async () => {
    const post = new Request('http://localhost:3000/', {
      method: 'POST',
      headers: { host: 'localhost:3000', origin: 'http://evil.example' },
    });
    expect((await handle(() => ({}))(post)).status).toBe(403);
  });
});
