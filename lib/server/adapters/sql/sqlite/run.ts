import { ActionError } from '@/engine/errors';
import type { Json } from '@/engine/json';
import type { SqlResult } from '@/engine/ports';
import { compileCommand, compileQuery, type Statement } from '../compile';
import { LIMIT_BYTES } from '../limits';
import type { FileRequest } from '../request';
import { binary, float, integer, rowOf, uniqueNames } from '../rows';
import { checkStatement } from '../statement-rules';
import { sqliteFailure } from './failures';
import { withFileLock } from './lock';
import { placeOf } from './place';
import { askWorker, type SqliteCell, type WorkerAnswer, type WorkerRequest } from './workers';

/** Inserts of at most this many rows give them back as they were stored. */
const RETURNED_ROWS = 100;

/** Carries out one command on a SQLite file, in one transaction. @throws ActionError */
export async function runSqlite(request: FileRequest, sqliteDir: string): Promise<SqlResult> {
  const { command, secrets = [] } = request;
  // A file is no host, so a secret that is bound to hosts may not go there.
  const bound = secrets.find(({ hosts }) => hosts.length > 0);
  if (bound) {
    throw new ActionError(
      'rejected',
      `The secret ${bound.name} may only be sent to its hosts, and a SQLite database is a file here. Use another secret.`,
    );
  }
  if (command.do === 'query') checkStatement(command.text, 'sqlite', command.mayWrite);
  const limit = limited(request);
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

function modeOf({ command }: FileRequest): WorkerRequest['mode'] {
  if (command.do !== 'query') return 'write';
  return command.mayWrite ? 'create' : 'read';
}

/** The request's signal, which also aborts when a statement takes too long. */
function limited({ signal, statementSeconds }: FileRequest): { signal: AbortSignal; done(): void } {
  const slow = new AbortController();
  const timer = setTimeout(() => {
    const message = `The statement took longer than ${statementSeconds} s and was stopped; nothing was changed. Raise timeout_seconds, or ask for less.`;
    slow.abort(new ActionError('timeout', message));
  }, statementSeconds * 1000);
  return { signal: AbortSignal.any([signal, slow.signal]), done: () => clearTimeout(timer) };
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
    // It would be cut off there without a word.
    throw new ActionError('rejected', 'A text holds a NUL character, which SQLite does not keep. Remove it.');
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

/** SQLite's types belong to values, not to columns: that of the first one there is. */
function typeOfColumn(rows: WorkerAnswer['rows'], index: number): string {
  const cell = rows.find((cells) => cells[index] !== null && cells[index] !== undefined)?.[index];
  if (typeof cell === 'string') return 'text';
  if (typeof cell === 'number') return Number.isInteger(cell) ? 'integer' : 'real';
  if (typeof cell === 'bigint') return 'integer';
  return cell instanceof Uint8Array ? 'blob' : 'null';
}
