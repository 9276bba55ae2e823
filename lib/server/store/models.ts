import { and, asc, desc, eq, sql as text } from 'drizzle-orm';
import type { Sql, TransactionSql } from 'postgres';
import { modelFiles, models } from '@/drizzle/schema';
import type { Failure } from '@/engine';
import { type Queries, rowsOf } from '../db/rows';
import { type Actor, auditOf, detailsOf } from './audit';

/** A model as it is stored. */
export type ModelRow = Readonly<typeof models.$inferSelect>;
/** A verified file of a model. */
export type ModelFileRow = Readonly<typeof modelFiles.$inferSelect>;

/** After this long without a heartbeat the process that downloads counts as gone, in seconds. */
export const MODEL_LEASE_SECONDS = 30;

/** A model that a process is about to download. */
export type NewModelRow = Pick<
  ModelRow,
  'id' | 'name' | 'source' | 'uri' | 'metadata' | 'requestKey' | 'request' | 'runId' | 'step'
> & { readonly owner: string };

/**
 * Takes the download of a model: a new one, one that failed, or one whose process is gone.
 * @returns its id; undefined while another process downloads it
 */
export async function claimModel(sql: Sql, model: NewModelRow): Promise<string | undefined> {
  const { id, name, source, uri, metadata, requestKey, request, runId, step, owner } = model;
  const [row] = await sql<{ id: string }[]>`
    insert into models (id, name, status, source, uri, metadata, request_key, request, run_id, step, owner, heartbeat_at)
    values (${id}, ${name}, 'downloading', ${source}, ${uri}, ${detailsOf(sql, metadata)}, ${requestKey},
      ${request && JSON.stringify(request)}::text::json, ${runId}, ${step}, ${owner}, now())
    on conflict (request_key) where status in ('downloading', 'error') do update set
      status = 'downloading', error = null, metadata = excluded.metadata, request = excluded.request,
      run_id = excluded.run_id, step = excluded.step, owner = excluded.owner, heartbeat_at = now(),
      cancel_requested = false, bytes_per_second = 0, updated_at = now()
    where models.status = 'error' or ${isAbandoned(sql)}
    returning id`;
  return row?.id;
}

function isAbandoned(sql: Queries) {
  return sql`(models.owner is null or models.heartbeat_at < now() - make_interval(secs => ${MODEL_LEASE_SECONDS}))`;
}

/** Takes one download that a person started and whose process is gone. */
export async function claimAbandoned(sql: Sql, owner: string): Promise<ModelRow | undefined> {
  const [row] = await sql<{ id: string }[]>`
    update models set owner = ${owner}, heartbeat_at = now(), updated_at = now()
    where id = (
      select id from models
      where status = 'downloading' and run_id is null and ${isAbandoned(sql)}
      order by created_at limit 1 for update skip locked
    )
    returning id`;
  return row && findModel(sql, row.id);
}

/** Ends downloads of steps that never came back for them. */
export async function failAbandoned(sql: Sql, error: Failure, afterSeconds: number): Promise<void> {
  await sql`
    update models set status = 'error', error = ${detailsOf(sql, { ...error })}, owner = null, updated_at = now()
    where status = 'downloading' and run_id is not null
      and (heartbeat_at is null or heartbeat_at < now() - make_interval(secs => ${afterSeconds}))`;
}

/** How far a download is. */
export interface ModelProgress {
  readonly received: number;
  readonly size: number | null;
  readonly bytesPerSecond: number;
}

/** Writes progress, and keeps the download with its process. @returns undefined when it is no longer that process's */
export async function beatModel(
  sql: Sql,
  { id, owner }: { readonly id: string; readonly owner: string },
  { received, size, bytesPerSecond }: ModelProgress,
): Promise<{ readonly cancelRequested: boolean } | undefined> {
  const [row] = await sql<{ cancelRequested: boolean }[]>`
    update models set received = ${received}, size = ${size}, bytes_per_second = ${bytesPerSecond}, heartbeat_at = now()
    where id = ${id} and owner = ${owner} and status = 'downloading'
    returning cancel_requested as "cancelRequested"`;
  return row;
}

