import { ActionError, type FailureKind } from '@/engine/errors';
import { abortFailure, connectionFailure } from '../../egress/failures';
import { hostAndPort } from '../../egress/host';
import { compileQuery } from '../compile';
import type { ServerRequest } from '../request';
import { sentence } from '../sentence';
import { readOnly, wrong } from '../statement-rules';

/** What the server says of an error. Only names and codes of it are shown: the rest may hold data. */
interface ServerError extends Error {
  readonly code: string;
  readonly position?: string;
  readonly schema_name?: string;
  readonly table_name?: string;
  readonly column_name?: string;
  readonly constraint_name?: string;
}

/** Any error of a request as a failure of the step. */
export function postgresFailure(error: unknown, request: ServerRequest): ActionError {
  const where = hostAndPort(request.connection);
  if (request.signal.aborted) return abortFailure(request.signal, where);
  if (error instanceof ActionError) return error;
  if (isServerError(error)) return serverFailure(error, request);
  if (codeOf(error) === 'CONNECT_TIMEOUT') {
    return new ActionError(
      'timeout',
      `${where} did not greet within 10 seconds. Check the port, or try later.`,
    );
  }
  if (codeOf(error) === 'SASL_SIGNATURE_MISMATCH') {
    return new ActionError('rejected', `${where} does not know the password it asked for. Check the host.`);
  }
  return codeOf(error)?.startsWith('CONNECTION_') ? closed(where, error) : connectionFailure(error, where);
}

function closed(where: string, cause: unknown): ActionError {
  return new ActionError(
    'connection_error',
    `${where} closed the connection before the answer was complete. Try again, or check the database’s log.`,
    { code: 'ECONNRESET', cause },
  );
}

function isServerError(error: unknown): error is ServerError {
  return error instanceof Error && error.name === 'PostgresError';
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function serverFailure(error: ServerError, request: ServerRequest): ActionError {
  const { code } = error;
  if (code === '25006') return readOnly('The query');
  const isQuery = request.command.do === 'query';
  if (isQuery && SYNTAX.has(code)) return wrong(`${sentence(error.message)}${lineOf(error, request)}`, code);
  const [kind, message] = explain(error, request);
  return new ActionError(kind, message, { code });
}

/** The text itself is wrong; the server's words about it hold only what the author wrote. */
const SYNTAX = new Set([
  '42601',
  '42803',
  '42804',
  '42883',
  '42702',
  '42725',
  '42P10',
  '42P18',
  '42P19',
  '42846',
  '42P08',
  '42P02',
  '42809',
  '42P20',
  '42P22',
  '42830',
  '42P17',
  '42611',
]);

type Explained = readonly [FailureKind, string];

const BY_CODE: Readonly<Record<string, (error: ServerError, request: ServerRequest) => Explained>> = {
  '28P01': (_, request) => login(request),
  '28000': (_, request) => login(request),
  '3D000': (_, { connection: { database } }) => [
    'rejected',
    `There is no database called ${database} on this server. Check the connection string.`,
  ],
  '42P01': (error) => ['rejected', `${sentence(error.message)} Check the name, and its schema.`],
  '42703': (error) => ['rejected', `${sentence(error.message)} Check the name.`],
  '3F000': (error) => ['rejected', `${sentence(error.message)} Check the name.`],
  '42501': (error) => [
    'rejected',
    `The database refuses: ${sentence(error.message)} Grant the user that right.`,
  ],
  '42804': (error) => ['rejected', sentence(error.message)],
  '42P07': (error) => ['rejected', sentence(error.message)],
  '57014': (_, { statementSeconds }) => [
    'timeout',
    `The statement took longer than ${statementSeconds} s and was stopped; nothing was changed. Raise timeout_seconds, or ask for less.`,
  ],
  '40001': () => ['rejected', 'Another transaction changed the same rows at the same time. Try again.'],
  '40P01': () => [
    'rejected',
    'The statement and another transaction waited for each other (deadlock). Try again.',
  ],
  '55P03': () => ['rejected', 'The rows are locked by another transaction. Try again later.'],
  '53300': () => [
    'rejected',
    'The database has no connection left for us. Try later, or raise max_connections.',
  ],
  '53100': () => ['rejected', 'The disk of the database is full.'],
  '25001': () => ['rejected', 'This statement cannot be used in a transaction, and each step is one.'],
  '57P03': () => ['connection_error', 'The database is starting up or shutting down. Try again.'],
  P0001: (error) => ['rejected', `The database says: ${sentence(error.message)}`],
};

/** By the first two characters of the code, its class. */
const BY_CLASS: Readonly<Record<string, (error: ServerError) => Explained>> = {
  '08': () => ['connection_error', 'The connection to the database failed. Try again.'],
  '22': (error) => ['rejected', badValue(error)],
  '23': (error) => ['rejected', broken(error)],
  '53': () => ['rejected', 'The database has too little memory, disk or connections. Try later.'],
  '57': () => ['connection_error', 'The database ended the connection. Try again, or check its log.'],
};

function explain(error: ServerError, request: ServerRequest): Explained {
  const { code } = error;
  const known = (Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined) ?? BY_CLASS[code.slice(0, 2)];
  return known?.(error, request) ?? ['rejected', `The database refused the statement (SQLSTATE ${code}).`];
}

function login({ connection: { user, database } }: ServerRequest): Explained {
  return [
    'rejected',
    `The database refused the user name or password of ${user} for ${database}. Check the connection string’s secret.`,
  ];
}

const CONSTRAINTS: Readonly<Record<string, string>> = {
  '23502': 'a column that must have a value got none',
  '23503': 'a row that is referred to is missing, or still referred to',
  '23505': 'a row with the same key exists already',
  '23514': 'a check on the values failed',
  '23P01': 'a row that excludes it exists already',
};

function broken(error: ServerError): string {
  const what = CONSTRAINTS[error.code] ?? 'a rule of the table was broken';
  return `The database refused a row: ${what}${place(error)}. Nothing was changed.`;
}

function place({ constraint_name, table_name, column_name }: ServerError): string {
  const names = [
    constraint_name && `constraint ${constraint_name}`,
    column_name && `column ${column_name}`,
    table_name && `table ${table_name}`,
  ].filter((name) => name);
  return names.length === 0 ? '' : ` (${names.join(', ')})`;
}

/** The server repeats the value, so only the type's name is taken from its words. */
function badValue(error: ServerError): string {
  const [, type] = /^invalid input (?:syntax|value) for (?:type|enum) ([\w ]+)/.exec(error.message) ?? [];
  const what = type === undefined ? (VALUES[error.code] ?? 'cannot be used there') : `is not of type ${type}`;
  return `A value ${what}${place(error)}. Check the data, or cast it in SQL.`;
}

const VALUES: Readonly<Record<string, string>> = {
  '22001': 'is longer than its column allows',
  '22003': 'is out of range for its column',
  '22007': 'is not a date or time',
  '22008': 'is out of range for dates and times',
  '22012': 'is divided by zero',
  '22021': 'holds a character that the database does not store',
  '22P02': 'cannot be read as its column’s type',
  '22P05': 'holds a character that the database does not store',
};

function lineOf({ position }: ServerError, { command }: ServerRequest): string {
  if (command.do !== 'query' || position === undefined) return '';
  const { sql } = compileQuery(command.text, 'postgres');
  const lines = sql.slice(0, Number(position) - 1).split('\n');
  return ` (Line ${lines.length}, character ${(lines.at(-1)?.length ?? 0) + 1}.)`;
}
