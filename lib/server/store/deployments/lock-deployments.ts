import type { Sql, TransactionSql } from 'postgres';
import { withLock } from '../../db/advisory-locks';

/**
 * Serialises changes of reserved resources over all processes: concurrent ones could reserve the same capacity, or use a
 * cluster that is being removed.
 */
export function lockDeployments<T>(sql: Sql, work: (tx: TransactionSql) => Promise<T>): Promise<T> {
  return withLock(sql, 'deployments', work);
}
