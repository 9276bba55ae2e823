import { ActionError, type FailureKind } from '@/engine';
import { abortFailure, codeOf } from '../../egress/failures';
import { CONSTRAINT_TEXTS, rowRejected, VALUE_TEXTS, valueRejected } from '../failure-texts';
import { tooLarge, tooManyRows } from '../limits';
import type { FileRequest } from '../request';
import { sentence } from '../sentence';
import { readOnly, wrong } from '../statement-rules';
import { SqliteError } from './workers';

/** Converts an error of a request to a failure of the step. */
export function sqliteFailure(error: unknown, request: FileRequest): ActionError {
  const { path } = request.connection;
  if (request.signal.aborted) return abortFailure(request.signal, path);
  if (error instanceof ActionError) return error;
  if (codeOf(error) === 'ENOSPC') return new ActionError('storage_full', FULL);
  if (!(error instanceof SqliteError)) {
    return new ActionError(
      'internal',
      `The SQLite database ${path} could not be used. Check its file, or restore it.`,
      { cause: error },
    );
  }
  if (error.name === 'Refusal') return error.message === 'rows' ? tooManyRows(request.maxRows) : tooLarge();
  return explain(error.message, request);
}

const FULL =
  'The disk is full, or the SQLite database has reached its limit of 1 GB. Free space, then try again.';

/** By message, because SQLite has no codes here. Messages quote only names and what the author wrote. */
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
  [/database is locked/, 'rejected', () => 'Another program has locked the SQLite database. Try again.'],
  [/disk is full|disk I\/O error/, 'storage_full', () => FULL],
  [
    /out of memory|too big/,
    'rejected',
    () => 'The statement exceeds the memory limit of SQLite. Read or write less data in one step.',
  ],
  [
    /not a database|malformed/,
    'rejected',
    () => 'The file is not a SQLite database, or it is damaged. Check its name, or restore it.',
  ],
  [
    /Could not open|unable to open/,
    'rejected',
    () =>
      'The SQLite database cannot be opened. If another program uses it in WAL mode, run PRAGMA journal_mode = DELETE there.',
  ],
  [/datatype mismatch|cannot store/, 'rejected', () => valueRejected(VALUE_TEXTS.wrongType, '')],
];

function explain(message: string, { command }: FileRequest): ActionError {
  if (/readonly database|query_only/.test(message)) return readOnly('The query');
  for (const [pattern, kind, say] of BY_WORDS) {
    const match = pattern.exec(message);
    if (match) return new ActionError(kind, say(match), codeFor(match));
  }
  return command.do === 'query' ? wrong(sentence(message)) : new ActionError('rejected', sentence(message));
}

/** The kind of the constraint as a code. */
function codeFor([, kind]: RegExpExecArray): { code?: string } {
  return kind !== undefined && /^[A-Z ]+$/.test(kind) ? { code: kind.toLowerCase().replace(' ', '_') } : {};
}

const CONSTRAINTS: Readonly<Record<string, string>> = {
  UNIQUE: CONSTRAINT_TEXTS.unique,
  CHECK: CONSTRAINT_TEXTS.check,
  'NOT NULL': CONSTRAINT_TEXTS.required,
  'FOREIGN KEY': CONSTRAINT_TEXTS.reference,
};

function broken([, kind = '', where]: RegExpExecArray): string {
  return rowRejected(CONSTRAINTS[kind] ?? CONSTRAINT_TEXTS.other, where === undefined ? '' : ` (${where})`);
}
