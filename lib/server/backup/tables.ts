import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type { ISql } from 'postgres';
import * as schema from '@/drizzle/schema';

/**
 * Contents travel by their hash, whatever store they come from or go to; lists of processes are true for seconds; a
 * restored installation has an id of its own, and its processes say what may be called.
 */
const LEFT_OUT = ['blobs', 'installation', 'listeners', 'workers'];

/** A column as PostgreSQL has it. */
export interface Column {
  readonly name: string;
  /** As SQL spells it. */
  readonly type: string;
  /** What numbers its rows, if anything does. */
  readonly sequence: string | null;
}

/** Every table, with the tables its rows refer to. */
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

/** Names of the tables of a backup: a table comes after those that its rows refer to. */
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

/** Columns of a table in its own order; none when the database has no such table. */
export function columnsOf(sql: ISql, table: string): Promise<Column[]> {
  return sql<Column[]>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.oid = to_regclass(${table}) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by a.attnum`;
}

/** A name as SQL takes it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
