import { and, count, desc, eq, getTableColumns, isNotNull, isNull, lt, lte, sql as text } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { notices, pipelines, runs } from '@/drizzle/schema';
import type { NewNotice, NoticeOwner } from '@/engine/ports';
import type { Notice } from '@/lib/contracts/notices';
import { rowsOf } from '../db/rows';
import { retrying } from './retry';

/** Inserts a notice, once for all attempts of a step and iteration. */
export async function insertNotice(
  sql: Sql,
  notice: NewNotice & NoticeOwner & { readonly id: string },
): Promise<void> {
  const { id, runId, step, iteration, message, title, severity, priority, recipients } = notice;
  await retrying(() =>
    rowsOf(sql)
      .insert(notices)
      .values({
        ...{ id, runId, step, severity },
        iteration: [...iteration],
        message: storable(message),
        title: title === undefined ? null : storable(title),
        priority: priority === undefined ? null : storable(priority),
        recipients: recipients.map(storable),
      })
      .onConflictDoNothing({ target: [notices.runId, notices.step, notices.iteration] }),
  );
}

/** PostgreSQL stores no NUL in texts. */
function storable(value: string): string {
  return value.replaceAll('\0', '\ufffd');
}

const { runId: _, ...ownColumns } = getTableColumns(notices);

/** Notices, newest first. */
export async function listNotices(
  sql: Sql,
  filter: { readonly unread: boolean; readonly before: string | undefined; readonly limit: number },
): Promise<Notice[]> {
  const { unread, before, limit } = filter;
  return rowsOf(sql)
    .select({
      ...ownColumns,
      run: { id: runs.id, number: text<number>`${runs.number}` },
      pipeline: { id: pipelines.id, name: pipelines.name },
    })
    .from(notices)
    .innerJoin(runs, eq(runs.id, notices.runId))
    .innerJoin(pipelines, eq(pipelines.id, runs.pipelineId))
    .where(
      and(
        before === undefined ? undefined : lt(notices.id, before),
        unread ? isNull(notices.readAt) : undefined,
      ),
    )
    .orderBy(desc(notices.id))
    .limit(limit);
}

/** How many notices are unread. @param most counting stops here */
export async function countUnread(sql: Sql, most: number): Promise<number> {
  const db = rowsOf(sql);
  const some = db
    .select({ id: notices.id })
    .from(notices)
    .where(isNull(notices.readAt))
    .limit(most)
    .as('some');
  const [row] = await db.select({ unread: count() }).from(some);
  return row?.unread ?? 0;
}

/** Marks a notice as read or unread; undefined when there is none. */
export async function markNotice(sql: Sql, id: string, read: boolean): Promise<number | undefined> {
  const db = rowsOf(sql);
  const changed = await db
    .update(notices)
    .set({ readAt: read ? text`now()` : null })
    .where(and(eq(notices.id, id), read ? isNull(notices.readAt) : isNotNull(notices.readAt)))
    .returning({ id: notices.id });
  if (changed.length > 0) return changed.length;
  const found = await db.select({ id: notices.id }).from(notices).where(eq(notices.id, id));
  return found.length > 0 ? 0 : undefined;
}

/** Marks a notice and all before it as read. */
export async function markNoticesUpTo(sql: Sql, id: string): Promise<number> {
  const rows = await rowsOf(sql)
    .update(notices)
    .set({ readAt: text`now()` })
    .where(and(isNull(notices.readAt), lte(notices.id, id)))
    .returning({ id: notices.id });
  return rows.length;
}
