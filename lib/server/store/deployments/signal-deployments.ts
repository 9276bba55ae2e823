import { sql as text } from 'drizzle-orm';
import { type Queries, rowsOf } from '../../db/rows';

/** Tells every process that a deployment, its limit or a replica of it changed. */
export async function signalDeployment(sql: Queries, id: string): Promise<void> {
  await rowsOf(sql).execute(text`select pg_notify('deployments', ${id})`);
}
