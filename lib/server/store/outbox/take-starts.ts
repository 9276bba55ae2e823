import type { Sql } from 'postgres';
import { isUnsent } from '@/drizzle/predicates';
import { lockTransaction } from '../../db/advisory-locks';
import { retrying } from '../retry';
import { where } from '../where';
import { type OutboxEntry, SENDING_MS } from './entry';

/**
 * Takes runs to start: by priority, pipelines of equal priority in turns, then by age; at most `limit`, with
 * at most `most` active runs in total and within the `concurrency` of each pipeline. One process at a time
 * counts and takes. Hand-written SQL: it counts and takes under an advisory lock.
 */
export function takeStarts(sql: Sql, limit: number, most: number): Promise<OutboxEntry[]> {
  return retrying(() =>
    sql.begin(async (tx) => {
      await lockTransaction(tx, 'starts');
      return tx<OutboxEntry[]>`
        with begun as (
          select r.id, r.pipeline_id, r.status from runs r
          where r.driver = 'restate' and (
            r.status in ('running', 'waiting')
            or r.status = 'pending' and exists (
              select from outbox o where o.run_id = r.id and o.kind = 'start'
                and (not (${where(tx, isUnsent, 'o')}) or o.tries > 0 and o.due_at > now())
            )
          )
        ),
        busy as (select pipeline_id, count(*)::int as count from begun group by pipeline_id),
        free as (select greatest(${most} - count(*), 0)::int as count from begun where status <> 'waiting'),
        queued as (
          select o.id, r.priority, r.created_at, r.concurrency, r.cancel_requested, r.pipeline_id,
            row_number() over (partition by r.pipeline_id order by r.priority desc, r.number) as place
          from outbox o join runs r on r.id = o.run_id
          where ${where(tx, isUnsent, 'o')} and o.due_at <= now() and o.kind = 'start' and r.status = 'pending'
        ),
        fitting as (
          select q.id from queued q left join busy b on b.pipeline_id = q.pipeline_id
          where q.concurrency = 0 or q.cancel_requested or q.place <= q.concurrency - coalesce(b.count, 0)
          order by q.priority desc, q.place, q.created_at
          limit least(${limit}, (select count from free))
        )
        update outbox o set tries = o.tries + 1, due_at = now() + ${SENDING_MS} * interval '1 millisecond'
        from fitting f where o.id = f.id
        returning o.id, o.run_id as "runId", o.kind, 0 as count, o.tries`;
    }),
  );
}
