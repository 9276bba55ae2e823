import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type { ISql } from 'postgres';
import * as schema from '@/drizzle/schema';

/**
 * Contents are backed up by hash, independently of their store. Lists of processes are valid for seconds
 * only. A restored installation gets a new id, and its processes store their own egress setting. Digests of runs are made again
 * from the journals.
 */
const LEFT_OUT = ['blobs', 'gateway_loads', 'installation', 'listeners', 'run_digests', 'workers'];

export interface Column {
  readonly name: string;
  /** SQL name of the type. */
  readonly type: string;
  /** The sequence that numbers its rows, if any. */
  readonly sequence: string | null;
}

/** Every table with the tables to which its rows refer. */
function tablesWithReferences(): Map<string, readonly string[]> {
  const configs = Object.values(schema).flatMap((table) =>
    is(table, PgTable) ? [getTableConfig(table)] : [],
  );
  return new Map(
    configs.map(({ name, foreignKeys }) => [
      name,
      foreignKeys.map((key) => getTableConfig(key.reference().foreignTable).name),
    ]),
  );
}

/** Names of the tables of a backup; each follows the tables to which its rows refer. */
export function tablesInOrder(): string[] {
  const references = tablesWithReferences();
  const ordered = new Set<string>();
  const add = (name: string): void => {
    if (ordered.has(name)) return;
    for (const other of references.get(name) ?? []) if (other !== name) add(other);
    ordered.add(name);
  };
  for (const name of references.keys()) add(name);
  return [...ordered].filter((name) => !LEFT_OUT.includes(name));
}

/** Columns of a table in order; empty when the table does not exist. */
export function columnsOf(sql: ISql, table: string): Promise<Column[]> {
  return sql<Column[]>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.oid = to_regclass(${table}) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by a.attnum`;
}

/** A quoted SQL identifier, for statements over the tables that a database has: a backup may be of an older release. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
