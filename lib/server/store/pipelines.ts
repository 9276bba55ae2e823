import type { Sql, TransactionSql } from 'postgres';
import type { JsonObject } from '@/engine/json';
import type { PipelineDetail, PipelineSummary, RunMark } from '@/lib/contracts/pipelines';
import { auditOf, detailsOf } from './audit';
import { isoOf } from './instants';
import { type MarkRow, toMark } from './marks';

/** How many runs a pipeline's strip shows. */
const STRIP_RUNS = 24;

/** A document ready to be stored. */
export interface VersionText {
  /** Canonical text. */
  readonly text: string;
  readonly hash: string;
  readonly name: string;
  readonly description: string;
  readonly stepCount: number;
  readonly problemCount: number;
}

/** The text of one version and what it belongs to. */
export interface StoredVersion {
  readonly name: string;
  readonly version: number;
  readonly text: string;
}

/** What became of a save. */
export type Replacement =
  | { readonly outcome: 'saved' | 'unchanged' | 'conflict'; readonly current: PipelineDetail }
  | { readonly outcome: 'missing' };

/** Inserts a pipeline with its first version. */
export async function insertPipeline(sql: Sql, id: string, text: VersionText): Promise<void> {
  await sql`
    with made as (
      insert into pipelines (id, name, description, version)
      values (${id}, ${text.name}, ${text.description}, 1)
      returning id, name, version
    ),
    audited as (
      ${auditOf(sql, { action: 'pipeline.created', subject: 'pipeline' }, sql`select id, name, '{}'::json from made`)}
    )
    insert into pipeline_versions (pipeline_id, version, document, hash, step_count, problem_count)
    select id, version, ${text.text}, ${text.hash}, ${text.stepCount}::int, ${text.problemCount}::int from made`;
}

/** Adds a version on top of `baseVersion`, unless another one came first or nothing changed. */
export async function replaceText(
  sql: Sql,
  change: { id: string; baseVersion: number; text: VersionText },
): Promise<Replacement> {
  const { id, baseVersion, text } = change;
  return sql.begin(async (tx) => {
    const locked = await tx`select from pipelines where id = ${id} and deleted_at is null for no key update`;
    const current = locked.length === 0 ? undefined : await findPipeline(tx, id);
    if (!current) return { outcome: 'missing' };
    if (current.text === text.text) return { outcome: 'unchanged', current };
    if (current.version !== baseVersion) return { outcome: 'conflict', current };
    const version = baseVersion + 1;
    await tx`
      insert into pipeline_versions (pipeline_id, version, document, hash, step_count, problem_count)
      values (${id}, ${version}, ${text.text}, ${text.hash}, ${text.stepCount}, ${text.problemCount})`;
    const [row] = await tx<{ updatedAt: Date | string }[]>`
      update pipelines
      set name = ${text.name}, description = ${text.description}, version = ${version}, updated_at = now()
      where id = ${id} returning updated_at as "updatedAt"`;
    await auditChange(tx, current, { version, name: text.name });
    const updatedAt = row ? isoOf(row.updatedAt) : current.updatedAt;
    return { outcome: 'saved', current: { id, name: text.name, version, text: text.text, updatedAt } };
  });
}

async function auditChange(
  tx: TransactionSql,
  before: PipelineDetail,
  { version, name }: { version: number; name: string },
): Promise<void> {
  const isRenamed = name !== before.name;
  const action = isRenamed ? 'pipeline.renamed' : 'pipeline.changed';
  const details: JsonObject = isRenamed ? { version, from: before.name } : { version };
  await auditOf(
    tx,
    { action, subject: 'pipeline' },
    tx`select ${before.id}::text, ${name}::text, ${detailsOf(tx, details)}`,
  );
}

/** A pipeline that was not deleted, with its current text. */
export async function findPipeline(
  sql: Sql | TransactionSql,
  id: string,
): Promise<PipelineDetail | undefined> {
  const [row] = await sql<(Omit<PipelineDetail, 'updatedAt'> & { updatedAt: Date | string })[]>`
    select p.id, p.name, p.version, v.document as text, p.updated_at as "updatedAt"
    from pipelines p join pipeline_versions v on v.pipeline_id = p.id and v.version = p.version
    where p.id = ${id} and p.deleted_at is null`;
  return row && { ...row, updatedAt: isoOf(row.updatedAt) };
}

/** The text of one version, or of the current one; also of a pipeline that was deleted, since its runs are kept. */
export async function findVersion(
  sql: Sql,
  pipelineId: string,
  version: number,
): Promise<StoredVersion | undefined> {
  const [row] = await sql<StoredVersion[]>`
    select p.name, v.version, v.document as text
    from pipeline_versions v join pipelines p on p.id = v.pipeline_id
    where v.pipeline_id = ${pipelineId} and v.version = ${version}`;
  return row;
}

/** The current version of a pipeline that was not deleted. */
export async function currentVersion(sql: Sql, id: string): Promise<number | undefined> {
  const [row] = await sql<{ version: number }[]>`
    select version from pipelines where id = ${id} and deleted_at is null`;
  return row?.version;
}

/** How many steps the current version of a pipeline has; undefined when it was deleted. */
export async function currentStepCount(sql: Sql, id: string): Promise<number | undefined> {
  const [row] = await sql<{ steps: number }[]>`
    select v.step_count as steps
    from pipelines p join pipeline_versions v on v.pipeline_id = p.id and v.version = p.version
    where p.id = ${id} and p.deleted_at is null`;
  return row?.steps;
}

/** All pipelines that were not deleted, the last changed first, each with its latest runs. */
export async function listPipelines(sql: Sql): Promise<PipelineSummary[]> {
  type Row = Omit<PipelineSummary, 'updatedAt' | 'recentRuns'> & {
    updatedAt: Date | string;
    marks: MarkRow[];
  };
  const rows = await sql<Row[]>`
    select p.id, p.name, p.description, p.version, p.updated_at as "updatedAt",
      v.step_count as "stepCount", v.problem_count as "problemCount", coalesce(m.marks, '[]'::json) as marks
    from pipelines p
    join pipeline_versions v on v.pipeline_id = p.id and v.version = p.version
    left join lateral (
      select json_agg(json_build_object(
        'id', r.id, 'number', r.number, 'status', r.status, 'hold', r.hold,
        'createdAt', r.created_at, 'startedAt', r.started_at, 'finishedAt', r.finished_at
      ) order by r.number desc) as marks
      from (
        select * from runs where pipeline_id = p.id and chunk_of is null order by number desc limit ${STRIP_RUNS}
      ) r
    ) m on true
    where p.deleted_at is null
    order by p.updated_at desc, p.id desc`;
  return rows.map(({ marks, updatedAt, ...row }) => ({
    ...row,
    updatedAt: isoOf(updatedAt),
    recentRuns: marks.map((mark): RunMark => toMark(mark)),
  }));
}

/** Hides a pipeline and turns off what starts it; its versions and runs are kept. False when there is none to hide. */
export async function hidePipeline(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql`
    with hidden as (
      update pipelines set deleted_at = now() where id = ${id} and deleted_at is null returning id, name
    ),
    audited as (
      ${auditOf(sql, { action: 'pipeline.deleted', subject: 'pipeline' }, sql`select id, name, '{}'::json from hidden`)}
    ),
    turned_off as (
      update triggers t set enabled = false, next_at = null from hidden h where t.pipeline_id = h.id
    )
    select id from hidden`;
  return rows.length > 0;
}
