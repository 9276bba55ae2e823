import type { Sql, TransactionSql } from 'postgres';
import { withLock } from '../../db/advisory-locks';

/** One change of the folder of models at a time, in whichever process: rows and files then agree. */
export function lockModels<T>(sql: Sql, work: (tx: TransactionSql) => Promise<T>): Promise<T> {
  return withLock(sql, 'models', work);
}
