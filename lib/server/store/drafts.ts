import type { Sql, TransactionSql } from 'postgres';
import { isoOf } from './instants';
import { auditVersion, insertVersion, type VersionText } from './versions';

/** A draft ready to be stored. */
export interface DraftText {
  /** Canonical text, including the layout. */
  readonly text: string;
  /** Of `text`. */
  readonly hash: string;
  /** Covers the text and its notes without positions. */
  readonly contentHash: string;
  readonly name: string;
  readonly description: string;
  readonly stepCount: number;
  readonly problemCount: number;
}

/** A draft as it is stored, without its text, beside the newest version. */
export interface DraftHead {
  readonly name: string;
  readonly description: string;
  readonly version: number;
  readonly edited: boolean;
  readonly revision: number;
  readonly hash: string;
  readonly contentHash: string | null;
  readonly stepCount: number;
  readonly problemCount: number;
  /** Of the newest version; null when an earlier release wrote it. */
  readonly versionContentHash: string | null;
  /** Size of the row in the database. */
  readonly storedBytes: number;
}

/** An atomic write of a pipeline. */
export interface PipelineWrite {
  readonly id: string;
  /** The state that the write was prepared from. */
  readonly from: Pick<DraftHead, 'name' | 'description' | 'revision' | 'version' | 'edited'>;
  /** The new draft. */
  readonly draft?: DraftText | undefined;
  /** New versions, in order. */
  readonly versions: readonly VersionText[];
  /** Whether the draft differs from the newest version after the write. */
  readonly edited: boolean;
}

/** The pipeline after a write. */
export interface Written {
  readonly revision: number;
  readonly version: number;
  readonly updatedAt: string;
}

/** The draft of a pipeline, without its text; undefined when the pipeline was deleted. */
export async function findDraft(sql: Sql, id: string): Promise<DraftHead | undefined> {
  const [row] = await sql<DraftHead[]>`
    select p.name, p.description, p.version, p.edited, d.revision, d.hash, d.content_hash as "contentHash",
      d.step_count as "stepCount", d.problem_count as "problemCount", v.content_hash as "versionContentHash",
      pg_column_size(d.document) as "storedBytes"
    from pipelines p join pipeline_drafts d on d.pipeline_id = p.id
      join pipeline_versions v on v.pipeline_id = p.id and v.version = p.version
    where p.id = ${id} and p.deleted_at is null`;
  return row;
}

/** The text of a draft; undefined when the pipeline was deleted or the draft was overwritten. */
export async function findDraftText(sql: Sql, id: string, revision: number): Promise<string | undefined> {
  const [row] = await sql<{ text: string }[]>`
    select d.document as text from pipelines p join pipeline_drafts d on d.pipeline_id = p.id
    where p.id = ${id} and p.deleted_at is null and d.revision = ${revision}`;
  return row?.text;
}

/** Writes a draft, versions or both; undefined when the pipeline has changed since the write was prepared. */
export async function writePipeline(sql: Sql, write: PipelineWrite): Promise<Written | undefined> {
  return sql.begin(async (tx) => {
    const held = await lock(tx, write);
    if (!held) return undefined;
    const version = await addVersions(tx, write);
    if (!write.draft) return { ...held, version };
    const [row] = await tx<{ revision: number; updatedAt: Date | string }[]>`
      update pipeline_drafts set revision = revision + 1, document = ${write.draft.text}, hash = ${write.draft.hash},
        content_hash = ${write.draft.contentHash}, step_count = ${write.draft.stepCount},
        problem_count = ${write.draft.problemCount}, updated_at = clock_timestamp()
      where pipeline_id = ${write.id} returning revision, updated_at as "updatedAt"`;
    return row && { revision: row.revision, version, updatedAt: isoOf(row.updatedAt) };
  });
}

/** Locks both rows, if they are unchanged since the write was prepared. */
async function lock(tx: TransactionSql, { id, from }: PipelineWrite) {
  const [row] = await tx<{ revision: number; version: number; updatedAt: Date | string }[]>`
    select d.revision, p.version, d.updated_at as "updatedAt"
    from pipeline_drafts d join pipelines p on p.id = d.pipeline_id
    where d.pipeline_id = ${id} and p.deleted_at is null for no key update`;
  const isSame = row?.revision === from.revision && row.version === from.version;
  return isSame ? { revision: row.revision, updatedAt: isoOf(row.updatedAt) } : undefined;
}

/** Drafts are written often: the pipeline's row is updated only when it changes. */
async function addVersions(tx: TransactionSql, { id, from, draft, versions, edited }: PipelineWrite) {
  for (const [index, version] of versions.entries()) {
    const numbered = { ...version, number: from.version + index + 1 };
    await insertVersion(tx, id, numbered);
    await auditVersion(tx, id, numbered);
  }
  const { name, description } = draft ?? from;
  const isSame = name === from.name && description === from.description && edited === from.edited;
  const newest = from.version + versions.length;
  if (isSame && versions.length === 0) return newest;
  await tx`
    update pipelines set name = ${name}, description = ${description}, version = ${newest}, edited = ${edited},
      updated_at = now()
    where id = ${id}`;
  return newest;
}
