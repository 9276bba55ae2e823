import { and, eq, sql as text } from 'drizzle-orm';
import type { Sql, TransactionSql } from 'postgres';
import { models } from '@/drizzle/schema';
import { NOW } from '@/drizzle/schema/columns';
import type { WaitingStep } from '@/drizzle/schema/models';
import type { Failure } from '@/engine';
import { rowsOf } from '../../db/rows';
import { type Actor, addEntries, audited } from '../audit';
import type { ModelRow, OwnedDownload } from './model-row';

/** The download, if this process has claimed it. */
const isOwned = ({ id, owner }: OwnedDownload) =>
  and(eq(models.id, id), eq(models.owner, owner), eq(models.status, 'downloading'));

/** Writes progress, and renews the claim on the download. @returns undefined when this process has lost the claim */
export async function beatModel(
  sql: Sql,
  download: OwnedDownload,
  progress: Pick<ModelRow, 'received' | 'size' | 'bytesPerSecond' | 'upload'>,
): Promise<Pick<ModelRow, 'cancelRequested'> | undefined> {
  const [row] = await rowsOf(sql)
    .update(models)
    .set({ ...progress, heartbeatAt: NOW })
    .where(isOwned(download))
    .returning({ cancelRequested: models.cancelRequested });
  return row;
}

/** Marks a download as failed. */
export async function failModel(sql: Sql, download: OwnedDownload, error: Failure): Promise<void> {
  await rowsOf(sql)
    .update(models)
    .set({ status: 'error', error, owner: null, bytesPerSecond: 0, upload: null, updatedAt: NOW })
    .where(isOwned(download));
}

/** Releases a download, so that another process can resume it immediately. */
export async function releaseModel(sql: Sql, { id, owner }: OwnedDownload): Promise<void> {
  await rowsOf(sql)
    .update(models)
    .set({ owner: null, bytesPerSecond: 0, upload: null })
    .where(and(eq(models.id, id), eq(models.owner, owner)));
}

/** Makes a downloaded model available. False when this process has lost the claim. */
export async function finishModel(
  tx: TransactionSql,
  { actor, ...download }: OwnedDownload & { readonly actor: Actor | undefined },
  content: Pick<ModelRow, 'size' | 'sha256' | 'revision'>,
): Promise<boolean> {
  const { size } = content;
  const rows = await rowsOf(tx)
    .update(models)
    .set({
      ...content,
      status: 'available',
      received: size ?? 0,
      owner: null,
      bytesPerSecond: 0,
      upload: null,
      waiting: [],
      error: null,
      updatedAt: NOW,
    })
    .where(isOwned(download))
    .returning({ id: models.id, name: models.name, uri: models.uri });
  const entry = { action: 'model.added', subject: 'model', ...(actor && { actor }) } as const;
  const subjects = rows.map(({ id, name, uri }) => ({ id, name, details: { uri, size_bytes: size } }));
  await addEntries(tx, entry, subjects);
  return rows.length > 0;
}

/** Adds a step to those that wait for a download. */
export async function addWaiting(sql: Sql, id: string, step: WaitingStep): Promise<void> {
  const added = text`${JSON.stringify([step])}::text::jsonb`;
  const waiting = text`${models.waiting}::jsonb`;
  await rowsOf(sql)
    .update(models)
    .set({ waiting: text`(${waiting} || ${added})::json` })
    .where(and(eq(models.id, id), eq(models.status, 'downloading'), text`not ${waiting} @> ${added}`));
}

/** Removes a step from those that wait for a download. */
export async function removeWaiting(sql: Sql, id: string, step: WaitingStep): Promise<void> {
  const others = text`
    select json_agg(other) from jsonb_array_elements(${models.waiting}::jsonb) other
    where other <> ${JSON.stringify(step)}::text::jsonb`;
  await rowsOf(sql)
    .update(models)
    .set({ waiting: text`coalesce((${others}), '[]')` })
    .where(eq(models.id, id));
}

/** Requests the cancellation of a download. False when no process is downloading the model. */
export function cancelModel(sql: Sql, id: string): Promise<boolean> {
  return audited(sql, { action: 'model.cancelled', subject: 'model' }, (tx) =>
    rowsOf(tx)
      .update(models)
      .set({ cancelRequested: true, updatedAt: NOW })
      .where(and(eq(models.id, id), eq(models.status, 'downloading')))
      .returning({ id: models.id, name: models.name }),
  );
}
