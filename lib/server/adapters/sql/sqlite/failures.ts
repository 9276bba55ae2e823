import { ActionError, type FailureKind } from '@/engine/errors';
import { abortFailure, codeOf } from '../../egress/failures';
import { tooLarge, tooManyRows } from '../limits';
import type { FileRequest } from '../request';
import { sentence } from '../sentence';
import { readOnly, wrong } from '../statement-rules';
import { SqliteError } from './workers';

/** Any error of a request as a failure of the step. */
export function sqliteFailure(error: unknown, request: FileRequest): ActionError {
  const { path } = request.connection;
  if (request.signal.aborted) return abortFailure(request.signal, path);
  if (error instanceof ActionError) return error;
  if (codeOf(error) === 'ENOSPC') return new ActionError('storage_full', FULL);
  if (!(error instanceof SqliteError)) {
    return new ActionError('internal', `The SQLite database ${path} could not be used.`, { cause: error });
  }
  if (error.name === 'Refusal') return error.message === 'rows' ? tooManyRows(request.maxRows) : tooLarge();
  return explain(error.message, request);
}

const FULL = 'The disk, or the SQLite database with 1 GB, is full. Make room, then try again.';

/** SQLite has no codes here, only words; what they repeat is names, and what the author wrote. */
const BY_WORDS: readonly (readonly [RegExp, FailureKind, (match: RegExpExecArray) => string])[] = [
  [/^(UNIQUE|CHECK|NOT NULL|FOREIGN KEY) constraint failed(?:: ([\s\S]{1,200}))?$/, 'rejected', broken],
  [
    /^(no such (?:table|column): [\s\S]{1,200})$/,
    'rejected',
    ([, what]) => `${sentence(what)} Check the name.`,
  ],
  [
    /^(table [\s\S]{1,200} has no column named [\s\S]{1,200})$/,
    'rejected',
    ([, what]) => `${sentence(what)} Check the name.`,
  ],
  [/database is locked/, 'rejected', () => 'Another program is using the SQLite database. Try again.'],
  [/disk is full|disk I\/O error/, 'storage_full', () => FULL],
  [
    /out of memory|too big/,
    'rejected',
    () => 'The statement needs more memory than it may use. Ask for less at once.',
  ],
  [
    /not a database|malformed/,
    'rejected',
    () => 'The file is not a SQLite database, or is damaged. Check its name, or restore it.',
  ],
  [
    /Could not open|unable to open/,
    'rejected',
    () =>
      'The SQLite database cannot be opened. If another program keeps it in WAL mode, switch that off there: PRAGMA journal_mode = DELETE.',
  ],
  [
    /datatype mismatch|cannot store/,
    'rejected',
    () => 'A value is not of its column’s type. Check the data.',
  ],
];

function explain(message: string, { command }: FileRequest): ActionError {
  if (/readonly database|query_only/.test(message)) return readOnly('The query');
  for (const [pattern, kind, say] of BY_WORDS) {
    const match = pattern.exec(message);
    if (match) return new ActionError(kind, say(match), codeFor(match));
  }
  return command.do === 'query' ? wrong(sentence(message)) : new ActionError('rejected', sentence(message));
}

/** A constraint's kind as a code. */
function codeFor([, kind]: RegExpExecArray): { code?: string } {
  return kind !== undefined && /^[A-Z ]+$/.test(kind) ? { code: kind.toLowerCase().replace(' ', '_') } : {};
}

const CONSTRAINTS: Readonly<Record<string, string>> = {
  UNIQUE: 'a row with the same key exists already',
  CHECK: 'a check on the values failed',
  'NOT NULL': 'a column that must have a value got none',
  'FOREIGN KEY': 'a row that is referred to is missing, or still referred to',
};

function broken([, kind = '', where]: RegExpExecArray): string {
  const what = CONSTRAINTS[kind] ?? 'a rule of the table was broken';
  return `The database refused a row: ${what}${where === undefined ? '' : ` (${where})`}. Nothing was changed.`;
}
