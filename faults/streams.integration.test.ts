import { setMaxListeners } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followRun } from '@/client/events';
import { applyEvent, foldEvents, type RunEvent } from '@/engine';
import type { App } from '@/lib/server/compose';
import {
  continueWait,
  HELD_WAIT,
  openTestApp,
  startSteps,
  untilEnded,
  untilRun,
} from '@/lib/server/testing/app';
import { createTestDatabase, type TestDatabase } from '@/lib/server/testing/database';
import { type RouteServer, serveRoutes } from '@/lib/server/testing/route-server';
import { seeded } from './random';

const SEED = Date.now() % 1_000_000;
const random = seeded(SEED);

/** Runs cut at random places; the whole hundred by hand. */
const CUT_RUNS = Number(process.env.PIPEWRIGHT_CUT_RUNS ?? 12);
const CUTS = 5;

let database: TestDatabase;
let worker: App;
let web: App;
let reads = 0;
let budget: number | undefined;
let cutsLeft = 0;
let server: RouteServer;
const never = new AbortController().signal;
setMaxListeners(0, never);

/** As another process would: its own pools, and one of them has no worker. */
async function openProcess(runsWorker: boolean): Promise<App> {
  const pools = database.openAgain();
  const sql = new Proxy(pools.sql, {
    apply(target, self, args) {
      if (String(args[0]).includes('from run_events')) reads += 1;
      return Reflect.apply(target, self, args);
    },
  });
  const config = { databaseUrl: 'postgres://elsewhere', runsWorker };
  return openTestApp({ sql, close: pools.close }, { config });
}

beforeAll(async () => {
  database = await createTestDatabase();
  worker = await openProcess(true);
  web = await openProcess(false);
  server = await serveRoutes(web, {
    cutAfter: () => {
      if (cutsLeft === 0 || budget === undefined) return undefined;
      cutsLeft -= 1;
      return random.between(0, budget - 1);
    },
  });
});

afterAll(async () => {
  await server.close();
  await web.close();
  await worker.close();
  await database.close();
});

/** Follows a run as a page does, with pauses that end immediately. */
async function follow(id: string, options: { newest?: number } = {}): Promise<RunEvent[]> {
  const seen: RunEvent[] = [];
  const feed = followRun({
    runId: id,
    origin: `http://127.0.0.1:${server.port}`,
    snapshots: true,
    ...options,
    onEvents: (events) => seen.push(...events),
    onContact: () => undefined,
    clock: {
      now: () => Date.now(),
      after(ms, callback) {
        const timer = setTimeout(callback, ms > 20_000 ? ms : 1);
        return () => clearTimeout(timer);
      },
    },
  });
  await feed.done;
  return seen;
}

/** The events of a snapshot with every value in its place. */
async function withValues(runId: string, events: readonly RunEvent[]): Promise<RunEvent[]> {
  const text = JSON.stringify(events);
  let filled = text;
  for (const [reference, ref] of text.matchAll(
    /\{"ref":"(event-\d+-\d+)","bytes":\d+,"summary":"[^"]*"\}/g,
  )) {
    const { body } = await web.runs.payload({ id: runId, hash: ref ?? '' });
    filled = filled.replace(reference, () => `{"value":${body}}`);
  }
  return JSON.parse(filled) as RunEvent[];
}

const items = (count: number) => Array.from({ length: count }, (_, n) => n);
const loop = (count: number) => ({
  id: 'loop',
  action: 'loop',
  params: {
    items: items(count),
    action: 'log',
    action_params: { message: 'item {{item}}' },
    max_iterations: count,
  },
});

