import type { Sql, TransactionSql } from 'postgres';
import type { JsonObject } from '@/engine';
import type { VersionChanges, VersionDetail, VersionOrigin, VersionSummary } from '@/lib/contracts/pipelines';
import { auditOf, detailsOf } from './audit';
import { isoOf } from './instants';
import { type MarkRow, toMark } from './marks';

/** Runs of each version in a list. */
const SHOWN_RUNS = 5;

/** A version to be stored. */
export interface VersionText {
  /** Canonical text without the layout. */
  readonly document: string;
  /** Of `document`. */
  readonly hash: string;
  /** JSON text; null without a layout. */
  readonly layout: string | null;
  readonly contentHash: string;
  readonly origin: VersionOrigin;
  readonly name: string | null;
  /** Null for the first version. */
  readonly changes: VersionChanges | null;
  readonly stepCount: number;
  readonly problemCount: number;
  /** Name of the pipeline in this version and in the previous one. */
  readonly pipelineName: string;
  readonly pipelineNameBefore: string | null;
}

/** Columns for comparing versions. */
export interface StoredText {
  readonly document: string;
  /** Null also when the document still contains its layout. */
  readonly layout: string | null;
  /** Null when an earlier release wrote the row. */
  readonly contentHash: string | null;
}

/** Inserts a version under its number. */
export async function insertVersion(
  tx: TransactionSql,
  pipelineId: string,
  version: VersionText & { readonly number: number },
): Promise<void> {
  const { number, document, hash, layout, contentHash, origin, name, changes } = version;
  await tx`
    insert into pipeline_versions
      (pipeline_id, version, document, hash, layout, content_hash, origin, name, changes, step_count, problem_count)
    values (${pipelineId}, ${number}, ${document}, ${hash}, ${layout}, ${contentHash}, ${origin}, ${name},
      ${changes && JSON.stringify(changes)}::text::json, ${version.stepCount}, ${version.problemCount})`;
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
  await auditOf(
    tx,
    { action, subject: 'pipeline' },
    tx`select ${pipelineId}::text, ${pipelineName}::text, ${detailsOf(tx, details)}`,
  );
}

/** A version in a list, without its runs. */
type VersionRow = Omit<VersionSummary, 'savedAt' | 'recentRuns' | 'runCount'> & {
  readonly savedAt: Date | string;
  readonly runCount: number;
  readonly marks: MarkRow[];
};

/** Versions below a number, newest first, each with its newest runs. */
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
  const [row] = await sql<
    (StoredText & Omit<VersionDetail, 'text' | 'savedAt'> & { savedAt: Date | string })[]
  >`
    select v.version, v.origin, v.name, v.created_at as "savedAt", v.document, v.layout,
      v.content_hash as "contentHash", (
        select max(o.version) from pipeline_versions o where o.pipeline_id = v.pipeline_id and o.version < v.version
      ) as previous
    from pipeline_versions v where v.pipeline_id = ${id} and v.version = ${version}`;
  if (!row) return undefined;
  const { origin, name, previous } = row;
  return { version, origin, name, previous, savedAt: isoOf(row.savedAt), text: withLayout(row) };
}

/** The texts of one version. */
export async function findVersionText(
  sql: Sql,
  pipelineId: string,
  version: number,
): Promise<StoredText | undefined> {
  const [row] = await sql<StoredText[]>`
    select document, layout, content_hash as "contentHash" from pipeline_versions
    where pipeline_id = ${pipelineId} and version = ${version}`;
  return row;
}

/** Replaces the layout of a version, unless an earlier release wrote the version. */
export async function setLayout(
  sql: Sql,
  { id, version, layout }: { id: string; version: number; layout: string | null },
): Promise<void> {
  await sql`
    update pipeline_versions set layout = ${layout}
    where pipeline_id = ${id} and version = ${version} and content_hash is not null
      and layout is distinct from ${layout}`;
}

/** Gives a version a name. */
export async function nameVersion(
  sql: Sql,
  { id, version, name }: { id: string; version: number; name: string },
): Promise<void> {
  await sql`
    update pipeline_versions set name = ${name} where pipeline_id = ${id} and version = ${version}`;
}

/** The end of the canonical text of every non-empty document. */
const END = '\n}\n';

/** The canonical text of a version with its layout, as its last key. */
export function withLayout({ document, layout }: Pick<StoredText, 'document' | 'layout'>): string {
  if (layout === null || !document.endsWith(END)) return document;
  const indented = JSON.stringify(JSON.parse(layout), null, 2).replaceAll('\n', '\n  ');
  return `${document.slice(0, -END.length)},\n  "layout": ${indented}${END}`;
}
