import type { TransactionSql } from 'postgres';
import { beforeAll, describe, expect, it } from 'vitest';
import { PIPELINE_SORTS, type PipelineSort } from '@/lib/contracts/pipeline-list';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { listPipelines, type PipelineFilter } from './pipeline-list';

const OLD = 6000;
const NEW = 3000;

let database: TestDatabase;

async function fill(tag: string, count: number): Promise<void> {
  await database.sql`
    with made as (
      insert into pipelines (id, name, version, tags)
      select ${tag} || '_' || n, 'Pipeline ' || n, 1, array[${tag}]
      from generate_series(1, ${count}::int) n returning id)
    insert into pipeline_drafts (pipeline_id, revision, document, hash, step_count, problem_count)
    select id, 1, '{}', '', 0, 0 from made`;
}

/** Reads a list. Returns how many rows of pipelines and drafts PostgreSQL read for it. */
async function rowsReadFor(filter: PipelineFilter): Promise<number> {
  return database.sql.begin(async (tx) => {
    const before = await rowsReadBy(tx);
    const { pipelines } = await listPipelines(tx, filter);
    expect(pipelines.length).toBeGreaterThan(0);
    return (await rowsReadBy(tx)) - before;
  });
}

async function rowsReadBy(tx: TransactionSql): Promise<number> {
  const [{ rows } = { rows: Number.NaN }] = await tx<{ rows: number }[]>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
    from pg_stat_xact_user_tables where relname in ('pipelines', 'pipeline_drafts')`;
  return rows;
}

beforeAll(async () => {
  database = await createTestDatabase();
  await fill('old', OLD);
  await fill('rare', 3);
  await database.sql`analyze pipelines, pipeline_drafts`;
  // By the statistics, no pipeline has this tag.
  await fill('new', NEW);
});

/** A key that stands before those of all pipelines with the new tag. */
const FIRST: Readonly<Record<PipelineSort, string>> = {
  changed: 'infinity',
  name: '',
  last_run: 'infinity',
};

describe.each(PIPELINE_SORTS)('the list of pipelines by %s', (sort) => {
  it.each<[string, Partial<PipelineFilter>]>([
    ['all', {}],
    ['a page', { limit: 100 }],
    ['a later page', { limit: 100, after: { pinned: false, key: FIRST[sort], id: 'new_1' } }],
    ['those that never ran', { limit: 100, status: 'never' }],
  ])('reads each pipeline a few times, however old the statistics are: %s', async (_, part) => {
    expect(await rowsReadFor({ sort, tag: 'new', ...part })).toBeLessThan(10 * (OLD + NEW));
  });
});
