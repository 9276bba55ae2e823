import type { Sql } from 'postgres';
import type { FileOwner } from '@/engine/ports';
import type { RunFile } from '@/lib/contracts/files';
import { isoOf, isoOrNull } from './instants';
import { retrying } from './retry';

/** A file of an attempt on its way into the table. */
export interface FileRow extends FileOwner {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  readonly sha256: string;
}

/** Notes a file; one that the attempt has made before is noted once. */
export async function insertFile(sql: Sql, file: FileRow): Promise<void> {
  const iteration = `{${file.iteration.join(',')}}`;
  await retrying(
    () => sql`
      insert into files (id, run_id, step, iteration, attempt, name, content_type, size, sha256)
      values (${file.id}, ${file.runId}, ${file.step}, ${iteration}::text::int[], ${file.attempt}, ${file.name},
        ${file.contentType}, ${file.size}, ${file.sha256})
      on conflict (run_id, step, iteration, attempt, sha256, name) do nothing`,
  );
}

interface StoredRow extends Omit<RunFile, 'createdAt' | 'expiredAt'> {
  readonly createdAt: Date;
  readonly expiredAt: Date | null;
}

/** The newest file with this content; files in use come before deleted ones. */
export async function fileOfContent(sql: Sql, sha256: string): Promise<RunFile | undefined> {
  const rows = await sql<StoredRow[]>`
    select ${columns(sql)} from files where sha256 = ${sha256}
    order by expired_at is not null, id desc limit 1`;
  return rows.map(runFile)[0];
}

/** A file of a run, by its id or its content. */
export async function fileOfRun(sql: Sql, runId: string, idOrSha256: string): Promise<RunFile | undefined> {
  const rows = await sql<StoredRow[]>`
    select ${columns(sql)} from files
    where run_id = ${runId} and (id = ${idOrSha256} or sha256 = ${idOrSha256})
    order by expired_at is not null, id limit 1`;
  return rows.map(runFile)[0];
}

/** Files of a run in the order in which they were made, after a file. */
export async function filesOfRun(
  sql: Sql,
  options: { runId: string; after: string; limit: number },
): Promise<RunFile[]> {
  const rows = await sql<StoredRow[]>`
    select ${columns(sql)} from files where run_id = ${options.runId} and id > ${options.after}
    order by id limit ${options.limit}`;
  return rows.map(runFile);
}

function columns(sql: Sql) {
  return sql`id, step, iteration, attempt, name, content_type as "contentType", size, sha256,
    created_at as "createdAt", expired_at as "expiredAt"`;
}

function runFile(row: StoredRow): RunFile {
  return { ...row, createdAt: isoOf(row.createdAt), expiredAt: isoOrNull(row.expiredAt) };
}

/** Marks up to `limit` files as expired that were made before an instant, by runs that have ended; says how many. */
export async function expireFiles(sql: Sql, options: { before: Date; limit: number }): Promise<number> {
  const { count } = await sql`
    update files set expired_at = now()
    where id in (
      select f.id from files f join runs r on r.id = f.run_id
      where f.expired_at is null and f.created_at < ${options.before} and r.finished_at is not null
      order by f.created_at limit ${options.limit}
    )`;
  return count;
}

/** Contents that neither a file in use nor a payload refers to. */
export async function unreferenced(sql: Sql, hashes: readonly string[]): Promise<string[]> {
  const rows = await sql<{ sha256: string }[]>`
    select h.sha256 from unnest(${[...hashes]}::text[]) as h(sha256)
    where not exists (select 1 from files f where f.sha256 = h.sha256 and f.expired_at is null)
      and not exists (select 1 from payloads p where p.hash = h.sha256 and p.body is null)`;
  return rows.map(({ sha256 }) => sha256);
}
