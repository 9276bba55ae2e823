import { and, eq, lt, ne, sql as text } from 'drizzle-orm';
import type { Sql, TransactionSql } from 'postgres';
import { installation } from '@/drizzle/schema';
import { NOW } from '@/drizzle/schema/columns';
import { rowsOf } from '../../db/rows';

const KEY = 'deployments_leader';

/** The owner of a released lease. */
const NOBODY = '';

/** A process that may reconcile deployments. */
export interface Leader {
  /** Id of the process, different at each start. */
  readonly owner: string;
  readonly host: string;
  readonly pid: number;
  /** Start time of the process, because pids are reused. */
  readonly started: string;
}

/** The stored lease. */
export interface Lease extends Leader {
  /** Increases with each new leader. */
  readonly token: number;
  /** Changes with each renewal. */
  readonly version: string;
  readonly isResigned: boolean;
}

/** The identity of a leader under one lease. */
export type Tenure = Pick<Lease, 'owner' | 'token'>;

/** Another process has the lease, so the work of this one was refused. */
export class LeaseLost extends Error {
  constructor() {
    super('Another process leads the deployments now. This process stops its work on them.');
    this.name = 'LeaseLost';
  }
}

const owner = text<string>`${installation.value}->>'owner'`;
/** As text, because a `Date` loses the microseconds. */
const version = text<string>`${installation.updatedAt}::text`;

/** The lease of the current leader, or of the last one. */
export async function findLease(sql: Sql): Promise<Lease | undefined> {
  const [row] = await rowsOf(sql)
    .select({ value: installation.value, version })
    .from(installation)
    .where(eq(installation.key, KEY));
  if (!row) return undefined;
  // Only this file writes the value; earlier releases wrote no token.
  const leader = row.value as Leader & { readonly token?: number };
  const { token = 0 } = leader;
  return { ...leader, token, version: row.version, isResigned: leader.owner === NOBODY };
}

/** Whether the leader has not renewed its lease for this time. */
export async function isLeaderStale(sql: Sql, seconds: number): Promise<boolean> {
  const isOlder = lt(installation.updatedAt, text`now() - make_interval(secs => ${seconds})`);
  const rows = await rowsOf(sql)
    .select({ key: installation.key })
    .from(installation)
    .where(and(eq(installation.key, KEY), isOlder, ne(owner, NOBODY)));
  return rows.length > 0;
}

/**
 * Takes the lease, unless it changed since it was read.
 * @param seen from `findLease`
 * @returns its token; undefined when another process took or renewed it
 */
export async function takeLease(
  sql: Sql,
  leader: Leader,
  seen: Lease | undefined,
): Promise<number | undefined> {
  const token = (seen?.token ?? 0) + 1;
  const row = { key: KEY, value: { ...leader, token }, updatedAt: NOW };
  const db = rowsOf(sql);
  const rows = seen
    ? await db
        .update(installation)
        .set(row)
        .where(and(isLedBy(seen), eq(version, seen.version)))
        .returning({ key: installation.key })
    : await db.insert(installation).values(row).onConflictDoNothing().returning({ key: installation.key });
  return rows.length > 0 ? token : undefined;
}

/** Renews the lease. @returns false when another process has it */
export async function renewLease(sql: Sql, tenure: Tenure): Promise<boolean> {
  const rows = await rowsOf(sql)
    .update(installation)
    .set({ updatedAt: NOW })
    .where(isLedBy(tenure))
    .returning({ key: installation.key });
  return rows.length > 0;
}

/**
 * Releases the lease, so that another process can become the leader immediately. The token stays, and increases with
 * the next leader.
 */
export async function resignLease(sql: Sql, tenure: Tenure & Leader): Promise<void> {
  await rowsOf(sql)
    .update(installation)
    .set({ value: { ...tenure, owner: NOBODY }, updatedAt: NOW })
    .where(isLedBy(tenure));
}

/**
 * Runs work of the leader in one transaction, during which no other process can take the lease.
 * @throws LeaseLost when another process has it
 */
export async function asLeader<T>(
  sql: Sql,
  tenure: Tenure,
  work: (tx: TransactionSql) => Promise<T>,
): Promise<T> {
  const done = await sql.begin(async (tx) => {
    const held = await rowsOf(tx)
      .select({ key: installation.key })
      .from(installation)
      .where(isLedBy(tenure))
      .for('share');
    if (held.length === 0) throw new LeaseLost();
    return { value: await work(tx) };
  });
  return done.value;
}

function isLedBy(tenure: Tenure) {
  const token = text`coalesce((${installation.value}->>'token')::int, 0)`;
  return and(eq(installation.key, KEY), eq(owner, tenure.owner), eq(token, tenure.token));
}
