import { and, eq, isNull, sql as text } from 'drizzle-orm';
import type { Sql, TransactionSql } from 'postgres';
import { pipelineDrafts, pipelines, pipelineVersions } from '@/drizzle/schema';
import { NOW } from '@/drizzle/schema/columns';
import { type RowOf, rowsOf } from '../db/rows';
import { type DraftText, draftColumns } from './draft-columns';
import { auditVersion, insertVersion, setLayout, type VersionText } from './versions';

/** A draft as it is stored, without its text, beside the newest version. */
export interface DraftHead
  extends Pick<RowOf<typeof pipelines>, 'name' | 'description' | 'version' | 'edited'>,
    Pick<RowOf<typeof pipelineDrafts>, 'revision' | 'hash' | 'contentHash' | 'stepCount' | 'problemCount'> {
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
export type Written = Pick<RowOf<typeof pipelineDrafts>, 'revision' | 'updatedAt'> &
  Pick<RowOf<typeof pipelines>, 'version'>;

/** Drafts of pipelines that were not deleted. */
const isDraftOf = (id: string) => and(eq(pipelines.id, id), isNull(pipelines.deletedAt));

/** The draft of a pipeline, without its text; undefined when the pipeline was deleted. */
export async function findDraft(sql: Sql, id: string): Promise<DraftHead | undefined> {
  const [row] = await rowsOf(sql)
    .select({
      name: pipelines.name,
      description: pipelines.description,
      version: pipelines.version,
      edited: pipelines.edited,
      revision: pipelineDrafts.revision,
      hash: pipelineDrafts.hash,
      contentHash: pipelineDrafts.contentHash,
      stepCount: pipelineDrafts.stepCount,
      problemCount: pipelineDrafts.problemCount,
      versionContentHash: pipelineVersions.contentHash,
      storedBytes: text<number>`pg_column_size(${pipelineDrafts.document})`,
    })
    .from(pipelines)
    .innerJoin(pipelineDrafts, eq(pipelineDrafts.pipelineId, pipelines.id))
    .innerJoin(
      pipelineVersions,
      and(eq(pipelineVersions.pipelineId, pipelines.id), eq(pipelineVersions.version, pipelines.version)),
    )
    .where(isDraftOf(id));
  return row;
}

/** The text of a draft; undefined when the pipeline was deleted or the draft was overwritten. */
export async function findDraftText(sql: Sql, id: string, revision: number): Promise<string | undefined> {
  const [row] = await rowsOf(sql)
    .select({ text: pipelineDrafts.document })
    .from(pipelines)
    .innerJoin(pipelineDrafts, eq(pipelineDrafts.pipelineId, pipelines.id))
    .where(and(isDraftOf(id), eq(pipelineDrafts.revision, revision)));
  return row?.text;
}

/** Writes a draft, versions or both; undefined when the pipeline has changed since the write was prepared. */
export async function writePipeline(sql: Sql, write: PipelineWrite): Promise<Written | undefined> {
  return sql.begin(async (tx) => {
    const held = await lock(tx, write);
    if (!held) return undefined;
    const version = await addVersions(tx, write);
    await movePositions(tx, write, version);
    if (!write.draft) return { ...held, version };
    const [row] = await rowsOf(tx)
      .update(pipelineDrafts)
      .set({
        ...draftColumns(write.draft),
        revision: text`${pipelineDrafts.revision} + 1`,
        updatedAt: text`clock_timestamp()`,
      })
      .where(eq(pipelineDrafts.pipelineId, write.id))
      .returning({
        revision: pipelineDrafts.revision,
        updatedAt: pipelineDrafts.updatedAt,
        notified: notified(write.id),
      });
    return row && { revision: row.revision, updatedAt: row.updatedAt, version };
  });
}

/** Locks both rows, if they are unchanged since the write was prepared. */
async function lock(tx: TransactionSql, { id, from }: PipelineWrite) {
  const [row] = await rowsOf(tx)
    .select({
      revision: pipelineDrafts.revision,
      version: pipelines.version,
      updatedAt: pipelineDrafts.updatedAt,
    })
    .from(pipelineDrafts)
    .innerJoin(pipelines, eq(pipelines.id, pipelineDrafts.pipelineId))
    .where(isDraftOf(id))
    .for('no key update');
  const isSame = row?.revision === from.revision && row.version === from.version;
  return isSame ? { revision: row.revision, updatedAt: row.updatedAt } : undefined;
}

/** A version shows the positions of a draft that equals it. */
async function movePositions(tx: TransactionSql, write: PipelineWrite, newest: number): Promise<void> {
  const { id, draft, versions, edited } = write;
  if (!draft || edited || versions.at(-1)?.layout === draft.layout) return;
  await setLayout(tx, { id, version: newest, layout: draft.layout });
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
  await rowsOf(tx)
    .update(pipelines)
    .set({ name, description, version: newest, edited, updatedAt: NOW })
    .where(eq(pipelines.id, id))
    .returning({ notified: notified(id) });
  return newest;
}

/** Notifies the processes whose tabs show the draft, when the write commits. */
function notified(id: string) {
  return text`pg_notify('drafts', ${id})`;
}
