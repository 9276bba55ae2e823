import { type AnyColumn, type InferSelectModel, type SQL, type Table, sql as text } from 'drizzle-orm';
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import type { Sql, TransactionSql } from 'postgres';

/** A pool, or a transaction of one. */
export type Queries = Sql | TransactionSql;

/** A row of a table. */
export type RowOf<T extends Table> = Readonly<InferSelectModel<T>>;

/** Queries written with drizzle over a pool or a transaction. */
export type Rows = PgRemoteDatabase;

const known = new WeakMap<Queries, Rows>();

/**
 * Queries written with drizzle, over the same connections as hand-written ones. Drizzle's driver for postgres.js
 * changes how every query of its pool reads and writes dates and JSON, so the generic driver is used. Errors of
 * PostgreSQL are thrown unchanged.
 */
export function rowsOf(sql: Queries): Rows {
  const open = known.get(sql);
  if (open) return open;
  const made = drizzle((query, params) => Promise.resolve({ rows: later(sql, query, params) }));
  known.set(sql, made);
  return made;
}

/**
 * Returns a promise instead of rows: drizzle awaits it outside of its code that replaces errors by messages with the
 * values.
 */
function later(sql: Queries, query: string, params: Parameters<Sql['unsafe']>[1]): unknown[] {
  const rows = async () => sql.unsafe(query, params, { prepare: true }).values();
  return rows() as unknown as unknown[];
}

/**
 * Whether a column has one of several values, as one parameter, so that the statement is the same for any number of
 * values.
 */
export function isAny(column: AnyColumn, values: readonly string[]): SQL {
  return text`${column} = any(${text.param([...values])}::text[])`;
}
