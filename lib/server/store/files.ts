import { and, asc, desc, eq, getTableColumns, gt, isNotNull, or } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { files } from '@/drizzle/schema';
import type { FileOwner } from '@/engine/ports';
import type { RunFile } from '@/lib/contracts/files';
import { rowsOf } from '../db/rows';
import { retrying } from './retry';

/** A file of an attempt, to be inserted. */
export type NewFileRow = FileOwner &
  Readonly<Pick<typeof files.$inferSelect, 'id' | 'name' | 'contentType' | 'size' | 'sha256'>>;

/** Inserts a file, once for each attempt and file. */
export async function insertFile(sql: Sql, file: NewFileRow): Promise<void> {
  await retrying(() =>
    rowsOf(sql)
      .insert(files)
      .values({ ...file, iteration: [...file.iteration] })
      .onConflictDoNothing({
        target: [files.runId, files.step, files.iteration, files.attempt, files.sha256, files.name],
      }),
  );
}

const { runId: _, ...runFile } = getTableColumns(files);

/** The newest file with this content; files in use come before deleted ones. */
export async function fileOfContent(sql: Sql, sha256: string): Promise<RunFile | undefined> {
  const [row] = await rowsOf(sql)
    .select(runFile)
    .from(files)
    .where(eq(files.sha256, sha256))
    .orderBy(isNotNull(files.expiredAt), desc(files.id))
    .limit(1);
  return row;
}

/** A file of a run, by its id or its content. */
export async function fileOfRun(sql: Sql, runId: string, idOrSha256: string): Promise<RunFile | undefined> {
  const [row] = await rowsOf(sql)
    .select(runFile)
    .from(files)
    .where(and(eq(files.runId, runId), or(eq(files.id, idOrSha256), eq(files.sha256, idOrSha256))))
    .orderBy(isNotNull(files.expiredAt), asc(files.id))
    .limit(1);
  return row;
}

/** Files of a run in order of creation, after a given file. */
export function filesOfRun(
  sql: Sql,
  { runId, after, limit }: { runId: string; after: string; limit: number },
): Promise<RunFile[]> {
  return rowsOf(sql)
    .select(runFile)
    .from(files)
    .where(and(eq(files.runId, runId), gt(files.id, after)))
    .orderBy(asc(files.id))
    .limit(limit);
}

/**
 * Marks up to `limit` files of ended runs as expired that were created before an instant; returns how many. Hand-written SQL:
 * one round trip limits and updates.
 */
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

/** Contents to which neither a file in use nor a payload refers. Hand-written SQL: all hashes are one parameter. */
export async function unreferenced(sql: Sql, hashes: readonly string[]): Promise<string[]> {
  const rows = await sql<{ sha256: string }[]>`
    select h.sha256 from unnest(${[...hashes]}::text[]) as h(sha256)
    where not exists (select 1 from files f where f.sha256 = h.sha256 and f.expired_at is null)
      and not exists (select 1 from payloads p where p.hash = h.sha256 and p.body is null)`;
  return rows.map(({ sha256 }) => sha256);
}
