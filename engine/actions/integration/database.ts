import { z } from 'zod';
import { type ActionContext, defineAction } from '../../action';
import { ActionError } from '../../errors';
import { isJsonObject, type JsonObject } from '../../json';
import type { SqlCommand, SqlConnection } from '../../ports';
import { parseConnectionString } from './connection_string';
import { checkColumn, checkTable } from './sql_names';
import { checkBoundPlaces } from './sql_text';
import { readWhere } from './sql_where';

const MAX_ROWS = 10_000;
const MAX_SECONDS = 300;

const row = z.record(z.string(), z.json());

const params = z.object({
  connection: z
    .string()
    .min(1)
    .meta({ widget: 'secret', address: 'server' })
    .describe('Connection string of the database. Write it as {{secrets.<name>}}.'),
  operation: z
    .enum(['query', 'insert', 'update', 'delete'])
    .meta({ labels: { query: 'Query', insert: 'Insert', update: 'Update', delete: 'Delete' } })
    .describe('What to do.'),
  table: z.string().min(1).optional().describe('Table to change, or schema.table. Not used by query.'),
  data: z
    .union([row, z.array(row).max(MAX_ROWS)])
    .meta({ widget: 'json' })
    .optional()
    .describe(
      'Values by column: what insert adds (or a list of them; an empty one adds nothing), what update sets.',
    ),
  query: z
    .string()
    .min(1)
    .meta({ reads: 'bound', widget: 'sql' })
    .optional()
    .describe('One SQL statement. What templates give is bound as values, so write them without quotes.'),
  where: row
    .meta({ widget: 'json', variant: 'added' })
    .optional()
    .describe('Which rows update and delete change: {"id": 7} or {"age": {">=": 18}}; all must hold.'),
  all_rows: z
    .boolean()
    .default(false)
    .meta({ variant: 'added' })
    .describe('Change every row of the table: update and delete need this or where.'),
  allow_write: z
    .boolean()
    .default(false)
    .meta({ variant: 'added' })
    .describe('Let the query change data. Without it the query runs in a read-only transaction.'),
  max_rows: z
    .int()
    .min(1)
    .max(MAX_ROWS)
    .default(MAX_ROWS)
    .meta({ variant: 'added' })
    .describe('A query that gives more rows than this fails.'),
  timeout_seconds: z
    .number()
    .min(0)
    .max(MAX_SECONDS)
    .default(30)
    .meta({ widget: 'seconds', unit: 's', variant: 'added' })
    .describe('Gives up, and undoes everything, after this long.'),
});

type Given = z.output<typeof params>;

const WRITING_QUERY = { operation: 'query', allow_write: true };

/** Reads and changes rows of a database. Each step is one transaction. docs/rules.md, section 7.8. */
export const database = defineAction({
  type: 'database',
  title: 'Database',
  description: 'Read or change rows of a PostgreSQL, MySQL, MariaDB or SQLite database.',
  icon: 'database',
  sentence: '{operation}[ {table}][: {query}]',
  category: 'integration',
  effect: {
    by: 'operation',
    of: { query: 'read', delete: 'destructive' },
    otherwise: 'write',
    except: { where: WRITING_QUERY, gives: 'write' },
  },
  // An update sets values and a delete leaves none: twice is as good as once. An insert, or what a query does, is not.
  idempotent: {
    by: 'operation',
    of: { query: true, update: true, delete: true },
    otherwise: false,
    except: { where: WRITING_QUERY, gives: false },
  },
  params,
  requireOneOf: ['table', 'query'],

  docs: {
    variants: { b: 'database' },
    examples: [
      {
        title: 'Rows of a query; what the template gives is bound as a value',
        step: {
          id: 'customers',
          params: {
            connection: '{{secrets.shop_database}}',
            operation: 'query',
            query: 'select id, name from customers where city = {{params.city}} limit 100',
          },
        },
      },
      {
        title: 'Several rows at once',
        step: {
          id: 'store',
          params: {
            connection: '{{secrets.shop_database}}',
            operation: 'insert',
            table: 'orders',
            data: [
              { article: 'lamp', amount: 2 },
              { article: 'chair', amount: 4 },
            ],
          },
        },
      },
      {
        title: 'Some rows of a table',
        step: {
          id: 'close_old',
          params: {
            connection: '{{secrets.shop_database}}',
            operation: 'update',
            table: 'shop.orders',
            data: { state: 'closed' },
            where: { state: 'open', days: { '>=': 30 } },
          },
        },
      },
    ],
    failures: {
      rejected:
        'the database refuses the login, does not know a table or column, a rule of the table is broken, or the answer is larger than max_rows or 10 MB.',
      connection_error: 'the database cannot be reached, or ends the connection.',
      timeout: 'a statement takes longer than timeout_seconds; nothing is changed then.',
      invalid_params:
        'the connection string, the SQL or where cannot be used, or a query without allow_write would change data.',
    },
    notes: [
      'Each step is one transaction: it is done whole, or not at all.',
      'Dates are ISO 8601 text, whole and decimal numbers that a number cannot hold exactly are text, bytes are base64.',
      'An insert or a query with allow_write that was interrupted is not repeated by itself, since nobody can know whether it happened.',
    ],
  },

  output: z.object({
    rows: z
      .array(row)
      .describe('Rows that a query gave, or that were inserted; see the documentation for types.'),
    row_count: z.int().describe('How many rows were given, inserted, updated or deleted.'),
    columns: z
      .array(
        z.object({
          name: z.string().describe('Name of the column; a second one of this name has _2 added.'),
          type: z.string().describe('What the database calls its type.'),
        }),
      )
      .optional()
      .describe('Columns of the rows, with their types in the database.'),
  }),

  async run(given, ctx) {
    const connection = parseConnectionString(given.connection);
    const command = COMMANDS[given.operation](given, connection.dialect, ctx);
    warnOfUnused(given, ctx);
    if (command.do === 'insert' && command.rows.length === 0) {
      ctx.log.info('insert: data is an empty list, so there is nothing to do');
      return { rows: [], row_count: 0 };
    }
    const result = await ctx.sql({
      connection,
      command,
      maxRows: given.max_rows,
      statementSeconds: given.timeout_seconds,
      signal: ctx.deadline(given.timeout_seconds),
    });
    ctx.log.info(`${given.operation}: ${result.rowCount} ${result.rowCount === 1 ? 'row' : 'rows'}`);
    return {
      rows: [...result.rows],
      row_count: result.rowCount,
      ...(result.columns.length === 0 ? {} : { columns: [...result.columns] }),
    };
  },
});

