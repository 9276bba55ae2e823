import mysql, { type TypedParameter } from 'mysql2';
import type { Json } from '@/engine';
import type { SqlResult } from '@/engine/ports';
import { compileCommand, compileQuery, type Statement } from '../compile';
import { tooManyRows } from '../limits';
import type { ServerRequest, SqlOptions } from '../request';
import { rowOf, uniqueNames } from '../rows';
import { checkStatement } from '../statement-rules';
import { mysqlFailure } from './failures';
import { type MysqlSession, openMysql } from './open';
import { cell, type Field, typeName } from './types';

/** Inserts of up to this many rows return the rows as stored, where the server supports it. */
const RETURNED_ROWS = 100;
const NO_RIGHT = new Set([1142, 1143]);
const CANCEL_MS = 2000;

/** Runs one command on MySQL or MariaDB in one transaction. @throws ActionError */
export async function runMysql(request: ServerRequest, options: SqlOptions): Promise<SqlResult> {
  const { command, signal } = request;
  if (command.do === 'query') checkStatement(command.text, 'mysql', command.mayWrite);
  try {
    signal.throwIfAborted();
    return await attempt(request, options, command.do === 'insert' && command.rows.length <= RETURNED_ROWS);
  } catch (error) {
    throw mysqlFailure(error, request);
  }
}

async function attempt(request: ServerRequest, options: SqlOptions, wantsRows: boolean): Promise<SqlResult> {
  const session = await openMysql(request, options, request.signal);
  const returning = wantsRows && session.isMariadb;
  try {
    return await inTransaction(session, request, options, statementsOf(request, returning));
  } catch (error) {
    // An account with INSERT only may not read rows back: the transaction is rolled back and repeated without
    // reading.
    const number = error instanceof Error && 'errno' in error ? Number(error.errno) : 0;
    if (!returning || !NO_RIGHT.has(number)) throw error;
  } finally {
    session.destroy();
  }
  return attempt(request, options, false);
}

function statementsOf({ command }: ServerRequest, returning: boolean): Statement[] {
  if (command.do === 'query') return [compileQuery(command.text, 'mysql')];
  return compileCommand(command, 'mysql', returning);
}

async function inTransaction(
  session: MysqlSession,
  request: ServerRequest,
  options: SqlOptions,
  statements: readonly Statement[],
): Promise<SqlResult> {
  const { signal, command } = request;
  const onAbort = () => void stop(session, request, options);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    signal.throwIfAborted();
    await say(session, settings(session, request));
    const isReading = command.do === 'query' && !command.mayWrite;
    await say(session, `start transaction ${isReading ? 'read only' : 'read write'}`);
    let result: SqlResult = { rows: [], rowCount: 0, columns: [] };
    for (const statement of statements) result = added(result, await read(session, statement, request));
    signal.throwIfAborted();
    await say(session, 'commit');
    return result;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/**
 * Uses UTC and limits the time of a statement. MySQL limits SELECT only; our deadline limits other
 * statements.
 */
function settings({ isMariadb }: MysqlSession, { statementSeconds }: ServerRequest): string {
  const seconds = Math.max(0.001, statementSeconds);
  const limit = isMariadb
    ? `max_statement_time = ${seconds}`
    : `max_execution_time = ${Math.ceil(seconds * 1000)}`;
  const lock = `innodb_lock_wait_timeout = ${Math.max(1, Math.ceil(seconds))}`;
  return `set session time_zone = '+00:00', ${limit}, ${lock}`;
}

function say({ connection, broken }: MysqlSession, text: string): Promise<void> {
  const said = new Promise<void>((resolve, reject) => {
    connection.query(text, (error) => (error ? reject(error) : resolve()));
  });
  return Promise.race([said, broken]);
}

/** Cancels the statement over a second connection, then closes the first one. */
async function stop(session: MysqlSession, request: ServerRequest, options: SqlOptions): Promise<void> {
  const { threadId } = session.connection;
  try {
    const other = await openMysql(request, options, AbortSignal.timeout(CANCEL_MS));
    await say(other, `kill query ${Number(threadId)}`).finally(() => other.destroy());
  } catch {
    // The server ends the statement by its own limit, or when it notices that we are gone.
  } finally {
    session.destroy();
  }
}

/** The server's result for a statement without rows. */
interface Header {
  readonly affectedRows: number;
}

function read(
  { connection, broken, destroy }: MysqlSession,
  statement: Statement,
  { maxRows }: ServerRequest,
): Promise<SqlResult> {
  const answer = new Answer();
  const values = statement.parameters.map(parameter);
  const read = new Promise<SqlResult>((resolve, reject) => {
    const running = connection.execute({ sql: statement.sql, values, rowsAsArray: true });
    running.on('error', reject);
    running.on('fields', (fields: Field[] | undefined) => answer.begin(fields));
    running.on('result', (row: unknown) => {
      if (Array.isArray(row)) answer.row(row);
      else answer.changed((row as Header).affectedRows);
      if (answer.length <= maxRows) return;
      reject(tooManyRows(maxRows));
      destroy();
    });
    running.on('end', () => resolve(answer.result()));
  });
  return Promise.race([read, broken]);
}

/** The first result set; a procedure may return several. */
class Answer {
  readonly #rows: Json[][] = [];
  #fields: readonly Field[] | undefined;
  #isFirst = true;
  #affected = 0;

  get length(): number {
    return this.#rows.length;
  }

  begin(fields: readonly Field[] | undefined): void {
    if (fields === undefined) return;
    this.#isFirst = this.#fields === undefined;
    this.#fields ??= fields;
  }

  row(cells: readonly unknown[]): void {
    const fields = this.#fields;
    if (!this.#isFirst || fields === undefined) return;
    this.#rows.push(cells.map((value, index) => cell(value, fields[index] ?? { name: '' })));
  }

  changed(affected: number): void {
    this.#affected += affected;
  }

  result(): SqlResult {
    const fields = this.#fields ?? [];
    const names = uniqueNames(fields.map(({ name }) => name));
    return {
      rows: this.#rows.map((cells) => rowOf(names, cells)),
      rowCount: this.#rows.length > 0 ? this.#rows.length : this.#affected,
      columns: names.map((name, index) => ({ name, type: typeName(fields[index] ?? { name }) })),
    };
  }
}

/** Whole numbers are bound as integers: the driver would send floating-point numbers, which LIMIT rejects. */
function parameter(
  value: Json,
): string | number | boolean | null | ReturnType<typeof TypedParameter.LONGLONG> {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return mysql.TypedParameter.LONGLONG(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

function added(one: SqlResult, other: SqlResult): SqlResult {
  return {
    rows: [...one.rows, ...other.rows],
    rowCount: one.rowCount + other.rowCount,
    columns: other.columns,
  };
}
