import type { Json } from '@/engine';
import type { SqlResult } from '@/engine/ports';
import { compileCommand, compileQuery, type Statement } from '../compile';
import { tooManyRows } from '../limits';
import type { ServerRequest, SqlOptions } from '../request';
import { rowOf, uniqueNames } from '../rows';
import { checkStatement } from '../statement-rules';
import { postgresFailure } from './failures';
import { openPostgres, type PostgresSession } from './open';
import { parameter } from './parameters';
import { typeOf } from './types';

/** Inserts of up to this many rows return the rows as stored. */
const RETURNED_ROWS = 100;
const NO_RIGHT = '42501';
const CANCEL_GRACE_MS = 1000;

/** Runs one command on PostgreSQL in one transaction. @throws ActionError */
export async function runPostgres(request: ServerRequest, options: SqlOptions): Promise<SqlResult> {
  const { command, signal } = request;
  if (command.do === 'query') checkStatement(command.text, 'postgres', command.mayWrite);
  try {
    signal.throwIfAborted();
    return await attempt(request, options, command.do === 'insert' && command.rows.length <= RETURNED_ROWS);
  } catch (error) {
    throw postgresFailure(error, request);
  }
}

async function attempt(request: ServerRequest, options: SqlOptions, returning: boolean): Promise<SqlResult> {
  const session = await openPostgres(request, options);
  try {
    return await inTransaction(session, request, statementsOf(request, returning));
  } catch (error) {
    // An account with INSERT only may not read rows back: the transaction is rolled back and repeated without
    // reading.
    const isNarrow = returning && error instanceof Error && 'code' in error && error.code === NO_RIGHT;
    if (!isNarrow) throw error;
  } finally {
    await session.close();
  }
  return attempt(request, options, false);
}

function statementsOf({ command }: ServerRequest, returning: boolean): Statement[] {
  if (command.do === 'query') return [compileQuery(command.text, 'postgres')];
  return compileCommand(command, 'postgres', returning);
}

/** Settings for this transaction only: poolers reject most of them at the start of a connection. */
function preamble({ command, statementSeconds }: ServerRequest): string {
  const isReading = command.do === 'query' && !command.mayWrite;
  const settings = {
    statement_timeout: String(Math.max(1, Math.ceil(statementSeconds * 1000))),
    timezone: "'UTC'",
    datestyle: "'ISO, YMD'",
    intervalstyle: "'iso_8601'",
    bytea_output: "'hex'",
  };
  const set = Object.entries(settings).map(([name, value]) => `set local ${name} = ${value}`);
  return [isReading ? 'begin read only' : 'begin', ...set].join('; ');
}

async function inTransaction(
  session: PostgresSession,
  request: ServerRequest,
  statements: readonly Statement[],
): Promise<SqlResult> {
  const { sql, broken } = session;
  let running: { cancel(): void } | undefined;
  const onAbort = () => void stop(session, running);
  request.signal.addEventListener('abort', onAbort, { once: true });
  try {
    await Promise.race([sql.unsafe(preamble(request)), broken]);
    let result: SqlResult = { rows: [], rowCount: 0, columns: [] };
    for (const { sql: text, parameters } of statements) {
      request.signal.throwIfAborted();
      const query = sql.unsafe(text, parameters.map(parameter) as string[], { prepare: false, ...EXTENDED });
      running = query;
      result = added(result, await Promise.race([read(query, request), broken]));
    }
    request.signal.throwIfAborted();
    await Promise.race([sql.unsafe('commit'), broken]);
    return result;
  } finally {
    request.signal.removeEventListener('abort', onAbort);
  }
}

/** Runs one statement, with or without values. The driver's types lack this signature. */
const EXTENDED = { simple: false } as object;

/** Cancels the statement over a second connection, then closes the first one. */
async function stop(session: PostgresSession, running: { cancel(): void } | undefined): Promise<void> {
  session.allowCancel();
  running?.cancel();
  setTimeout(() => session.destroy(new Error('aborted')), running ? CANCEL_GRACE_MS : 0).unref();
}

/** A result with cells as the server wrote them. */
interface RawResult extends ReadonlyArray<readonly (Uint8Array | null)[]> {
  readonly count: number | null;
  readonly columns: readonly { readonly name: string; readonly type: number }[] | undefined;
}

async function read(query: { raw(): unknown }, { maxRows }: ServerRequest): Promise<SqlResult> {
  let isOver = false;
  // Reads one row more than the limit, to see whether the limit is exceeded.
  const pending = query.raw() as {
    cursor(rows: number, each: (batch: RawResult) => unknown): Promise<RawResult>;
  };
  const result = await pending.cursor(maxRows + 1, (batch) => {
    isOver = batch.length > maxRows;
    if (isOver) throw tooManyRows(maxRows);
  });
  if (isOver) throw tooManyRows(maxRows);
  return toResult(result);
}

function toResult(result: RawResult): SqlResult {
  const columns = result.columns ?? [];
  const names = uniqueNames(columns.map(({ name }) => name));
  const types = columns.map(({ type }) => typeOf(type));
  const rows = Array.from(result, (cells) =>
    rowOf(
      names,
      cells.map((cell, index): Json => {
        if (cell === null) return null;
        return (
          types[index]?.read(Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString('utf8')) ??
          null
        );
      }),
    ),
  );
  return {
    rows,
    rowCount: result.count ?? rows.length,
    columns: names.map((name, index) => ({ name, type: types[index]?.name ?? 'other' })),
  };
}

function added(one: SqlResult, other: SqlResult): SqlResult {
  return {
    rows: [...one.rows, ...other.rows],
    rowCount: one.rowCount + other.rowCount,
    columns: other.columns,
  };
}
