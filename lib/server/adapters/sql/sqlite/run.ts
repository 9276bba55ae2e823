import { ActionError, type Json } from '@/engine';
import type { SqlResult } from '@/engine/ports';
import { deadlineOf } from '../../../deadline';
import { compileCommand, compileQuery, type Statement } from '../compile';
import { statementTimeout } from '../failure-texts';
import { LIMIT_BYTES } from '../limits';
import type { FileRequest } from '../request';
import { binary, float, integer, rowOf, uniqueNames } from '../rows';
import { checkStatement } from '../statement-rules';
import { sqliteFailure } from './failures';
import { withFileLock } from './lock';
import { placeOf } from './place';
import { askWorker, type SqliteCell, type WorkerAnswer, type WorkerRequest } from './workers';

/** Inserts of up to this many rows return the rows as stored. */
const RETURNED_ROWS = 100;

/** Runs one command on a SQLite file in one transaction. @throws ActionError */
export async function runSqlite(request: FileRequest, sqliteDir: string): Promise<SqlResult> {
  const { command, secrets = [] } = request;
  // A file is not a host, so a secret that is restricted to hosts may not be used for it.
  const bound = secrets.find(({ hosts }) => hosts.length > 0);
  if (bound) {
    throw new ActionError(
      'rejected',
      `The secret ${bound.name} is restricted to its hosts, and a SQLite database is a local file. Use another secret.`,
    );
  }
  if (command.do === 'query') checkStatement(command.text, 'sqlite', command.mayWrite);
  const limit = deadlineOf(request.signal, request.statementSeconds * 1000, () => tooSlow(request));
  try {
    const path = await placeOf(request, sqliteDir);
    const mode = modeOf(request);
    const statements = statementsOf(request);
    const { maxRows } = request;
    const answer = await withFileLock(path, limit.signal, () =>
      askWorker({ path, statements, mode, maxRows, limitBytes: LIMIT_BYTES }, limit.signal),
    );
    return toResult(answer);
  } catch (error) {
    throw sqliteFailure(error, { ...request, signal: limit.signal });
  } finally {
    limit.done();
  }
}

function tooSlow({ statementSeconds }: FileRequest): ActionError {
  return new ActionError('timeout', statementTimeout(statementSeconds));
}

function modeOf({ command }: FileRequest): WorkerRequest['mode'] {
  if (command.do !== 'query') return 'write';
  return command.mayWrite ? 'create' : 'read';
}

function statementsOf({ command }: FileRequest): Statement[] {
  const isSmall = command.do === 'insert' && command.rows.length <= RETURNED_ROWS;
  const statements =
    command.do === 'query'
      ? [compileQuery(command.text, 'sqlite')]
      : compileCommand(command, 'sqlite', isSmall);
  return statements.map(({ sql, parameters }) => ({ sql, parameters: parameters.map(parameter) }));
}

/** SQLite has neither booleans nor lists nor objects. */
function parameter(value: Json): string | number | null {
  if (typeof value === 'string' && value.includes('\0')) {
    // SQLite would silently cut the text off at that character.
    throw new ActionError(
      'rejected',
      'A text value contains a NUL character, which SQLite cannot store. Remove it.',
    );
  }
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

function toResult({ columns, rows, rowCount }: WorkerAnswer): SqlResult {
  const names = uniqueNames(columns);
  return {
    rows: rows.map((cells) => rowOf(names, cells.map(toJson))),
    rowCount,
    columns: names.map((name, index) => ({ name, type: typeOfColumn(rows, index) })),
  };
}

function toJson(cell: SqliteCell): Json {
  if (typeof cell === 'bigint') return integer(String(cell));
  if (typeof cell === 'number') return Number.isInteger(cell) ? cell : float(String(cell));
  return cell instanceof Uint8Array ? binary(cell) : cell;
}

/** The type of the first value in a column: in SQLite types belong to values, not to columns. */
function typeOfColumn(rows: WorkerAnswer['rows'], index: number): string {
  const cell = rows.find((cells) => cells[index] !== null && cells[index] !== undefined)?.[index];
  if (typeof cell === 'string') return 'text';
  if (typeof cell === 'number') return Number.isInteger(cell) ? 'integer' : 'real';
  if (typeof cell === 'bigint') return 'integer';
  return cell instanceof Uint8Array ? 'blob' : 'null';
}
