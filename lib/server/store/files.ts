import { and, asc, desc, eq, getTableColumns, gt, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { files, runs } from '@/drizzle/schema';
import { NOW } from '@/drizzle/schema/columns';
import type { FileOwner } from '@/engine/ports';
import type { RunFile } from '@/lib/contracts/files';
import { type RowOf, rowsOf } from '../db/rows';
import { retrying } from './retry';

/** A file of an attempt, to be inserted. */
export type NewFileRow = FileOwner &
  Pick<RowOf<typeof files>, 'id' | 'name' | 'contentType' | 'size' | 'sha256'>;

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

/** Whether a step of a run stored files. */
export async function hasFiles(sql: Sql, runId: string, step: string): Promise<boolean> {
  const rows = await rowsOf(sql)
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.runId, runId), eq(files.step, step)))
    .limit(1);
  return rows.length > 0;
}

/** The steps of a run whose files have expired. */
export async function expiredSteps(sql: Sql, runId: string): Promise<ReadonlySet<string>> {
  const rows = await rowsOf(sql)
    .selectDistinct({ step: files.step })
    .from(files)
    .where(and(eq(files.runId, runId), isNotNull(files.expiredAt)));
  return new Set(rows.map(({ step }) => step));
}

/** Marks up to `limit` files of ended runs as expired that were created before an instant; returns how many. */
export async function expireFiles(sql: Sql, options: { before: Date; limit: number }): Promise<number> {
  const db = rowsOf(sql);
  const oldest = db
    .select({ id: files.id })
    .from(files)
    .innerJoin(runs, eq(runs.id, files.runId))
    .where(
      and(
        isNull(files.expiredAt),
        lt(files.createdAt, options.before.toISOString()),
        isNotNull(runs.finishedAt),
      ),
    )
    .orderBy(files.createdAt)
    .limit(options.limit);
  const expired = await db
    .update(files)
    .set({ expiredAt: NOW })
    .where(inArray(files.id, oldest))
    .returning({ id: files.id });
  return expired.length;
}
