import type { TransactionSql } from 'postgres';

/**
 * Adds an entry for a new command, in the transaction that stores the command. Does nothing for runs that
 * workers advance. Hand-written SQL: it reads and writes in one round trip, while the run is locked.
 */
export async function addCommandEntry(
  tx: TransactionSql,
  command: { id: string; runId: string },
): Promise<void> {
  await tx`
    insert into outbox (id, run_id, kind, body)
    select ${command.id}, id, 'command', json_build_object('count', command_count)
    from runs where id = ${command.runId} and driver = 'restate'`;
}
