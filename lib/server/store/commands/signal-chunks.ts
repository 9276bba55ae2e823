import type { TransactionSql } from 'postgres';
import type { RunCommand } from './run-command';

/**
 * Sends the signal of a run to its active chunks; later chunks receive it when they are created. Hand-written SQL: it locks
 * the chunks in the order of their ids.
 */
export async function signalChunks(
  tx: TransactionSql,
  { id, runId, command }: { id: string; runId: string; command: RunCommand },
): Promise<void> {
  const { kind, ...body } = command;
  await tx`
    with open as (
      select id, command_count from runs where chunk_of = ${runId} and finished_at is null
      order by id for no key update
    ),
    stored as (
      insert into run_commands (id, run_id, number, kind, body)
      select ${id}::text || ' ' || id, id, command_count + 1, ${kind}, ${JSON.stringify(body)}::text::json from open
    ),
    notified as (
      update runs r set
        command_count = r.command_count + 1, wake_at = case when r.owner is null then now() else r.wake_at end
      from open o where r.id = o.id
      returning r.id
    )
    select pg_notify('run_commands', id) from notified`;
}
