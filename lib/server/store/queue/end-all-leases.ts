import { and, eq, isNotNull, sql as text } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { runs } from '@/drizzle/schema';
import { NOW } from '@/drizzle/schema/columns';
import { rowsOf } from '../../db/rows';

/**
 * Ends every lease: correct only for a database that no other process can have open. The owner of a lease has died, since
 * an orderly shutdown releases all runs.
 */
export async function endAllLeases(sql: Sql): Promise<void> {
  await rowsOf(sql)
    .update(runs)
    .set({
      owner: null,
      leaseUntil: null,
      wakeAt: NOW,
      crashCount: text`least(${runs.crashCount} + 1, 32767)`,
      crashedEpoch: text`${runs.epoch}`,
    })
    .where(and(isNotNull(runs.owner), eq(runs.driver, 'sql')));
}
