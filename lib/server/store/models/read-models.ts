import { and, desc, eq, sql as text } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { models } from '@/drizzle/schema';
import { type Queries, rowsOf } from '../../db/rows';
import type { ModelRow } from './model-row';

/** Newest first. */
export function listModels(sql: Sql): Promise<ModelRow[]> {
  return rowsOf(sql).select().from(models).orderBy(desc(models.createdAt), desc(models.id));
}

/** One model by its id. */
export async function findModel(sql: Queries, id: string): Promise<ModelRow | undefined> {
  const [row] = await rowsOf(sql).select().from(models).where(eq(models.id, id));
  return row;
}

/** The available model of this name and content. */
export async function findSameModel(
  tx: Queries,
  name: string,
  sha256: string,
): Promise<ModelRow | undefined> {
  const [row] = await rowsOf(tx)
    .select()
    .from(models)
    .where(and(eq(models.name, name), eq(models.sha256, sha256), eq(models.status, 'available')));
  return row;
}

/** The model of a request: one in progress or failed, otherwise the newest available one. */
export async function findRequested(sql: Sql, requestKey: string): Promise<ModelRow | undefined> {
  const [row] = await rowsOf(sql)
    .select()
    .from(models)
    .where(eq(models.requestKey, requestKey))
    .orderBy(text`${models.status} = 'available'`, desc(models.createdAt))
    .limit(1);
  return row;
}
