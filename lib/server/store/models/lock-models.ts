import type { Sql, TransactionSql } from 'postgres';

/**
 * One change of the folder of models at a time, in whichever process: rows and files then agree. Hand-written SQL: drizzle has
 * no advisory locks.
 */
export async function lockModels<T>(sql: Sql, work: (tx: TransactionSql) => Promise<T>): Promise<T> {
  const done = await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('pipewright models'))`;
    return { value: await work(tx) };
  });
  return done.value;
}
