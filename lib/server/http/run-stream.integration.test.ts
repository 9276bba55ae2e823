import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { runEventEndpoints } from '@/lib/contracts/endpoints/run-events';
import type { App } from '../compose';
import { continueWait, HELD_WAIT, openTestApp, startSteps, untilEnded } from '../testing/app';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { streamDraft } from './draft-stream';
import { streamRun } from './run-stream';
import { createServe } from './serve';

let database: TestDatabase;
let app: App;
let run = '';

beforeAll(async () => {
  database = await createTestDatabase();
  app = await openTestApp(database);
  ({ id: run } = await startSteps(app, [{ id: 'held', ...HELD_WAIT }]));
});

afterAll(async () => {
  await continueWait(app, run);
  await untilEnded(app, run);
  await app.close();
});

const serve = createServe(() => Promise.resolve(app));
const events = serve(runEventEndpoints.events, streamRun);

const request = (path: string, more: RequestInit = {}) =>
  new Request(`http://localhost:3000/api/v1/${path}`, { headers: { host: 'localhost:3000' }, ...more });

describe('the stream of a run', () => {
  it('is watched until its client leaves', async () => {
    const leave = new AbortController();
    const response = await events(request(`runs/${run}/events`, { signal: leave.signal }));
    expect(response.status).toBe(200);
    expect(app.context.feed.watchers).toBe(1);
    leave.abort();
    await expect.poll(() => app.context.feed.watchers).toBe(0);
  });

  it('is not watched for a client that left before the request was handled', async () => {
    await events(request(`runs/${run}/events`, { signal: AbortSignal.abort() }));
    await expect.poll(() => app.context.feed.watchers).toBe(0);
  });

  it('is not watched for a client that leaves while the run is read', async () => {
    const leave = new AbortController();
    const answer = events(request(`runs/${run}/events`, { signal: leave.signal }));
    await expect.poll(() => app.context.feed.watchers, { interval: 1 }).toBe(1);
    leave.abort();
    await answer;
    await expect.poll(() => app.context.feed.watchers).toBe(0);
  });

  it('is not opened for HEAD, and neither is that of a draft', async () => {
    const response = await events(request(`runs/${run}/events`, { method: 'HEAD' }));
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(response.body).toBeNull();
    await expect.poll(() => app.context.feed.watchers).toBe(0);
    const { id } = await app.pipelines.create({ text: '{"name":"Followed","steps":[]}' });
    const draft = serve(pipelineEndpoints.events, streamDraft);
    const before = app.context.draftFeed.watchers;
    expect((await draft(request(`pipelines/${id}/events`, { method: 'HEAD' }))).body).toBeNull();
    expect(app.context.draftFeed.watchers).toBe(before);
  });
});
