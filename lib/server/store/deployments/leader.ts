import { and, eq, lt, or, sql as text } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { installation } from '@/drizzle/schema';
import { NOW } from '@/drizzle/schema/columns';
import { rowsOf } from '../../db/rows';

const KEY = 'deployments_leader';

/** A process that may reconcile deployments. */
export interface Leader {
  /** The process; another one at each start. */
  readonly owner: string;
  readonly host: string;
  readonly pid: number;
  /** Start time of the process: a pid is used again. */
  readonly started: string;
}

/** The current leader, or the last one. */
export async function findLeader(sql: Sql): Promise<Leader | undefined> {
  const [row] = await rowsOf(sql)
    .select({ value: installation.value })
    .from(installation)
    .where(eq(installation.key, KEY));
  // Written by `lead` alone.
  return row?.value as Leader | undefined;
}

/** Whether the leader has not renewed its lease for this long. */
export async function isLeaderStale(sql: Sql, seconds: number): Promise<boolean> {
  const rows = await rowsOf(sql)
    .select({ key: installation.key })
    .from(installation)
    .where(and(eq(installation.key, KEY), isOlder(seconds)));
  return rows.length > 0;
}

function isOlder(seconds: number) {
  return lt(installation.updatedAt, text`now() - make_interval(secs => ${seconds})`);
}

/**
 * Takes or renews the lease of the leader.
 * @param over a process that is known to have ended
 * @param seconds after which a leader that does not renew its lease loses it
 * @returns whether this process is the leader
 */
export async function lead(
  sql: Sql,
  leader: Leader,
  { over, seconds }: { readonly over: string | undefined; readonly seconds: number },
): Promise<boolean> {
  const owner = text`${installation.value}->>'owner'`;
  const value = { ...leader };
  const rows = await rowsOf(sql)
    .insert(installation)
    .values({ key: KEY, value, updatedAt: NOW })
    .onConflictDoUpdate({
      target: installation.key,
      set: { value, updatedAt: NOW },
      setWhere: or(text`${owner} = ${leader.owner}`, text`${owner} = ${over ?? ''}`, isOlder(seconds)),
    })
    .returning({ key: installation.key });
  return rows.length > 0;
}

/** Resigns, so that another process can lead immediately. */
export async function resign(sql: Sql, owner: string): Promise<void> {
  await rowsOf(sql)
    .delete(installation)
    .where(and(eq(installation.key, KEY), text`${installation.value}->>'owner' = ${owner}`));
}
