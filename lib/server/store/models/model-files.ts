import { and, asc, desc, eq, isNull, ne, notExists, or, sql as text } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Sql } from 'postgres';
import { deployments, modelFiles, models } from '@/drizzle/schema';
import { type Queries, rowsOf } from '../../db/rows';
import type { ModelFileRow, ModelRow } from './model-row';

const otherFiles = alias(modelFiles, 'other');

/** Records a verified file. */
export async function insertModelFile(tx: Queries, file: ModelFileRow): Promise<void> {
  const { modelId: _, path: __, ...content } = file;
  await rowsOf(tx)
    .insert(modelFiles)
    .values(file)
    .onConflictDoUpdate({ target: [modelFiles.modelId, modelFiles.path], set: content });
}

/** Files of a model, by their labels. */
export function filesOfModel(sql: Queries, modelId: string): Promise<ModelFileRow[]> {
  return rowsOf(sql)
    .select()
    .from(modelFiles)
    .where(eq(modelFiles.modelId, modelId))
    .orderBy(asc(modelFiles.path));
}

/** The result of an earlier download of this file of this source. */
export async function knownFile(
  sql: Sql,
  { source, uri, path }: Pick<ModelRow, 'source' | 'uri'> & Pick<ModelFileRow, 'path'>,
): Promise<ModelFileRow | undefined> {
  const [row] = await rowsOf(sql)
    .select({ file: modelFiles })
    .from(modelFiles)
    .innerJoin(models, eq(models.id, modelFiles.modelId))
    .where(and(eq(models.source, source), eq(models.uri, uri), eq(modelFiles.path, path)))
    .orderBy(desc(models.updatedAt))
    .limit(1);
  return row?.file;
}

/** Whether a file of any model has this content. */
export async function isContentUsed(tx: Queries, sha256: string): Promise<boolean> {
  const rows = await rowsOf(tx)
    .select({ sha256: modelFiles.sha256 })
    .from(modelFiles)
    .where(eq(modelFiles.sha256, sha256))
    .limit(1);
  return rows.length > 0;
}

/** Contents of a model that no other model has. */
export async function unsharedContents(tx: Queries, modelId: string): Promise<string[]> {
  const db = rowsOf(tx);
  const others = db
    .select({ one: text`1` })
    .from(otherFiles)
    .where(and(eq(otherFiles.sha256, modelFiles.sha256), ne(otherFiles.modelId, modelFiles.modelId)));
  const rows = await db
    .selectDistinct({ sha256: modelFiles.sha256 })
    .from(modelFiles)
    .where(and(eq(modelFiles.modelId, modelId), notExists(others)));
  return rows.map(({ sha256 }) => sha256);
}

/** Contents of models that deployments have, or are replacing. */
export async function contentsOfDeployments(sql: Queries): Promise<Set<string>> {
  const rows = await rowsOf(sql)
    .selectDistinct({ sha256: modelFiles.sha256 })
    .from(modelFiles)
    .innerJoin(
      deployments,
      or(
        eq(deployments.modelId, modelFiles.modelId),
        eq(text`${deployments.previous}->>'modelId'`, modelFiles.modelId),
      ),
    )
    .where(isNull(deployments.deletedAt));
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** Available models with each of their contents. */
export function availableContents(
  sql: Sql,
): Promise<(Pick<ModelRow, 'id'> & Pick<ModelFileRow, 'sha256'>)[]> {
  return rowsOf(sql)
    .select({ id: models.id, sha256: modelFiles.sha256 })
    .from(models)
    .innerJoin(modelFiles, eq(modelFiles.modelId, models.id))
    .where(eq(models.status, 'available'));
}
