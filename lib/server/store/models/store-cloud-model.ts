import { and, eq } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import { models } from '@/drizzle/schema';
import { NOW } from '@/drizzle/schema/columns';
import { rowsOf } from '../../db/rows';
import { type Actor, addEntries } from '../audit';
import type { ModelRow } from './model-row';

/** A model without files, and who adds it. */
export interface NewCloudRow {
  readonly row: Pick<
    ModelRow,
    'id' | 'name' | 'source' | 'uri' | 'metadata' | 'requestKey' | 'request' | 'runId' | 'step'
  >;
  readonly actor: Actor | undefined;
}

/** Stores a model without files, or updates its row. Call it under the lock of models. @returns its id */
export async function storeCloudModel(tx: TransactionSql, { row, actor }: NewCloudRow): Promise<string> {
  const { metadata, request } = row;
  const [known] = await rowsOf(tx)
    .update(models)
    .set({ metadata, request, updatedAt: NOW })
    .where(and(eq(models.requestKey, row.requestKey), eq(models.status, 'available')))
    .returning({ id: models.id });
  if (known) return known.id;
  await rowsOf(tx)
    .insert(models)
    .values({ ...row, status: 'available' });
  const entry = { action: 'model.added', subject: 'model', ...(actor && { actor }) } as const;
  await addEntries(tx, entry, [{ id: row.id, name: row.name, details: { uri: row.uri } }]);
  return row.id;
}
