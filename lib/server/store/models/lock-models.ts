import type { Sql, TransactionSql } from 'postgres';
import { withLock } from '../../db/advisory-locks';

/** Serialises changes of the folder of models over all processes, so that rows and files agree. */
export function lockModels<T>(sql: Sql, work: (tx: TransactionSql) => Promise<T>): Promise<T> {
  return withLock(sql, 'models', work);
}
