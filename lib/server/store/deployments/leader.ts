import { and, eq, lt, or, sql as text } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { installation } from '@/drizzle/schema';
import { NOW } from '@/drizzle/schema/columns';
import { rowsOf } from '../../db/rows';

const KEY = 'deployments_leader';

/** A process that may bring deployments to their desired state. */
export interface Leader {
  /** The process; another one at each start. */
  readonly owner: string;
  readonly host: string;
  readonly pid: number;
  /** Start time of the process: a pid is used again. */
  readonly started: string;
}

/** The process that leads, or led last. */
export async function findLeader(sql: Sql): Promise<Leader | undefined> {
  const [row] = await rowsOf(sql)
    .select({ value: installation.value })
    .from(installation)
    .where(eq(installation.key, KEY));
  // Written by `lead` alone.
  return row?.value as Leader | undefined;
}

/** Whether the process that leads has not renewed the lead for this long. */
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
 * Takes or keeps the lead.
 * @param over a process that is known to have ended
 * @param seconds after which a leader that does not renew it has lost the lead
 * @returns whether this process leads
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

/** Gives up the lead, so that another process takes it at once. */
export async function resign(sql: Sql, owner: string): Promise<void> {
  await rowsOf(sql)
    .delete(installation)
    .where(and(eq(installation.key, KEY), text`${installation.value}->>'owner' = ${owner}`));
}
