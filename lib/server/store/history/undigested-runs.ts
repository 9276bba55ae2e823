import type { Sql } from 'postgres';

/** Runs that are checked in one statement. */
const PAGE = 1000;

/** A place in the list of runs, newest first. */
export interface RunPlace {
  /** PostgreSQL's text: an ISO instant would lose the microseconds. */
  readonly createdAt: string;
  readonly id: string;
}

/** Some runs of a page that have ended and have no digest, and where the next page begins; undefined after the last run. */
export interface UndigestedPage {
  readonly ids: readonly string[];
  readonly next: RunPlace | undefined;
}

/** Checks one page of runs, newest first. Hand-written SQL: one statement checks a page and finds its end. */
export async function undigestedRuns(sql: Sql, after: RunPlace | undefined): Promise<UndigestedPage> {
  const isAfter = after
    ? sql`and (r.created_at, r.id) < (${after.createdAt}::text::timestamptz, ${after.id})`
    : sql``;
  const rows = await sql<(RunPlace & { isMissing: boolean })[]>`
    select r.id, r.created_at::text as "createdAt",
      r.finished_at is not null and r.chunk_of is null
        and not exists (select from run_digests d where d.run_id = r.id) as "isMissing"
    from runs r where true ${isAfter}
    order by r.created_at desc, r.id desc limit ${PAGE}`;
  const last = rows.at(-1);
  return {
    ids: rows.filter(({ isMissing }) => isMissing).map(({ id }) => id),
    next: rows.length === PAGE && last ? { createdAt: last.createdAt, id: last.id } : undefined,
  };
}
