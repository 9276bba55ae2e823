import type { ISql, Sql, TransactionSql } from 'postgres';
import { tablesInOrder } from './tables';

/** The result of reading a part of the database. */
export interface Reading {
  readonly count: number;
  readonly problems: readonly string[];
}

interface Relation {
  readonly id: number;
  readonly name: string;
}

/** Runs a statement; an error of PostgreSQL is a problem of the part. */
async function problemOf(tx: TransactionSql, query: string): Promise<string | undefined> {
  try {
    await tx.savepoint((point) => point.unsafe(query));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Reads every page of every table; PostgreSQL verifies each against its checksum.
 * @param includes system tables and TOAST tables, which only a superuser may read
 */
export function readTables(sql: Sql, all: boolean): Promise<Reading> {
  return sql.begin('read only', async (tx) => {
    await tx`set local statement_timeout = 0`;
    // With an index, PostgreSQL would skip pages.
    for (const way of ['indexscan', 'indexonlyscan', 'bitmapscan'])
      await tx.unsafe(`set local enable_${way} = off`);
    const tables = all ? await everyTable(tx) : tablesInOrder().map((name) => ({ id: 0, name }));
    const problems: string[] = [];
    for (const { name } of tables) {
      const problem = await problemOf(tx, `select count(*) from ${name}`);
      if (problem !== undefined) problems.push(`The table ${name} cannot be read: ${problem}.`);
    }
    return { count: tables.length, problems };
  });
}

function everyTable(sql: ISql): Promise<Relation[]> {
  return sql<Relation[]>`
    select oid::int8::float8 as id, oid::regclass::text as name from pg_class
    where relkind in ('r', 't', 'm') and relpersistence = 'p' order by oid`;
}

class Undo extends Error {}

/**
 * Checks tables and their indexes with PostgreSQL's amcheck, which is installed in a transaction that is
 * rolled back.
 * @returns undefined when amcheck is unavailable
 */
export async function readIndexes(sql: Sql): Promise<Reading | undefined> {
  let reading: Reading | undefined;
  try {
    await sql.begin(async (tx) => {
      await tx`set local statement_timeout = 0`;
      if ((await problemOf(tx, 'create extension if not exists amcheck')) === undefined) {
        reading = await compare(tx);
      }
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  return reading;
}

async function compare(tx: TransactionSql): Promise<Reading> {
  const indexes = await tx<Relation[]>`
    select i.indexrelid::int8::float8 as id, i.indexrelid::regclass::text as name
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
    where a.amname = 'btree' and i.indisvalid and i.indrelid = any(${tablesInOrder()}::regclass[]) order by 2`;
  const problems: string[] = [];
  for (const { id, name } of indexes) {
    const problem = await problemOf(tx, `select bt_index_check(${id}::oid::regclass, true)`);
    if (problem !== undefined)
      problems.push(`The index ${name} cannot be compared with its table: ${problem}.`);
  }
  return { count: indexes.length, problems };
}
