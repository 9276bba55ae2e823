import { z } from 'zod';
import { defineAction } from '../../action';
import type { ActionContext } from '../../action-context';
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
    .describe('Connection string of the database. Use {{secrets.<name>}}.'),
  operation: z
    .enum(['query', 'insert', 'update', 'delete'])
    .meta({ labels: { query: 'Query', insert: 'Insert', update: 'Update', delete: 'Delete' } })
    .describe('Operation to run.'),
  table: z.string().min(1).optional().describe('Table, or schema.table. Not used by query.'),
  data: z
    .union([row, z.array(row).max(MAX_ROWS)])
    .meta({ widget: 'json' })
    .optional()
    .describe('Values by column: the row to insert (or a list of rows), or the values to update.'),
  query: z
    .string()
    .min(1)
    .meta({ reads: 'bound', widget: 'sql' })
    .optional()
    .describe('One SQL statement. Write templates without quotes.'),
  where: row
    .meta({ widget: 'json', variant: 'added' })
    .optional()
    .describe('Rows to update or delete: {"id": 7} or {"age": {">=": 18}}. All conditions must match.'),
  all_rows: z
    .boolean()
    .default(false)
    .meta({ variant: 'added' })
    .describe('Apply to every row of the table. update and delete need all_rows or where.'),
  allow_write: z
    .boolean()
    .default(false)
    .meta({ variant: 'added' })
    .describe('Allow the query to change data. Otherwise the query runs in a read-only transaction.'),
  max_rows: z
    .int()
    .min(1)
    .max(MAX_ROWS)
    .default(MAX_ROWS)
    .meta({ variant: 'added' })
    .describe('Maximum number of rows. The query fails when it returns more.'),
  timeout_seconds: z
    .number()
    .min(0)
    .max(MAX_SECONDS)
    .default(30)
    .meta({ widget: 'seconds', unit: 's', variant: 'added' })
    .describe('Timeout. The step fails and its transaction is rolled back when it is exceeded.'),
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
  // A repeated update or delete leads to the same state. A repeated insert or query may not.
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
        title: 'Query with a bound value',
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
        title: 'Insert several rows',
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
        title: 'Update the rows that match',
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
        'the database rejects the login, a table or column does not exist, a constraint is violated, or the result exceeds max_rows or 10 MB.',
      connection_error: 'the database cannot be reached, or closes the connection.',
      timeout: 'a statement takes longer than timeout_seconds. The transaction is rolled back.',
      invalid_params:
        'the connection string, the SQL or where is invalid, or a query without allow_write would change data.',
    },
    notes: [
      'Each step is one transaction: all changes are committed, or none.',
      'Dates are ISO 8601 text, bytes are base64, and numbers that exceed the precision of JSON are text.',
      'An interrupted insert, or query with allow_write, is not repeated automatically, because its outcome is unknown.',
    ],
  },

  output: z.object({
    rows: z
      .array(row)
      .describe('Rows that the query returned or that were inserted. The documentation lists the types.'),
    row_count: z.int().describe('Number of rows returned, inserted, updated or deleted.'),
    columns: z
      .array(
        z.object({
          name: z
            .string()
            .describe('Name of the column. A second column with the same name gets the suffix _2.'),
          type: z.string().describe('Type of the column in the database.'),
        }),
      )
      .optional()
      .describe('Columns of the rows, with their database types.'),
  }),

  async run(given, ctx) {
    const connection = parseConnectionString(given.connection);
    const command = COMMANDS[given.operation](given, connection.dialect, ctx);
    warnOfUnused(given, ctx);
    if (command.do === 'insert' && command.rows.length === 0) {
      ctx.log.info('insert: data is an empty list, no rows to insert');
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
      throw wrong('update needs one object in data, not a list. Use a loop for several rows.', 'data');
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
    throw new ActionError('invalid_params', `${path} is empty. Set at least one column.`, { path });
  }
  for (const column of columns) checkColumn(column, dialect, path);
}

function readRows(given: Given, dialect: Dialect): ReturnType<typeof readWhere> {
  const columns = Object.keys(given.where ?? {});
  if (columns.length === 0 && !given.all_rows) {
    throw wrong(
      `${given.operation} needs where, for example {"id": 7}, or all_rows: true to change every row of the table.`,
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
