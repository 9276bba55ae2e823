import type { Sql, TransactionSql } from 'postgres';
import { withLock } from '../../db/advisory-locks';

/**
 * One change of what deployments need at a time, in whichever process: two of them could otherwise reserve the same capacity.
 */
export function lockDeployments<T>(sql: Sql, work: (tx: TransactionSql) => Promise<T>): Promise<T> {
  return withLock(sql, 'deployments', work);
}
