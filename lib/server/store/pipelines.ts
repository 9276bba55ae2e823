import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull, like } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { pipelineDrafts, pipelines, pipelineVersions, triggers } from '@/drizzle/schema';
import { NOW } from '@/drizzle/schema/columns';
import { UNTITLED } from '@/engine';
import type { Organisation } from '@/lib/contracts/pipeline-organisation';
import type { PipelineDetail } from '@/lib/contracts/pipelines';
import { type Queries, type RowOf, rowsOf } from '../db/rows';
import { addEntries, audited } from './audit';
import { type DraftText, draftColumns } from './draft-columns';
import { insertVersion, type VersionText } from './versions';

/** The text of a version and its pipeline. */
export interface StoredVersion extends Pick<RowOf<typeof pipelineVersions>, 'version'> {
  readonly name: string;
  readonly text: string;
}

/** Inserts a pipeline with its draft and its first version. */
export async function insertPipeline(
  sql: Sql,
  id: string,
  { draft, version }: { draft: DraftText; version: VersionText },
): Promise<void> {
  await sql.begin(async (tx) => {
    const { name, description } = draft;
    await rowsOf(tx).insert(pipelines).values({ id, name, description, version: 1 });
    await addEntries(tx, { action: 'pipeline.created', subject: 'pipeline' }, [{ id, name }]);
    await rowsOf(tx)
      .insert(pipelineDrafts)
      .values({ pipelineId: id, revision: 1, ...draftColumns(draft) });
    await insertVersion(tx, id, { ...version, number: 1 });
  });
}

/** A pipeline with the text of its draft; undefined when it was deleted. */
export async function findPipeline(sql: Queries, id: string): Promise<PipelineDetail | undefined> {
  const [row] = await rowsOf(sql)
    .select({
      id: pipelines.id,
      name: pipelines.name,
      version: pipelines.version,
      edited: pipelines.edited,
      revision: pipelineDrafts.revision,
      text: pipelineDrafts.document,
      updatedAt: pipelineDrafts.updatedAt,
    })
    .from(pipelines)
    .innerJoin(pipelineDrafts, eq(pipelineDrafts.pipelineId, pipelines.id))
    .where(and(eq(pipelines.id, id), isNull(pipelines.deletedAt)));
  return row;
}

/** Names that begin like that of a pipeline without a name, except for deleted pipelines. */
export async function untitledNames(sql: Sql): Promise<ReadonlySet<string>> {
  const rows = await rowsOf(sql)
    .select({ name: pipelines.name })
    .from(pipelines)
    .where(and(like(pipelines.name, `${UNTITLED}%`), isNull(pipelines.deletedAt)));
  return new Set(rows.map(({ name }) => name));
}

/** The text of a version without its layout, also of a deleted pipeline, since its runs remain. */
export async function findVersion(
  sql: Sql,
  pipelineId: string,
  version: number,
): Promise<StoredVersion | undefined> {
  const [row] = await rowsOf(sql)
    .select({ name: pipelines.name, version: pipelineVersions.version, text: pipelineVersions.document })
    .from(pipelineVersions)
    .innerJoin(pipelines, eq(pipelines.id, pipelineVersions.pipelineId))
    .where(and(eq(pipelineVersions.pipelineId, pipelineId), eq(pipelineVersions.version, version)));
  return row;
}

/**
 * Changes where a pipeline is listed; fields that are left out keep their values.
 * @returns the organisation after the change; undefined when the pipeline does not exist
 */
export function organisePipeline(
  sql: Sql,
  id: string,
  change: { folder?: string | null; tags?: string[]; pinned?: boolean },
): Promise<Organisation | undefined> {
  return sql.begin(async (tx) => {
    const db = rowsOf(tx);
    const columns = { folder: pipelines.folder, tags: pipelines.tags, pinned: pipelines.pinned };
    const found = and(eq(pipelines.id, id), isNull(pipelines.deletedAt));
    const [before] = await db
      .select({ ...columns, name: pipelines.name })
      .from(pipelines)
      .where(found)
      .for('no key update');
    if (!before) return undefined;
    const { name, ...stored } = before;
    const next: Organisation = { ...stored, ...change };
    if (isDeepStrictEqual(next, stored)) return stored;
    await db.update(pipelines).set(next).where(found);
    await addEntries(tx, { action: 'pipeline.organised', subject: 'pipeline' }, [
      { id, name, details: { ...next } },
    ]);
    return next;
  });
}

/** Gives a pipeline the folder and the tags of another one. */
export async function copyLabels(sql: Sql, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    update pipelines set (folder, tags) = (select p.folder, p.tags from pipelines p where p.id = ${from})
    where id = ${to}`;
}

/** Hides a pipeline and turns off its triggers; versions and runs remain. False when the pipeline does not exist. */
export function hidePipeline(sql: Sql, id: string): Promise<boolean> {
  return audited(sql, { action: 'pipeline.deleted', subject: 'pipeline' }, async (tx) => {
    const db = rowsOf(tx);
    const hidden = await db
      .update(pipelines)
      .set({ deletedAt: NOW })
      .where(and(eq(pipelines.id, id), isNull(pipelines.deletedAt)))
      .returning({ id: pipelines.id, name: pipelines.name });
    if (hidden.length > 0)
      await db.update(triggers).set({ enabled: false, nextAt: null }).where(eq(triggers.pipelineId, id));
    return hidden;
  });
}
