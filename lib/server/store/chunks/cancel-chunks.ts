import type { Queries } from '../../db/rows';

/**
 * Cancels active chunks of a run, without waiting until the run is claimed: those with these keys, or all. Hand-written SQL:
 * it locks the chunks in the order of their ids.
 */
export async function cancelChunks(sql: Queries, runId: string, keys?: readonly string[]): Promise<void> {
  const isMeant = keys === undefined ? sql`` : sql`and chunk_key = any(${[...keys]}::text[])`;
  await sql`
    with open as (
      select id from runs
      where chunk_of = ${runId} ${isMeant} and finished_at is null and not cancel_requested
      order by id for no key update
    ),
    cancelled as (
      update runs r set
        cancel_requested = true, command_count = r.command_count + 1,
        wake_at = case when r.owner is null then now() else r.wake_at end
      from open o where r.id = o.id
      returning r.id
    )
    select pg_notify('run_commands', id) from cancelled`;
}