/** Ends a download without a model. */
export async function failModel(
  sql: Sql,
  { id, owner }: { readonly id: string; readonly owner: string },
  error: Failure,
): Promise<void> {
  await sql`
    update models set status = 'error', error = ${detailsOf(sql, { ...error })}, owner = null, bytes_per_second = 0,
      updated_at = now()
    where id = ${id} and owner = ${owner} and status = 'downloading'`;
}

/** Returns a download so that the next process resumes it at once. */
export async function releaseModel(sql: Sql, id: string, owner: string): Promise<void> {
  await sql`update models set owner = null, bytes_per_second = 0 where id = ${id} and owner = ${owner}`;
}

/** One change of the folder of models at a time, in whichever process: rows and files then agree. */
export function lockModels<T>(sql: Sql, work: (tx: TransactionSql) => Promise<T>): Promise<T> {
  return sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('pipewright models'))`;
    return work(tx);
  }) as Promise<T>;
}

/** Notes a verified file. */
export async function insertModelFile(tx: Queries, file: ModelFileRow): Promise<void> {
  await rowsOf(tx)
    .insert(modelFiles)
    .values(file)
    .onConflictDoUpdate({
      target: [modelFiles.modelId, modelFiles.path],
      set: { size: file.size, sha256: file.sha256, verified: file.verified, version: file.version },
    });
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

/** Makes a downloaded model available. False when it is no longer this process's. */
export async function finishModel(
  tx: Queries,
  { id, owner, actor }: { readonly id: string; readonly owner: string; readonly actor: Actor | undefined },
  { size, sha256, revision }: Pick<ModelRow, 'size' | 'sha256' | 'revision'>,
): Promise<boolean> {
  const entry = { action: 'model.added', subject: 'model', ...(actor ? { actor } : {}) } as const;
  const rows = await tx`
    with done as (
      update models set status = 'available', size = ${size}, received = ${size}, sha256 = ${sha256},
        revision = ${revision}, owner = null, bytes_per_second = 0, error = null, updated_at = now()
      where id = ${id} and owner = ${owner} and status = 'downloading' returning id, name, uri, size
    ),
    audited as (${auditOf(tx, entry, tx`select id, name, json_build_object('uri', uri, 'size_bytes', size) from done`)})
    select id from done`;
  return rows.length > 0;
}

/** Removes a row whose content turned out to be there already. */
export async function dropModel(tx: Queries, id: string): Promise<void> {
  await tx`delete from models where id = ${id}`;
}

/** Newest first. */
export function listModels(sql: Sql): Promise<ModelRow[]> {
  return rowsOf(sql).select().from(models).orderBy(desc(models.createdAt), desc(models.id));
}

/** One model by its id. */
export async function findModel(sql: Queries, id: string): Promise<ModelRow | undefined> {
  const [row] = await rowsOf(sql).select().from(models).where(eq(models.id, id));
  return row;
}

/** The model of a request: one in progress or failed, else the newest available one. */
export async function findRequested(sql: Sql, requestKey: string): Promise<ModelRow | undefined> {
  const [row] = await rowsOf(sql)
    .select()
    .from(models)
    .where(eq(models.requestKey, requestKey))
    .orderBy(text`${models.status} = 'available'`, desc(models.createdAt))
    .limit(1);
  return row;
}

/** Files of a model, by their labels. */
export function filesOfModel(sql: Queries, modelId: string): Promise<ModelFileRow[]> {
  return rowsOf(sql)
    .select()
    .from(modelFiles)
    .where(eq(modelFiles.modelId, modelId))
    .orderBy(asc(modelFiles.path));
}

/** What an earlier download of this file of this source gave. */
export async function knownFile(
  sql: Sql,
  { source, uri, path }: { readonly source: string; readonly uri: string; readonly path: string },
): Promise<ModelFileRow | undefined> {
  const [row] = await rowsOf(sql)
    .select({ file: modelFiles })
    .from(modelFiles)
    .innerJoin(models, eq(models.id, modelFiles.modelId))
    .where(and(text`${models.source} = ${source}`, eq(models.uri, uri), eq(modelFiles.path, path)))
    .orderBy(desc(models.updatedAt))
    .limit(1);
  return row?.file;
}

/** Asks the process that downloads a model to stop. False when none does. */
export async function cancelModel(sql: Sql, id: string): Promise<boolean> {
  const entry = { action: 'model.cancelled', subject: 'model' } as const;
  const rows = await sql`
    with asked as (
      update models set cancel_requested = true, updated_at = now()
      where id = ${id} and status = 'downloading' returning id, name
    ),
    audited as (${auditOf(sql, entry, sql`select id, name, '{}'::json from asked`)})
    select id from asked`;
  return rows.length > 0;
}

/** Marks a model as being deleted: from now on it is not offered. False when it does not exist, or downloads and may not be stopped. */
export async function markDeleting(sql: Sql, id: string, force: boolean): Promise<boolean> {
  const rows = await sql`
    update models set status = 'deleting', updated_at = now()
    where id = ${id} and (status <> 'downloading' or ${force} or ${isAbandoned(sql)}) returning id`;
  return rows.length > 0;
}

/** Contents of a model that no other model has. */
export async function unsharedContents(tx: Queries, modelId: string): Promise<string[]> {
  const rows = await tx<{ sha256: string }[]>`
    select distinct sha256 from model_files f where model_id = ${modelId}
      and not exists (select 1 from model_files o where o.sha256 = f.sha256 and o.model_id <> f.model_id)`;
  return rows.map(({ sha256 }) => sha256);
}

/** Deletes the rows of a model. */
export async function removeModel(
  tx: Queries,
  { id, actor }: { readonly id: string; readonly actor: Actor | undefined },
  freedBytes: number,
): Promise<void> {
  const entry = { action: 'model.deleted', subject: 'model', ...(actor ? { actor } : {}) } as const;
  await tx`
    with gone as (delete from models where id = ${id} returning id, name)
    ${auditOf(tx, entry, tx`select id, name, ${detailsOf(tx, { freed_bytes: freedBytes })} from gone`)}`;
}

/** What deleting a model freed that exists no longer; undefined where there never was one. */
export async function freedByDeleting(sql: Sql, id: string): Promise<number | undefined> {
  const [row] = await sql<{ details: { freed_bytes: number } }[]>`
    select details from audit_events where subject_id = ${id} and action = 'model.deleted' order by id desc limit 1`;
  return row?.details.freed_bytes;
}

/** Models whose deletion a process began and did not end. */
export async function deletingModels(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from models where status = 'deleting' and updated_at < now() - interval '1 minute'`;
  return rows.map(({ id }) => id);
}

/** Whether a file of any model has this content. */
export async function isContentUsed(tx: Queries, sha256: string): Promise<boolean> {
  return (await tx`select 1 from model_files where sha256 = ${sha256} limit 1`).length > 0;
}

/** Available models with each of their contents. */
export function availableContents(sql: Sql): Promise<{ id: string; sha256: string }[]> {
  return sql<{ id: string; sha256: string }[]>`
    select m.id, f.sha256 from models m join model_files f on f.model_id = m.id where m.status = 'available'`;
}

/** Takes back that a model is available: its files are gone. */
export async function loseModel(sql: Sql, id: string, error: Failure): Promise<void> {
  await sql`
    update models set status = 'error', error = ${detailsOf(sql, { ...error })}, sha256 = null, updated_at = now()
    where id = ${id} and status = 'available'
      and not exists (
        select 1 from models o where o.request_key = models.request_key and o.status in ('downloading', 'error')
      )`;
}