describe(`live events in a process without the worker (seed ${SEED})`, () => {
  it('sends every event of an active run, once and in order', async () => {
    const wait = { id: 'rest', action: 'wait', params: { duration: 1 } };
    const run = await startSteps(web, [wait, { ...loop(20), depends_on: ['rest'] }]);
    const seen = await follow(run.id);
    expect(seen).toEqual(await worker.runs.events({ id: run.id }));
    expect(seen.at(-1)?.type).toBe('run_completed');
  });

  it('reads the journal once for a hundred watchers', async () => {
    const run = await startSteps(web, [
      { id: 'rest', ...HELD_WAIT },
      { ...loop(50), depends_on: ['rest'] },
    ]);
    await untilRun(web, run.id, ({ status }) => status === 'waiting');
    const watches = await Promise.all(
      items(100).map(() => web.runs.watch({ id: run.id, after: 0, signal: never })),
    );
    const before = reads;
    await continueWait(web, run.id);
    let batches = 0;
    const counts = await Promise.all(
      watches.map(async (watch) => {
        let count = 0;
        for await (const batch of watch) {
          count += batch.length;
          batches += 1;
        }
        return count;
      }),
    );
    const { lastSeq } = await untilEnded(web, run.id);
    expect(counts).toEqual(items(100).map(() => lastSeq));
    // Each batch was read for all, whatever number of batches the writer made of it; the worker reads a few times too.
    expect(reads - before).toBeLessThan(batches / 50 + 10);
  });

  it('redirects a reader that is far behind to a snapshot', async () => {
    const run = await startSteps(web, [loop(400)]);
    const { lastSeq } = await untilEnded(web, run.id);
    expect(lastSeq).toBeGreaterThan(1000);
    const plain = await fetch(`${server.urlOf(run.id)}/events`);
    expect(await plain.text()).not.toContain('event: resync');
    const behind = await fetch(`${server.urlOf(run.id)}/events?resync=1`);
    expect((await behind.text()).replaceAll(/^:.*\n\n/gm, '')).toBe('event: resync\ndata: {}\n\n');
    const whole = await web.runs.events({ id: run.id });
    expect(await withValues(run.id, await follow(run.id))).toEqual(whole);
    expect(await withValues(run.id, await follow(run.id, { newest: lastSeq }))).toEqual(whole);
  });

  it('results in the same state when the connection is cut repeatedly', async () => {
    const run = await startSteps(web, [
      loop(100),
      { id: 'big', action: 'log', params: { message: 'x'.repeat(3000) } },
    ]);
    const { lastSeq } = await untilEnded(web, run.id);
    const whole = await web.runs.events({ id: run.id });
    const state = foldEvents(whole);
    budget = JSON.stringify(whole).length / 2;
    for (let round = 0; round < CUT_RUNS; round += 1) {
      cutsLeft = CUTS;
      const viaSnapshot = round % 2 === 1;
      const come = await withValues(run.id, await follow(run.id, viaSnapshot ? { newest: lastSeq } : {}));
      expect(come, `round ${round}`).toEqual(whole);
      expect(foldEvents(come)).toEqual(state);
    }
    budget = undefined;
  });
});

describe('a snapshot', () => {
  const snapshot = async (id: string, after = 0): Promise<{ seq: number; events: RunEvent[] }> =>
    (await fetch(`${server.urlOf(id)}/snapshot?after=${after}`)).json();

  it('contains the same as the journal once long values are inserted', async () => {
    const big = { id: 'big', action: 'log', params: { message: 'y'.repeat(3000) } };
    const run = await startSteps(web, [loop(10), big]);
    await untilEnded(web, run.id);
    const whole = await web.runs.events({ id: run.id });
    const { seq, events } = await snapshot(run.id);
    expect(seq).toBe(whole.length);
    const text = JSON.stringify(events);
    expect(text).toContain('"ref":"event-');
    expect(await withValues(run.id, events)).toEqual(whole);
  });

  it('counts the polls of a long wait', async () => {
    const poll = {
      id: 'poll',
      action: 'wait_until',
      // No check of its own is due while the snapshots are compared.
      params: { condition: 'false', poll_interval_seconds: 1800, timeout_seconds: 3600 },
    };
    const run = await startSteps(web, [poll]);
    await untilRun(web, run.id, ({ status }) => status === 'waiting');
    await database.sql`
      insert into run_events (run_id, seq, at, type, step, attempt, body)
      select run_id, seq + n, at, type, step, attempt, body from run_events, generate_series(1, 3000) as n
      where run_id = ${run.id} and type = 'step_waiting' and seq = (select last_seq from runs where id = ${run.id})`;
    await database.sql`update runs set last_seq = last_seq + 3000 where id = ${run.id}`;
    const whole = await web.runs.events({ id: run.id });
    const { events } = await snapshot(run.id);
    expect(events.length).toBeLessThan(whole.length / 100);
    expect(foldEvents(events)).toEqual(foldEvents(whole));
    const state = foldEvents(whole.slice(0, 1500));
    for (const event of (await snapshot(run.id, 1500)).events) applyEvent(state, event);
    expect(state).toEqual(foldEvents(whole));
    await web.runs.cancel({ id: run.id });
  });

  it('returns 404 for a missing run', async () => {
    expect((await fetch(`${server.urlOf('run_none')}/snapshot`)).status).toBe(404);
  });
});

describe('a watcher that does not read on', () => {
  it('receives an error about being too far behind once it reads again', async () => {
    const run = await startSteps(web, [
      { id: 'rest', ...HELD_WAIT },
      { ...loop(400), depends_on: ['rest'] },
    ]);
    await untilRun(web, run.id, ({ status }) => status === 'waiting');
    const watch = await web.runs.watch({ id: run.id, after: 0, signal: never, mostBehind: 1000 });
    expect(await watch.next()).toMatchObject({ done: false });
    await continueWait(web, run.id);
    // Another watcher of the process reads to the end: the row of the run may have it before the process is notified.
    const other = await web.runs.watch({ id: run.id, after: 0, signal: never });
    while (!(await other.next()).done);
    expect(await watch.next()).toEqual({ done: true, value: 'behind' });
  });
});
