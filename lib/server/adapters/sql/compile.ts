import { Param, type SQL, sql } from 'drizzle-orm';
import { MySqlDialect } from 'drizzle-orm/mysql-core';
import { PgDialect } from 'drizzle-orm/pg-core';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import type { Json, JsonObject } from '@/engine';
import type { BoundText, SqlCommand, SqlCondition, SqlConnection } from '@/engine/ports';
import { spreadLists } from './lists';

type Dialect = SqlConnection['dialect'];

/** SQL text with placeholders, and the values to bind. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly Json[];
}

/** Databases allow 65,535 parameters in a statement, SQLite 32,766. */
const MOST_PARAMETERS: Readonly<Record<Dialect, number>> = {
  postgres: 60_000,
  mysql: 60_000,
  sqlite: 30_000,
};

/** These only compile and never connect. They quote names and never interpret their text. */
const COMPILERS = {
  postgres: new PgDialect(),
  mysql: new MySqlDialect(),
  sqlite: new SQLiteSyncDialect(),
};

/**
 * Builds the statements of a command. Every value is a parameter, every name is quoted.
 * @param returning whether the inserted rows are read back
 */
export function compileCommand(
  command: Exclude<SqlCommand, { do: 'query' }>,
  dialect: Dialect,
  returning = false,
): Statement[] {
  const compile = (query: SQL): Statement => {
    const { sql: text, params } = COMPILERS[dialect].sqlToQuery(query);
    return { sql: text, parameters: params.map(unwrap) };
  };
  const table = list(command.table.split('.').map(nameOf), '.');
  if (command.do === 'delete') return [compile(sql`delete from ${table}${whereOf(command.where)}`)];
  if (command.do === 'update') {
    const set = Object.entries(command.set).map(
      ([column, value]) => sql`${nameOf(column)} = ${parameterOf(value)}`,
    );
    return [compile(sql`update ${table} set ${list(set)}${whereOf(command.where)}`)];
  }
  const end = returning ? sql` returning *` : sql``;
  return batches(command.rows, dialect).map(({ columns, rows }) => {
    const values = rows.map((row) => sql`(${list(columns.map((column) => cellOf(row, column)))})`);
    return compile(sql`insert into ${table} (${list(columns.map(nameOf))}) values ${list(values)}${end}`);
  });
}

/** A quoted name. */
function nameOf(name: string): SQL {
  return sql`${sql.identifier(name)}`;
}

/** Wraps a value: the compiler inspects what it is given, and must not inspect values. */
class Boxed {
  readonly value: Json;

  constructor(value: Json) {
    this.value = value;
  }
}

/** Binds a value of any kind as one parameter. */
function parameterOf(value: Json): SQL {
  return sql`${new Param(new Boxed(value))}`;
}

/** @throws TypeError for a parameter that was not created by parameterOf */
function unwrap(parameter: unknown): Json {
  if (parameter instanceof Boxed) return parameter.value;
  throw new TypeError('The SQL compiler added an unexpected parameter.');
}

function list(parts: SQL[], separator = ', '): SQL {
  return sql.join(parts, sql.raw(separator));
}

interface Batch {
  readonly columns: readonly string[];
  readonly rows: JsonObject[];
}

/** Splits rows over several statements, in their order, when one statement has too few parameters. */
function batches(rows: readonly JsonObject[], dialect: Dialect): Batch[] {
  const all = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const found: Batch[] = [];
  for (const row of rows) {
    // SQLite has no DEFAULT keyword, so rows with different columns need statements of their own.
    const columns = dialect === 'sqlite' ? Object.keys(row) : all;
    const last = found.at(-1);
    const most = Math.max(1, Math.floor(MOST_PARAMETERS[dialect] / columns.length));
    const fits = last !== undefined && last.rows.length < most && isSame(last.columns, columns);
    if (fits) last.rows.push(row);
    else found.push({ columns, rows: [row] });
  }
  return found;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one === other || (one.length === other.length && one.every((name, index) => name === other[index]));
}

function cellOf(row: JsonObject, column: string): SQL {
  const value = Object.hasOwn(row, column) ? row[column] : undefined;
  return value === undefined ? sql`default` : parameterOf(value);
}

function whereOf(conditions: readonly SqlCondition[]): SQL {
  if (conditions.length === 0) return sql``;
  return sql` where ${list(conditions.map(conditionOf), ' and ')}`;
}

function conditionOf({ column, is, value }: SqlCondition): SQL {
  const name = nameOf(column);
  if (is === 'is_null') return value === true ? sql`${name} is null` : sql`${name} is not null`;
  if (is !== 'in') return sql`${name} ${sql.raw(is)} ${parameterOf(value)}`;
  // An empty list contains no value, but no dialect has an empty list.
  if (!Array.isArray(value) || value.length === 0) return sql`1 = 0`;
  return sql`${name} in (${list(value.map(parameterOf))})`;
}

/** Builds a query with placeholders for its values. @throws ActionError `invalid_params` */
export function compileQuery(query: BoundText, dialect: Dialect): Statement {
  const { parts, values } = spreadLists(query);
  const text = parts.map((part, index) => {
    if (index === 0) return part;
    return `${dialect === 'postgres' ? `$${index}` : '?'}${part}`;
  });
  return { sql: text.join(''), parameters: values };
}
