import { eq, gt, inArray, lt, sql as text } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { z } from 'zod';
import { installation, listeners } from '@/drizzle/schema';
import { NOW } from '@/drizzle/schema/columns';
import { type EgressSetting, egressSetting } from '../adapters/egress/setting';
import { isAny, rowsOf } from '../db/rows';
import { type InstallationView, listener, strictestOf } from './installation-view';

/** How long the addresses of a process stay blocked after its last refresh. */
const SILENT_INTERVAL = '5 minutes';

/**
 * The id of the installation; the first process that calls this sets it.
 * @param fresh used when none is stored yet
 */
export async function ensureInstanceId(sql: Sql, fresh: string): Promise<void> {
  await rowsOf(sql)
    .insert(installation)
    .values({ key: 'id', value: fresh, updatedAt: NOW })
    .onConflictDoNothing({ target: installation.key });
}

/** A listening process as a row. */
export type ListenerRow = Readonly<Omit<typeof listeners.$inferSelect, 'seenAt'>>;

/** Inserts or refreshes the row of a process, by the database's time, and deletes expired rows. */
export async function saveListener(sql: Sql, row: ListenerRow): Promise<void> {
  const { endpoints, egress } = row;
  await rowsOf(sql)
    .insert(listeners)
    .values({ ...row, seenAt: NOW })
    .onConflictDoUpdate({ target: listeners.id, set: { endpoints, egress, seenAt: NOW } });
  await rowsOf(sql)
    .delete(listeners)
    .where(lt(listeners.seenAt, text`now() - ${SILENT_INTERVAL}::interval`));
}

export async function removeListeners(sql: Sql, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await rowsOf(sql).delete(listeners).where(isAny(listeners.id, ids));
}

/** The listening processes on a host. */
export function listenersOn(sql: Sql, host: string): Promise<{ id: string; pid: number }[]> {
  return rowsOf(sql)
    .select({ id: listeners.id, pid: listeners.pid })
    .from(listeners)
    .where(eq(listeners.host, host));
}

export async function removeAllListeners(sql: Sql): Promise<void> {
  await rowsOf(sql).delete(listeners);
}

/** Stores what pipelines may call, for times without a web process. */
export async function saveEgress(sql: Sql, value: EgressSetting): Promise<void> {
  await rowsOf(sql)
    .insert(installation)
    .values({ key: 'egress', value, updatedAt: NOW })
    .onConflictDoUpdate({ target: installation.key, set: { value, updatedAt: NOW } });
}

/** What the rows of the table `installation` are, by key. */
const stored = z.object({ id: z.string(), egress: egressSetting.optional() });

/**
 * The installation and its stored setting, in one statement: a process that starts or ends meanwhile is either in the
 * addresses and the setting, or in neither.
 * @throws before the installation has an id
 */
export async function readInstallation(
  sql: Sql,
): Promise<{ readonly view: InstallationView; readonly kept: EgressSetting | undefined }> {
  const db = rowsOf(sql);
  const processes = db
    .select({
      all: text`json_agg(json_build_object('endpoints', ${listeners.endpoints}, 'egress', ${listeners.egress}))`,
    })
    .from(listeners)
    .where(gt(listeners.seenAt, text`now() - ${SILENT_INTERVAL}::interval`));
  const facts = await db
    .select({ key: installation.key, value: installation.value, processes: text<unknown>`${processes}` })
    .from(installation)
    .where(inArray(installation.key, ['id', 'egress']));
  const { id, egress: kept } = stored.parse(Object.fromEntries(facts.map(({ key, value }) => [key, value])));
  const listening = z.array(listener).parse(facts[0]?.processes ?? []);
  const wanted = listening.flatMap(({ egress }) => egress ?? []);
  // If web processes have different settings, the strictest one applies.
  const egress = strictestOf(wanted) ?? kept;
  return { view: { id, egress, endpoints: listening.flatMap(({ endpoints }) => endpoints) }, kept };
}
