import { rm } from 'node:fs/promises';
import type { Sql } from 'postgres';
import { compose } from '@/lib/server/compose';
import { openDatabase } from '@/lib/server/open-database';
import { listHistory } from '@/lib/server/services/runs/history';
import { figuresOfHistory } from '@/lib/server/services/runs/history-figures';
import { benchConfig } from './open';
import { sequence } from './pipelines';
import { measure, ms, printTable, quantile, type Row } from './table';

const RUNS = 100_000;
const STEPS = 12;
const TIMES = 15;

/** A value for each search: found in half of the runs, in one of a hundred, or in one of ten thousand. */
const SEARCHES = [
  'status:failed',
  'status:completed',
  'param.region:eu',
  'param.tenant:t42',
  'output.s3.code:7',
  'error:"timed out"',
  'error:"timed nothing"',
  'error:replica',
  'needle42',
  'trigger:webhook',
  'version:1',
  'step:s3',
  'after:2020-01-01 before:2020-01-02',
  'duration:>30s',
  'number:77',
  'param.region:eu status:failed error:timed',
];

/** Stores ended runs as copies of a real one, one a minute, with digests as the server makes them. */
async function fill(sql: Sql, runId: string): Promise<void> {
  await sql`
    insert into runs (id, number, pipeline_id, version, status, params, trigger, created_at, started_at, finished_at,
      last_seq, error, failed_step)
    select 'run_old_' || lpad(n::text, 8, '0'), -n, pipeline_id, version,
      case when n % 10 = 0 then 'failed' else 'completed' end, params,
      case when n % 100 = 0 then 'webhook' else 'manual' end,
      created_at - n * interval '1 minute', started_at - n * interval '1 minute',
      started_at - n * interval '1 minute' + (n % 40) * interval '1 second', last_seq,
      case when n % 10 = 0 then '{"kind":"timeout","message":"request timed out"}'::json end,
      case when n % 10 = 0 then 's3' end
    from runs, generate_series(1, ${RUNS}) as n where id = ${runId}`;
  await sql`
    insert into run_digests (run_id, created_at, steps, errors, terms)
    select r.id, r.created_at, d.steps,
      case when n % 1000 = 0 then 'replica ' || n || ' is gone' when n % 10 = 0 then 'request timed out' else '' end,
      array_to_tsvector(array_remove(array[
        'p:region=' || case when n % 2 = 0 then 'eu' else 'us' end, 'p:tenant=t' || n % 100, 'o:s3.code=' || n % 10000,
        'w:needle' || n, 'w:common', 'o:s1.message=hello', 'o:s2.message=hello',
        case when n % 10 = 0 then 'e:timed' end, case when n % 10 = 0 then 'e:out' end,
        case when n % 1000 = 0 then 'e:replica' end
      ], null))
    from generate_series(1, ${RUNS}) as n join runs r on r.id = 'run_old_' || lpad(n::text, 8, '0'),
      (select steps from run_digests where run_id = ${runId}) as d`;
  await sql`vacuum analyze runs, run_digests`;
}

/** The history of a pipeline and search over runs, among 100,000 runs. */
export async function benchHistory(): Promise<void> {
  const { config, folder } = await benchConfig();
  const database = await openDatabase(config);
  const { sql } = database;
  const app = await compose(config, database);
  try {
    const { id: pipelineId } = await app.pipelines.create({ text: JSON.stringify(sequence(STEPS)) });
    const { id } = await app.runs.start({ pipelineId });
    // The digest follows the end of the run.
    while ((await sql`select from run_digests where run_id = ${id}`).length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await fill(sql, id);
    const rows: Row[] = [];
    const add = async (what: string, goal: string, work: () => Promise<unknown>) => {
      const samples = await measure(TIMES, work);
      rows.push({ what: `${what}, p50`, value: ms(quantile(samples, 0.5)), goal });
      rows.push({ what: '  p95', value: ms(quantile(samples, 0.95)), goal });
    };
    const page = { id: pipelineId, limit: 100 };
    await add('history, first page of 100', '<= 150 ms', () => listHistory(app.context, page));
    const deep = { ...page, before: 'run_old_00090000' };
    await add('history, a page after 90,000 runs', '<= 150 ms', () => listHistory(app.context, deep));
    const newest = { id: pipelineId, runs: 1000 };
    await add('figures of 1,000 runs', '<= 300 ms', () => figuresOfHistory(app.context, newest));
    for (const search of SEARCHES) {
      await add(`search ${search}`, '<= 300 ms', () => app.runs.list({ search, limit: 50 }));
    }
    printTable(`History among ${RUNS.toLocaleString('en')} runs`, rows);
  } finally {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  }
}
