import { sql as text } from 'drizzle-orm';
import { type Queries, rowsOf } from '../db/rows';

/**
 * Channels of PostgreSQL on which processes notify each other. Statements that notify about the rows they change name their
 * channel themselves.
 */
type Channel = 'run_queue' | 'run_commands' | 'run_events' | 'triggers' | 'deployments' | 'presence';

/** Notifies every process; within a transaction, when it commits. */
export async function notify(sql: Queries, channel: Channel, payload: string): Promise<void> {
  await rowsOf(sql).execute(text`select pg_notify(${channel}, ${payload})`);
}
