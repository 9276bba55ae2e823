import type { Sql } from 'postgres';
import { isUnsent } from '@/drizzle/predicates';
import { retrying } from '../retry';
import { where } from '../where';
import { type OutboxEntry, SENDING_MS } from './entry';

/**
 * Takes up to `limit` entries of commands, oldest first, and reserves them for this process. Hand-written SQL: it skips the
 * entries that other processes have locked.
 */
export function takeCommands(sql: Sql, limit: number): Promise<OutboxEntry[]> {
  return retrying(
    () => sql<OutboxEntry[]>`
      with due as (
        select id from outbox where ${where(sql, isUnsent)} and due_at <= now() and kind = 'command'
        order by due_at limit ${limit} for update skip locked
      )
      update outbox o set tries = o.tries + 1, due_at = now() + ${SENDING_MS} * interval '1 millisecond'
      from due d where o.id = d.id
      returning o.id, o.run_id as "runId", o.kind, (o.body->>'count')::int as count, o.tries`,
  );
}
