import type { ISql, Sql, TransactionSql } from 'postgres';

/** Advisory locks. The numbers are arbitrary but must never change: processes of two releases may share a database. */
const LOCKS = {
  /** The owner of the bundled server. */
  owner: 4711,
  migration: 4712,
  /** Claims that count the runs of a pipeline. */
  claims: 4713,
  /** Removal of runs by retention. */
  removal: 4714,
  /** Runs that Restate is to start. */
  starts: 4715,
} as const;

/** What is changed by one process at a time. PostgreSQL makes a number of the name. */
type Subject = 'models' | 'deployments';

// Hand-written SQL: drizzle has no advisory locks.

/** Waits for a lock; it is held until the connection closes. */
export async function lockConnection(sql: ISql, lock: keyof typeof LOCKS): Promise<void> {
  await sql`select pg_advisory_lock(${LOCKS[lock]})`;
}

/** Takes a lock unless another connection holds it; it is held until the connection closes. */
export async function tryLockConnection(sql: ISql, lock: keyof typeof LOCKS): Promise<boolean> {
  const [row] = await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${LOCKS[lock]}) as taken`;
  return row?.taken ?? false;
}

/** Waits for a lock; it is held until the transaction ends. */
export async function lockTransaction(tx: TransactionSql, lock: keyof typeof LOCKS): Promise<void> {
  await tx`select pg_advisory_xact_lock(${LOCKS[lock]})`;
}

/** Takes a lock unless another transaction holds it; it is held until the transaction ends. */
export async function tryLockTransaction(tx: TransactionSql, lock: keyof typeof LOCKS): Promise<boolean> {
  const [row] = await tx<{ taken: boolean }[]>`select pg_try_advisory_xact_lock(${LOCKS[lock]}) as taken`;
  return row?.taken ?? false;
}

/** Runs a transaction alone, in whichever process. */
export async function withLock<T>(
  sql: Sql,
  subject: Subject,
  work: (tx: TransactionSql) => Promise<T>,
): Promise<T> {
  const done = await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext(${`pipewright ${subject}`}))`;
    return { value: await work(tx) };
  });
  return done.value;
}
