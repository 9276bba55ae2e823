import type { Sql } from 'postgres';
import { z } from 'zod';
import { type EgressSetting, egressSetting } from '../adapters/egress/setting';
import {
  type InstallationView,
  type Listener,
  type ListenerEndpoint,
  listener,
  strictestOf,
} from './installation-view';

/** How long the addresses of a process that has fallen silent stay closed. */
const SILENT_INTERVAL = '5 minutes';

/** The id of the installation, made by whichever process asks first. @param fresh taken when there is none yet */
export async function ensureInstanceId(sql: Sql, fresh: string): Promise<void> {
  await sql`
    insert into installation (key, value, updated_at) values ('id', ${JSON.stringify(fresh)}::text::json, now())
    on conflict (key) do nothing`;
}

/** A process that listens, in the words of the database. */
export interface ListenerRow {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly endpoints: readonly ListenerEndpoint[];
  readonly egress: EgressSetting | null;
}

/** Makes or refreshes the row of a process, by the database's time, and drops those that are silent for long. */
export async function saveListener(sql: Sql, row: ListenerRow): Promise<void> {
  const { id, host, pid, endpoints, egress } = row;
  await sql`
    insert into listeners (id, host, pid, endpoints, egress, seen_at)
    values (${id}, ${host}, ${pid}, ${JSON.stringify(endpoints)}::text::json,
      ${egress && JSON.stringify(egress)}::text::json, now())
    on conflict (id) do update set
      endpoints = excluded.endpoints, egress = excluded.egress, seen_at = excluded.seen_at`;
  await sql`delete from listeners where seen_at < now() - ${SILENT_INTERVAL}::interval`;
}

export async function removeListeners(sql: Sql, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await sql`delete from listeners where id = any(${[...ids]})`;
}

/** The processes that the database knows on a host. */
export async function listenersOn(sql: Sql, host: string): Promise<readonly { id: string; pid: number }[]> {
  return sql<{ id: string; pid: number }[]>`select id, pid from listeners where host = ${host}`;
}

export async function removeAllListeners(sql: Sql): Promise<void> {
  await sql`delete from listeners`;
}

/** Keeps what pipelines may call, for while no web process runs. */
export async function saveEgress(sql: Sql, setting: EgressSetting): Promise<void> {
  await sql`
    insert into installation (key, value, updated_at)
    values ('egress', ${JSON.stringify(setting)}::text::json, now())
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`;
}

const installationRow = z.object({
  id: z.string(),
  stored: egressSetting.nullable(),
  listeners: z.array(listener),
});

/** The installation and its stored setting. @throws before it has an id */
export async function readInstallation(
  sql: Sql,
): Promise<{ readonly view: InstallationView; readonly kept: EgressSetting | undefined }> {
  const [row] = await sql`
    select
      (select value #>> '{}' from installation where key = 'id') as id,
      (select value from installation where key = 'egress') as stored,
      (select coalesce(json_agg(json_build_object('endpoints', endpoints, 'egress', egress)), '[]')
        from listeners where seen_at > now() - ${SILENT_INTERVAL}::interval) as listeners`;
  const { id, stored, listeners } = installationRow.parse(row);
  const asked = listeners.flatMap(({ egress }: Listener) => egress ?? []);
  // Web processes that disagree are one installation all the same: what all of them allow holds for it.
  const egress = strictestOf(asked) ?? stored ?? undefined;
  return {
    view: { id, egress, endpoints: listeners.flatMap((each) => each.endpoints) },
    kept: stored ?? undefined,
  };
}
