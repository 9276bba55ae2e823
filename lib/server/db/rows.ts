import { type AnyColumn, type SQL, sql as text } from 'drizzle-orm';
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import type { Sql, TransactionSql } from 'postgres';

/** A pool, or a transaction of one. */
export type Queries = Sql | TransactionSql;

const known = new WeakMap<Queries, PgRemoteDatabase>();

/**
 * Queries written with drizzle, over the same connections as those written by hand. Drizzle's own driver for postgres.js
 * changes how every query of its pool reads and writes dates and JSON: hence the general one.
 */
export function rowsOf(sql: Queries): PgRemoteDatabase {
  const open = known.get(sql);
  if (open) return open;
  const made = drizzle(async (query, params) => ({
    rows: await sql.unsafe(query, params, { prepare: true }).values(),
  }));
  known.set(sql, made);
  return made;
}

/** Whether a column has one of some values: one parameter, so that the statement is the same for any number of them. */
export function isAny(column: AnyColumn, values: readonly string[]): SQL {
  return text`${column} = any(${text.param([...values])}::text[])`;
}
