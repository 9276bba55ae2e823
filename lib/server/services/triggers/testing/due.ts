import type { Sql } from 'postgres';

/** A schedule due so rarely that only a test makes it due. */
export const YEARLY = {
  kind: 'interval',
  every_seconds: 31_536_000,
  from: '2020-01-01T00:00:00Z',
} as const;

/** Makes a schedule due now: at another moment each time, for the same one never fires again. */
export async function makeDue(sql: Sql, triggerId: string): Promise<void> {
  await sql`
    with due as (
      update triggers set next_at = date_trunc('milliseconds', now())
      where id = ${triggerId} returning id
    )
    select pg_notify('triggers', id) from due`;
}
