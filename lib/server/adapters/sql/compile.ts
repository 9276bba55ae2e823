import {
  DummyDriver,
  Kysely,
  MysqlAdapter,
  MysqlQueryCompiler,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  SqliteAdapter,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Json, JsonObject } from '@/engine/json';
import type { BoundText, SqlCommand, SqlCondition, SqlConnection } from '@/engine/ports';
import { spreadLists } from './lists';

type Dialect = SqlConnection['dialect'];

/** SQL with placeholders, and the values for them. */
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

const DIALECTS = {
  postgres: { adapter: () => new PostgresAdapter(), compiler: () => new PostgresQueryCompiler() },
  mysql: { adapter: () => new MysqlAdapter(), compiler: () => new MysqlQueryCompiler() },
  sqlite: { adapter: () => new SqliteAdapter(), compiler: () => new SqliteQueryCompiler() },
};

/** Kysely as compiler alone: it never connects. It quotes names, and never reads a name's text. */
function compilerOf(dialect: Dialect): Kysely<unknown> {
  return new Kysely({
    dialect: {
      createAdapter: DIALECTS[dialect].adapter,
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: DIALECTS[dialect].compiler,
    },
  });
}

const COMPILERS = {
  postgres: compilerOf('postgres'),
  mysql: compilerOf('mysql'),
  sqlite: compilerOf('sqlite'),
};

/** The statements of a command. Every value is a parameter, every name is quoted. @param returning whether inserted rows are wanted */
export function compileCommand(
  command: Exclude<SqlCommand, { do: 'query' }>,
  dialect: Dialect,
  returning = false,
): Statement[] {
  const compile = (query: RawBuilder<unknown>): Statement => {
    const { sql: text, parameters } = query.compile(COMPILERS[dialect]);
    return { sql: text, parameters: parameters as readonly Json[] };
  };
  const table = sql.id(...command.table.split('.'));
  if (command.do === 'delete') return [compile(sql`delete from ${table}${whereOf(command.where)}`)];
  if (command.do === 'update') {
    const set = Object.entries(command.set).map(([column, value]) => sql`${sql.id(column)} = ${value}`);
    return [compile(sql`update ${table} set ${sql.join(set)}${whereOf(command.where)}`)];
  }
  const end = returning ? sql` returning *` : sql``;
  return batches(command.rows, dialect).map(({ columns, rows }) => {
    const values = rows.map((row) => sql`(${sql.join(columns.map((column) => cellOf(row, column)))})`);
    const names = sql.join(columns.map((column) => sql.id(column)));
    return compile(sql`insert into ${table} (${names}) values ${sql.join(values)}${end}`);
  });
}

interface Batch {
  readonly columns: readonly string[];
  readonly rows: JsonObject[];
}

/** Rows in their order, as many to a statement as it takes. */
function batches(rows: readonly JsonObject[], dialect: Dialect): Batch[] {
  const all = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const found: Batch[] = [];
  for (const row of rows) {
    // SQLite has no word for a default, so there only rows with the same columns go together.
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

function cellOf(row: JsonObject, column: string): RawBuilder<unknown> {
  return Object.hasOwn(row, column) ? sql`${row[column]}` : sql`default`;
}

function whereOf(conditions: readonly SqlCondition[]): RawBuilder<unknown> {
  if (conditions.length === 0) return sql``;
  return sql` where ${sql.join(conditions.map(conditionOf), sql` and `)}`;
}

function conditionOf({ column, is, value }: SqlCondition): RawBuilder<unknown> {
  const name = sql.id(column);
  if (is === 'is_null') return value === true ? sql`${name} is null` : sql`${name} is not null`;
  if (is !== 'in') return sql`${name} ${sql.raw(is)} ${value}`;
  // An empty list holds no value, but no dialect has a word for it.
  if (!Array.isArray(value) || value.length === 0) return sql`1 = 0`;
  return sql`${name} in (${sql.join(value)})`;
}

/** A query with placeholders where its values go. @throws ActionError `invalid_params` */
export function compileQuery(query: BoundText, dialect: Dialect): Statement {
  const { parts, values } = spreadLists(query);
  const text = parts.map((part, index) => {
    if (index === 0) return part;
    return `${dialect === 'postgres' ? `$${index}` : '?'}${part}`;
  });
  return { sql: text.join(''), parameters: values };
}
