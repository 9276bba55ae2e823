import { and, eq, isNotNull, lt, max, sql as text } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Sql, TransactionSql } from 'postgres';
import { pipelineVersions } from '@/drizzle/schema';
import type { JsonObject } from '@/engine';
import type { VersionDetail, VersionSummary } from '@/lib/contracts/pipelines';
import { type RowOf, rowsOf } from '../db/rows';
import { addEntries } from './audit';
import { isoOf } from './instants';
import { type MarkRow, toMark } from './marks';

/** Runs of each version in a list. */
const SHOWN_RUNS = 5;

/** A version to be stored. `document` is without the layout; `changes` is null for the first version. */
export interface VersionText
  extends Pick<
    RowOf<typeof pipelineVersions>,
    'document' | 'hash' | 'layout' | 'origin' | 'name' | 'changes' | 'stepCount' | 'problemCount'
  > {
  readonly contentHash: string;
  /** Name of the pipeline in this version and in the previous one. */
  readonly pipelineName: string;
  readonly pipelineNameBefore: string | null;
}

/** Columns for comparing versions. `layout` is null also when the document still contains it. */
export type StoredText = Pick<RowOf<typeof pipelineVersions>, 'document' | 'layout' | 'contentHash'>;

const storedText = {
  document: pipelineVersions.document,
  layout: pipelineVersions.layout,
  contentHash: pipelineVersions.contentHash,
};

const older = alias(pipelineVersions, 'older');

const isVersion = (pipelineId: string, version: number) =>
  and(eq(pipelineVersions.pipelineId, pipelineId), eq(pipelineVersions.version, version));

/** Inserts a version under its number. */
export async function insertVersion(
  tx: TransactionSql,
  pipelineId: string,
  version: VersionText & { readonly number: number },
): Promise<void> {
  const { number, pipelineName: _, pipelineNameBefore: __, ...columns } = version;
  await rowsOf(tx)
    .insert(pipelineVersions)
    .values({ ...columns, pipelineId, version: number });
}

/** Writes the audit entry of a version other than the first. */
export async function auditVersion(
  tx: TransactionSql,
  pipelineId: string,
  { number, origin, pipelineName, pipelineNameBefore }: VersionText & { readonly number: number },
): Promise<void> {
  const isRenamed = pipelineNameBefore !== null && pipelineName !== pipelineNameBefore;
  const action = isRenamed ? 'pipeline.renamed' : 'pipeline.changed';
  const details: JsonObject = { version: number, origin, ...(isRenamed && { from: pipelineNameBefore }) };
  await addEntries(tx, { action, subject: 'pipeline' }, [{ id: pipelineId, name: pipelineName, details }]);
}

/** A version in a list, without its runs. */
type VersionRow = Omit<VersionSummary, 'savedAt' | 'recentRuns' | 'runCount'> & {
  readonly savedAt: Date | string;
  readonly runCount: number;
  readonly marks: MarkRow[];
};

/**
 * Versions below a number, newest first, each with its newest runs. Hand-written SQL: one query ranks and counts the runs.
 */
export async function listVersionRows(
  sql: Sql,
  { id, before, limit }: { id: string; before: number | undefined; limit: number },
): Promise<VersionSummary[]> {
  const rows = await sql<VersionRow[]>`
    with page as (
      select * from pipeline_versions
      where pipeline_id = ${id} ${before === undefined ? sql`` : sql`and version < ${before}`}
      order by version desc limit ${limit}
    ),
    ranked as (
      select r.*, row_number() over (partition by r.version order by r.number desc) as place
      from runs r where r.pipeline_id = ${id} and r.chunk_of is null and r.version in (select version from page)
    ),
    used as (
      select version, max(place)::int as count, json_agg(json_build_object(
        'id', id, 'number', number, 'status', status, 'hold', hold,
        'createdAt', created_at, 'startedAt', started_at, 'finishedAt', finished_at
      ) order by number desc) filter (where place <= ${SHOWN_RUNS}) as marks
      from ranked group by version
    )
    select p.version, p.origin, p.name, p.created_at as "savedAt", p.step_count as "stepCount",
      p.problem_count as "problemCount", p.changes, coalesce(u.count, 0) as "runCount",
      coalesce(u.marks, '[]'::json) as marks
    from page p left join used u on u.version = p.version
    order by p.version desc`;
  return rows.map(({ marks, savedAt, ...row }) => ({
    ...row,
    savedAt: isoOf(savedAt),
    recentRuns: marks.map(toMark),
  }));
}

/** A version with its text and layout. */
export async function findVersionDetail(
  sql: Sql,
  id: string,
  version: number,
): Promise<VersionDetail | undefined> {
  const db = rowsOf(sql);
  const previousVersion = db
    .select({ version: max(older.version) })
    .from(older)
    .where(
      and(eq(older.pipelineId, pipelineVersions.pipelineId), lt(older.version, pipelineVersions.version)),
    );
  const [row] = await db
    .select({
      ...storedText,
      origin: pipelineVersions.origin,
      name: pipelineVersions.name,
      savedAt: pipelineVersions.createdAt,
      previous: text<number | null>`${previousVersion}`,
    })
    .from(pipelineVersions)
    .where(isVersion(id, version));
  if (!row) return undefined;
  const { origin, name, previous, savedAt } = row;
  return { version, origin, name, previous, savedAt, text: withLayout(row) };
}

/** The texts of one version. */
export async function findVersionText(
  sql: Sql,
  pipelineId: string,
  version: number,
): Promise<StoredText | undefined> {
  const [row] = await rowsOf(sql)
    .select(storedText)
    .from(pipelineVersions)
    .where(isVersion(pipelineId, version));
  return row;
}

/** Replaces the layout of a version, unless an earlier release wrote the version. */
export async function setLayout(
  tx: TransactionSql,
  { id, version, layout }: { id: string; version: number; layout: string | null },
): Promise<void> {
  const isOther = text`${pipelineVersions.layout} is distinct from ${layout}`;
  await rowsOf(tx)
    .update(pipelineVersions)
    .set({ layout })
    .where(and(isVersion(id, version), isNotNull(pipelineVersions.contentHash), isOther));
}

/** Gives a version a name. */
export async function nameVersion(
  sql: Sql,
  { id, version, name }: { id: string; version: number; name: string },
): Promise<void> {
  await rowsOf(sql).update(pipelineVersions).set({ name }).where(isVersion(id, version));
}

/** The end of the canonical text of every non-empty document. */
const END = '\n}\n';

/** The canonical text of a version with its layout, as its last key. */
export function withLayout({ document, layout }: Pick<StoredText, 'document' | 'layout'>): string {
  if (layout === null || !document.endsWith(END)) return document;
  const indented = JSON.stringify(JSON.parse(layout), null, 2).replaceAll('\n', '\n  ');
  return `${document.slice(0, -END.length)},\n  "layout": ${indented}${END}`;
}
