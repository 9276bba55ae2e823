import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import type { App } from '../compose';
import { openTestApp } from '../testing/app';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { streamDraft } from './draft-stream';
import { createServe } from './serve';

let database: TestDatabase;
/** Two servers over one database. */
let app: App;
let other: App;

beforeAll(async () => {
  database = await createTestDatabase();
  const config = { databaseUrl: 'postgres://elsewhere' };
  app = await openTestApp(database, { config });
  const shared = { sql: database.sql, close: async () => {} };
  other = await openTestApp(shared, { config: { ...config, runsWorker: false } });
});

afterAll(async () => {
  await other.close();
  await app.close();
});

const draft = (message: string) =>
  JSON.stringify({ name: 'Followed', steps: [{ id: 'a', action: 'log', params: { message } }] });

/** The messages of the stream of a draft, one after the other. */
async function follow(id: string, { of = app, leave = new AbortController() } = {}) {
  const serve = createServe(() => Promise.resolve(of));
  const response = await serve(
    pipelineEndpoints.events,
    streamDraft,
  )(
    new Request(`http://localhost:3000/api/v1/pipelines/${id}/events`, {
      headers: { host: 'localhost:3000' },
      signal: leave.signal,
    }),
  );
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<unknown> => {
    const [whole] = /^(?::[^\n]*\n\n)*(?:(?:id|event): [^\n]*\n)data: ([^\n]*)\n\n/.exec(text) ?? [];
    if (whole !== undefined) {
      text = text.slice(whole.length);
      return JSON.parse(/^data: (.*)$/m.exec(whole)?.[1] ?? '');
    }
    const { done, value = '' } = (await reader?.read()) ?? { done: true };
    if (done) return undefined;
    text += value;
    return next();
  };
  return { response, next, leave: () => leave.abort() };
}

describe('the stream of a draft', () => {
  it('sends the state when it is opened, then each save, also of another server', async () => {
    const { id } = await app.pipelines.create({ text: draft('one') });
    const near = await follow(id);
    const far = await follow(id, { of: other });
    expect(near.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    for (const stream of [near, far]) {
      expect(await stream.next()).toEqual({ revision: 1, version: 1, edited: false });
    }
    await app.pipelines.saveDraft({ id, text: draft('two'), baseRevision: 1, keepReplaced: false });
    for (const stream of [near, far]) {
      expect(await stream.next()).toEqual({ revision: 2, version: 1, edited: true });
    }
    await other.pipelines.saveVersion({ id, revision: 2 });
    for (const stream of [near, far]) {
      expect(await stream.next()).toEqual({ revision: 2, version: 2, edited: false });
      stream.leave();
    }
  });

  it('ends when the reader disconnects, and is counted no more', async () => {
    const { id } = await app.pipelines.create({ text: draft('one') });
    const before = app.context.draftFeed.watchers;
    const stream = await follow(id);
    expect(app.context.draftFeed.watchers).toBe(before + 1);
    stream.leave();
    await stream.next();
    expect(await stream.next()).toBeUndefined();
    expect(app.context.draftFeed.watchers).toBe(before);
  });

  it('ends with a message when the pipeline is deleted', async () => {
    const { id } = await app.pipelines.create({ text: draft('one') });
    const stream = await follow(id);
    await stream.next();
    await app.pipelines.remove({ id });
    await app.context.draftFeed.check();
    expect(await stream.next()).toEqual({});
    expect(await stream.next()).toBeUndefined();
  });

  it('of a missing pipeline is refused', async () => {
    const { response } = await follow('pipe_none');
    expect(response.status).toBe(404);
  });

  it('lists the tabs in which the pipeline is open, also those of another server, until they leave', async () => {
    const { id } = await app.pipelines.create({ text: draft('shared') });
    const tab = 'a'.repeat(32);
    const far = await follow(id, { of: other });
    await far.next();
    await app.pipelines.present({ id, tab, step: null });
    expect(await far.next()).toEqual({ tabs: [{ tab, step: null }] });
    await app.pipelines.present({ id, tab, step: 'a' });
    expect(await far.next()).toEqual({ tabs: [{ tab, step: 'a' }] });
    expect(await other.pipelines.present({ id, tab: 'b'.repeat(32), step: null })).toEqual({
      tabs: [{ tab, step: 'a' }],
    });
    expect(await far.next()).toMatchObject({ tabs: [{ tab }, { tab: 'b'.repeat(32) }] });
    await app.pipelines.present({ id, tab, step: 'a', left: true });
    expect(await far.next()).toEqual({ tabs: [{ tab: 'b'.repeat(32), step: null }] });
    far.leave();
    await expect(app.pipelines.present({ id: 'pipe_none', tab, step: null })).rejects.toThrow('pipe_none');
  });
});
