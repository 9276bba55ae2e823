import type { Sql, TransactionSql } from 'postgres';

/**
 * One change of what deployments need at a time, in whichever process: two of them could otherwise reserve the same capacity.
 * Hand-written SQL: drizzle has no advisory locks.
 */
export async function lockDeployments<T>(sql: Sql, work: (tx: TransactionSql) => Promise<T>): Promise<T> {
  const done = await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('pipewright deployments'))`;
    return { value: await work(tx) };
  });
  return done.value;
}