type Dialect = SqlConnection['dialect'];

const COMMANDS: Readonly<
  Record<Given['operation'], (given: Given, dialect: Dialect, ctx: ActionContext) => SqlCommand>
> = {
  query: (given, dialect, ctx) => {
    const text = ctx.bound('query');
    if (text === undefined) throw missing('query', 'query', 'the SQL text');
    checkBoundPlaces(text, dialect);
    return { do: 'query', text, mayWrite: given.allow_write };
  },
  insert: (given, dialect) => {
    const rows = [readData(given)].flat();
    rows.forEach((values, index) => {
      checkColumns(values, dialect, Array.isArray(given.data) ? `params.data.${index}` : 'params.data');
    });
    return { do: 'insert', table: readTable(given, dialect), rows };
  },
  update: (given, dialect) => {
    const set = readData(given);
    if (!isJsonObject(set)) {
      throw wrong('update takes one object in data, not a list. Use a loop for several rows.', 'data');
    }
    checkColumns(set, dialect, 'params.data');
    return { do: 'update', table: readTable(given, dialect), set, where: readRows(given, dialect) };
  },
  delete: (given, dialect) => ({
    do: 'delete',
    table: readTable(given, dialect),
    where: readRows(given, dialect),
  }),
};

function readTable(given: Given, dialect: Dialect): string {
  if (given.table === undefined) throw missing(given.operation, 'table', 'the name of the table');
  checkTable(given.table, dialect);
  return given.table;
}

function readData(given: Given): JsonObject | JsonObject[] {
  if (given.data === undefined) throw missing(given.operation, 'data', 'an object of values by column');
  return given.data;
}

function checkColumns(values: JsonObject, dialect: Dialect, path: string): void {
  const columns = Object.keys(values);
  if (columns.length === 0) {
    throw new ActionError('invalid_params', `${path} is empty. Give at least one column.`, { path });
  }
  for (const column of columns) checkColumn(column, dialect, path);
}

function readRows(given: Given, dialect: Dialect): ReturnType<typeof readWhere> {
  const columns = Object.keys(given.where ?? {});
  if (columns.length === 0 && !given.all_rows) {
    throw wrong(
      `${given.operation} needs where, such as {"id": 7}, or all_rows: true to change every row of the table.`,
      'where',
    );
  }
  for (const column of columns) checkColumn(column, dialect, 'params.where');
  return readWhere(given.where ?? {});
}

/** Parameters that only some operations read. */
const USED_BY: Readonly<Record<string, readonly Given['operation'][]>> = {
  data: ['insert', 'update'],
  query: ['query'],
  where: ['update', 'delete'],
};

function warnOfUnused(given: Given, ctx: ActionContext): void {
  for (const [name, operations] of Object.entries(USED_BY)) {
    if (given[name as keyof Given] === undefined || operations.includes(given.operation)) continue;
    ctx.log.warning(`${given.operation} does not use ${name}.`);
  }
}

function missing(operation: string, param: string, what: string): ActionError {
  return wrong(`${operation} needs ${param}: ${what}.`, param);
}

function wrong(message: string, param: string): ActionError {
  return new ActionError('invalid_params', message, { path: `params.${param}` });
}
