import type { ISql } from 'postgres';
import { tablesInOrder } from './tables';

/**
 * Rows written to the tables of a backup, counted by the database's statistics, which survive a clean
 * restart.
 */
export async function changesSoFar(sql: ISql): Promise<number> {
  const [row] = await sql<{ changes: number }[]>`
    select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::float8 as changes
    from pg_stat_user_tables where schemaname = 'public' and relname = any(${tablesInOrder()}::text[])`;
  return row?.changes ?? 0;
}
