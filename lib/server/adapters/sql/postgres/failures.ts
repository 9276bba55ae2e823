import { ActionError, type FailureKind } from '@/engine';
import { abortFailure, connectionFailure } from '../../egress/failures';
import { hostAndPort } from '../../egress/host';
import { compileQuery } from '../compile';
import {
  CONSTRAINT_TEXTS,
  FAILURE_TEXTS,
  loginRejected,
  noFreeConnection,
  noGreeting,
  rowRejected,
  statementRejected,
  statementTimeout,
  unknownDatabase,
  VALUE_TEXTS,
  valueRejected,
} from '../failure-texts';
import type { ServerRequest } from '../request';
import { sentence } from '../sentence';
import { readOnly, wrong } from '../statement-rules';

/** An error as the server reports it. Only names and codes in it are shown: the rest may be data. */
interface ServerError extends Error {
  readonly code: string;
  readonly position?: string;
  readonly schema_name?: string;
  readonly table_name?: string;
  readonly column_name?: string;
  readonly constraint_name?: string;
}

/** Converts an error of a request to a failure of the step. */
export function postgresFailure(error: unknown, request: ServerRequest): ActionError {
  const where = hostAndPort(request.connection);
  if (request.signal.aborted) return abortFailure(request.signal, where);
  if (error instanceof ActionError) return error;
  if (isServerError(error)) return serverFailure(error, request);
  if (codeOf(error) === 'CONNECT_TIMEOUT') {
    return new ActionError('timeout', noGreeting(where));
  }
  if (codeOf(error) === 'SASL_SIGNATURE_MISMATCH') {
    return new ActionError(
      'rejected',
      `${where} asked for the password but could not prove that it knows it. Check the host.`,
    );
  }
  return codeOf(error)?.startsWith('CONNECTION_') ? closed(where, error) : connectionFailure(error, where);
}

function closed(where: string, cause: unknown): ActionError {
  return new ActionError(
    'connection_error',
    `${where} closed the connection before the response was complete. Try again, or check the log of the database.`,
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

/** The SQL is invalid. The server's message quotes only what the author wrote. */
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
  '3D000': (_, { connection }) => ['rejected', unknownDatabase(connection)],
  '42P01': (error) => ['rejected', `${sentence(error.message)} Check the name and its schema.`],
  '42703': (error) => ['rejected', `${sentence(error.message)} Check the name.`],
  '3F000': (error) => ['rejected', `${sentence(error.message)} Check the name.`],
  '42501': (error) => [
    'rejected',
    `The database user lacks a privilege: ${sentence(error.message)} Grant it in the database.`,
  ],
  '42804': (error) => ['rejected', sentence(error.message)],
  '42P07': (error) => ['rejected', sentence(error.message)],
  '57014': (_, { statementSeconds }) => ['timeout', statementTimeout(statementSeconds)],
  '40001': () => ['rejected', FAILURE_TEXTS.conflict],
  '40P01': () => ['rejected', FAILURE_TEXTS.deadlock],
  '55P03': () => ['rejected', FAILURE_TEXTS.locked],
  '53300': () => ['rejected', noFreeConnection('max_connections')],
  '53100': () => ['rejected', FAILURE_TEXTS.diskFull],
  '25001': () => [
    'rejected',
    'This statement cannot run in a transaction, and each step is one transaction. Use another statement.',
  ],
  '57P03': () => ['connection_error', 'The database is starting up or shutting down. Try again.'],
  P0001: (error) => ['rejected', `The database raised an error: ${sentence(error.message)}`],
};

/** By the class of the code: its first two characters. */
const BY_CLASS: Readonly<Record<string, (error: ServerError) => Explained>> = {
  '08': () => ['connection_error', 'The connection to the database failed. Try again.'],
  '22': (error) => ['rejected', badValue(error)],
  '23': (error) => ['rejected', broken(error)],
  '53': () => [
    'rejected',
    'The database has too little memory, disk space or connections. Try again later, or check the log of the database.',
  ],
  '57': () => ['connection_error', FAILURE_TEXTS.closed],
};

function explain(error: ServerError, request: ServerRequest): Explained {
  const { code } = error;
  const known = (Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined) ?? BY_CLASS[code.slice(0, 2)];
  return known?.(error, request) ?? ['rejected', statementRejected(`SQLSTATE ${code}`)];
}

function login({ connection }: ServerRequest): Explained {
  return ['rejected', loginRejected(connection)];
}

const CONSTRAINTS: Readonly<Record<string, string>> = {
  '23502': CONSTRAINT_TEXTS.required,
  '23503': CONSTRAINT_TEXTS.reference,
  '23505': CONSTRAINT_TEXTS.unique,
  '23514': CONSTRAINT_TEXTS.check,
  '23P01': CONSTRAINT_TEXTS.exclusion,
};

function broken(error: ServerError): string {
  return rowRejected(CONSTRAINTS[error.code] ?? CONSTRAINT_TEXTS.other, place(error));
}

function place({ constraint_name, table_name, column_name }: ServerError): string {
  const names = [
    constraint_name && `constraint ${constraint_name}`,
    column_name && `column ${column_name}`,
    table_name && `table ${table_name}`,
  ].filter((name) => name);
  return names.length === 0 ? '' : ` (${names.join(', ')})`;
}

/** The message of the server quotes the value, so only the name of the type is taken from it. */
function badValue(error: ServerError): string {
  const [, type] = /^invalid input (?:syntax|value) for (?:type|enum) ([\w ]+)/.exec(error.message) ?? [];
  const why = type === undefined ? (VALUES[error.code] ?? 'cannot be used there') : `is not of type ${type}`;
  return valueRejected(why, place(error));
}

const VALUES: Readonly<Record<string, string>> = {
  '22001': VALUE_TEXTS.tooLong,
  '22003': VALUE_TEXTS.outOfRange,
  '22007': 'is not a date or time',
  '22008': 'is out of range for dates and times',
  '22012': 'is divided by zero',
  '22021': 'contains a character that the database cannot store',
  '22P02': VALUE_TEXTS.wrongType,
  '22P05': 'contains a character that the database cannot store',
};

function lineOf({ position }: ServerError, { command }: ServerRequest): string {
  if (command.do !== 'query' || position === undefined) return '';
  const { sql } = compileQuery(command.text, 'postgres');
  const lines = sql.slice(0, Number(position) - 1).split('\n');
  return ` (Line ${lines.length}, character ${(lines.at(-1)?.length ?? 0) + 1}.)`;
}
