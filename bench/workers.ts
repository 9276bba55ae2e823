import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { type App, openApp } from '@/lib/server';
import { readConfig } from '@/lib/server/config';
import { claimRuns } from '@/lib/server/store/claims';
import { startSecondPostgres } from '@/lib/server/testing/second-postgres';
import { sequence } from './pipelines';
import { ms, perSecond, printTable, quantile, type Row } from './table';

const STEPS = 40;
const RUNS = Number(process.env.BENCH_RUNS ?? 2000);
const IDLE_MS = 10_000;

function startWorker(url: string): ChildProcess {
  return spawn(process.execPath, ['scripts/worker.mjs'], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function untilShown(sql: Sql, count: number): Promise<void> {
  for (;;) {
    const [row] = await sql<{ count: number }[]>`select count(*)::int as count from workers`;
    if (row?.count === count) return;
    await delay(100);
  }
}

/** Measures how long this many worker processes take for a queue of runs. */
async function rowsOf(app: App, sql: Sql, url: string, workers: number): Promise<Row[]> {
  const { id } = await app.pipelines.create({ text: JSON.stringify(sequence(STEPS)) });
  for (let n = 0; n < RUNS; n += 20) {
    await Promise.all(Array.from({ length: 20 }, () => app.runs.start({ pipelineId: id })));
  }
  const children = Array.from({ length: workers }, () => startWorker(url));
  const [ended] = await Promise.all([untilEnded(sql, id), untilShown(sql, workers)]);
  const [doubled] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select from run_events e join runs r on r.id = e.run_id
      where r.pipeline_id = ${id} and e.type = 'step_started' group by e.run_id, e.step having count(*) > 1
    ) as d`;
  const rows = [
    { what: `${RUNS} runs x ${STEPS} steps, workers: ${workers}`, value: perSecond(RUNS * STEPS, ended) },
    { what: '  executed twice', value: String(doubled?.count), goal: '0' },
  ];
  if (workers === 1) rows.push(...(await idleRows(sql)));
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')));
  return rows;
}

/** Time from the first step to the last, in ms, by the journal. */
async function untilEnded(sql: Sql, pipelineId: string): Promise<number> {
  for (;;) {
    const [row] = await sql<{ open: boolean; elapsed: number }[]>`
      select bool_or(finished_at is null) as open,
        extract(epoch from max(finished_at) - min(started_at))::float8 * 1000 as elapsed
      from runs where pipeline_id = ${pipelineId}`;
    if (row && !row.open) return row.elapsed;
    await delay(200);
  }
}

async function idleRows(sql: Sql): Promise<Row[]> {
  await delay(IDLE_MS);
  const rows = await sql<{ load: { cpuPercent: number; rssBytes: number } }[]>`select load from workers`;
  return rows.flatMap(({ load }) => [
    { what: '  idle worker, CPU', value: `${load.cpuPercent} %`, goal: '< 1 %' },
    { what: '  worker, memory', value: `${Math.round(load.rssBytes / 1024 ** 2)} MB`, goal: '<= 200 MB' },
  ]);
}

/** Claims with many waiting and more ended runs. */
async function claimRow(sql: Sql, pipelineId: string): Promise<Row> {
  const fill = (prefix: string, count: number, status: string) => sql`
    insert into runs (id, number, pipeline_id, version, status, params, trigger, created_at, finished_at, last_seq, wake_at)
    select ${prefix} || n, 1000000 + n + ${prefix === 'f' ? 1_000_000 : 0}, ${pipelineId}, 1, ${status}, '{}', 'manual', now(),
      case when ${status} = 'completed' then now() end, 1, now() - interval '1 minute'
    from generate_series(1, ${count}::int) n`;
  await fill('f', 100_000, 'completed');
  await fill('p', 10_000, 'pending');
  await sql`analyze runs`;
  const samples: number[] = [];
  let turn = '';
  for (let n = 0; n < 300; n += 1) {
    const from = performance.now();
    const options = { owner: `bench ${n}`, leaseMs: 600_000, limit: 16, leased: [], isolatedSlots: 1, turn };
    turn = (await claimRuns(sql, options)).turn;
    samples.push(performance.now() - from);
  }
  const value = `${ms(quantile(samples, 0.5))}, p99 ${ms(quantile(samples, 0.99))}`;
  return { what: 'claim of 16, 10,000 waiting, 100,000 ended, p50', value, goal: 'p99 <= 20 ms' };
}

/** Several worker processes on one PostgreSQL. */
export async function benchWorkers(): Promise<void> {
  const server = await startSecondPostgres();
  const url = server.url();
  const config = { DATABASE_URL: url, PIPEWRIGHT_WORKER: 'off', RUNS_QUEUE_LIMIT: '1000000' };
  const app = await openApp(readConfig(config, process.cwd()));
  const sql = postgres(url, { max: 4, onnotice: () => undefined });
  try {
    const rows: Row[] = [];
    for (const workers of [1, 2, 4]) rows.push(...(await rowsOf(app, sql, url, workers)));
    const { id } = await app.pipelines.create({ text: JSON.stringify(sequence(1)) });
    rows.push(await claimRow(sql, id));
    rows.push({
      what: 'this process, memory',
      value: `${Math.round(process.memoryUsage.rss() / 1024 ** 2)} MB`,
    });
    printTable('Workers as processes of their own', rows);
  } finally {
    await sql.end({ timeout: 5 });
    await app.close();
    await server.stop();
  }
}
