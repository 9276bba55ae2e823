import type { Sql } from 'postgres';
import type { FamilyRun } from '@/lib/contracts/reruns';

/** Most runs of a family that are listed. */
const MOST = 200;

/** Longest chain of re-runs that is followed. */
const MAX_DEPTH = 100;

/**
 * The first run of the family of a run, and all re-runs that come from it, oldest first; of tries only the run itself. Hand-written SQL: it follows
 * parents and children recursively.
 */
export function familyOf(sql: Sql, runId: string): Promise<FamilyRun[]> {
  return sql<FamilyRun[]>`
    with recursive above as (
      select id, parent_run_id, 0 as depth from runs where id = ${runId} and chunk_of is null
      union all
      select r.id, r.parent_run_id, a.depth + 1 from above a join runs r on r.id = a.parent_run_id
      where a.depth < ${MAX_DEPTH}
    ),
    family as (
      select id, 0 as depth from (select id from above order by depth desc limit 1) as first
      union all
      select r.id, f.depth + 1 from family f join runs r on r.parent_run_id = f.id
      where f.depth < ${MAX_DEPTH} and (r.trigger <> 'try' or r.id = ${runId})
    )
    select r.id, r.number, r.version, r.status, r.parent_run_id as "parentRunId", r.created_at as "createdAt",
      e.body->'rerun'->>'scope' as scope, e.body->'rerun'->>'step' as step
    from family f join runs r on r.id = f.id left join run_events e on e.run_id = r.id and e.seq = 1
    order by r.created_at, r.id limit ${MOST}`;
}

/**
 * For each of these runs the first of its re-runs, and of theirs, that completed. A try fixes nothing. Hand-written SQL: it follows children
 * recursively.
 */
export async function fixingRunsOf(
  sql: Sql,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, { id: string; number: number }>> {
  if (runIds.length === 0) return new Map();
  const rows = await sql<{ root: string; id: string; number: number }[]>`
    with recursive below as (
      select parent_run_id as root, id, 1 as depth from runs where parent_run_id = any(${[...runIds]}::text[])
      union all
      select b.root, r.id, b.depth + 1 from below b join runs r on r.parent_run_id = b.id
      where b.depth < ${MAX_DEPTH}
    )
    select distinct on (b.root) b.root, r.id, r.number from below b join runs r on r.id = b.id
    where r.status = 'completed' and r.trigger <> 'try' order by b.root, r.created_at, r.id`;
  return new Map(rows.map(({ root, id, number }) => [root, { id, number }]));
}
