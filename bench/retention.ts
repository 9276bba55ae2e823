import { rm } from 'node:fs/promises';
import type { Sql } from 'postgres';
import type { App } from '@/lib/server/compose';
import { compose } from '@/lib/server/compose';
import { openDatabase } from '@/lib/server/open-database';
import { sweepRuns } from '@/lib/server/retention/sweep-runs';
import { benchConfig } from './open';
import { sequence } from './pipelines';
import { ms, printTable, quantile, type Row } from './table';

const RUNS = 100_000;
const EVENTS = 6;

/** Inserts runs that ended a year ago, with their events, as copies of a real run. */
async function fill(sql: Sql, runId: string): Promise<void> {
  await sql`
    insert into runs (id, number, pipeline_id, version, status, params, trigger, created_at, started_at, finished_at,
      last_seq)
    select 'run_old_' || lpad(n::text, 8, '0'), -n, pipeline_id, version, status, params, trigger,
      created_at - interval '1 year' + n * interval '1 second', started_at - interval '1 year',
      finished_at - interval '1 year' + n * interval '1 second', ${EVENTS}
    from runs, generate_series(1, ${RUNS}) as n where id = ${runId}`;
  await sql`
    insert into run_events (run_id, seq, at, type, step, attempt, body)
    select 'run_old_' || lpad(n::text, 8, '0'), seq, at, type, step, attempt, body
    from run_events, generate_series(1, ${RUNS}) as n where run_id = ${runId} and seq <= ${EVENTS}`;
  await sql`analyze runs, run_events`;
}

/** Starts runs of one step sequentially until `isOver`; returns how long each waited for its claim, in ms. */
async function claims(app: App, sql: Sql, pipelineId: string, isOver: () => boolean): Promise<number[]> {
  const ids: string[] = [];
  while (!isOver()) {
    const { id } = await app.runs.start({ pipelineId });
    ids.push(id);
    const stop = new AbortController();
    const watch = await app.runs.watch({ id, after: 1, signal: stop.signal });
    for await (const batch of watch) if (batch.at(-1)?.type === 'run_completed') break;
    stop.abort();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const rows = await sql<{ wait: number }[]>`
    select (extract(epoch from started_at - created_at) * 1000)::float as wait from runs
    where id = any(${ids}::text[])`;
  return rows.map(({ wait }) => wait);
}

function rowsOf(what: string, waits: readonly number[], goal?: string): Row[] {
  return [
    { what: `${what} (${waits.length} runs), start to claim p50`, value: ms(quantile(waits, 0.5)) },
    { what: '  p99', value: ms(quantile(waits, 0.99)), ...(goal ? { goal } : {}) },
  ];
}

/** Removes 100,000 old runs in the background while other runs start. */
export async function benchRetention(): Promise<void> {
  const { config, folder } = await benchConfig();
  const database = await openDatabase(config);
  const { sql } = database;
  const app = await compose(config, database);
  try {
    const { id: pipelineId } = await app.pipelines.create({ text: JSON.stringify(sequence(1)) });
    const { id } = await app.runs.start({ pipelineId });
    while ((await app.runs.get({ id })).finishedAt === null) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await fill(sql, id);
    const until = performance.now() + 5000;
    const quiet = await claims(app, sql, pipelineId, () => performance.now() > until);
    const list = performance.now();
    await app.runs.list({ limit: 50 });
    const listMs = performance.now() - list;
    let over = false;
    const began = performance.now();
    const sweeping = sweepRuns(
      { sql, keep: { days: 90, count: 10_000 }, keepVersions: 50 },
      new AbortController().signal,
    ).finally(() => {
      over = true;
    });
    const busy = await claims(app, sql, pipelineId, () => over);
    const { runs } = await sweeping;
    const tookMs = performance.now() - began;
    printTable('Retention', [
      { what: `the list of runs among ${RUNS.toLocaleString('en')}`, value: ms(listMs) },
      ...rowsOf('nothing removed', quiet),
      { what: `removing ${runs.toLocaleString('en')} runs with their events`, value: ms(tookMs) },
      { what: '  rate', value: `${Math.round((runs / tookMs) * 1000).toLocaleString('en')} runs/s` },
      ...rowsOf('  meanwhile', busy, '<= 20 ms'),
    ]);
  } finally {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  }
}
