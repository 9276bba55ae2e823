import type { Sql } from 'postgres';
import { between } from '../../failpoint';
import { retrying } from '../retry';

/**
 * Releases all runs of this worker, claimable immediately. Hand-written SQL: it locks the runs in the order of their ids.
 */
export async function releaseAll(sql: Sql, owner: string): Promise<void> {
  await retrying(() =>
    between(
      'release',
      () => sql`
      with held as (select id from runs where owner = ${owner} order by id for no key update),
      released as (
        update runs r set owner = null, lease_until = null, wake_at = now(), crash_count = 0 from held h where r.id = h.id
        returning r.id
      )
      select pg_notify('run_queue', '') from released limit 1`,
    ),
  );
}
