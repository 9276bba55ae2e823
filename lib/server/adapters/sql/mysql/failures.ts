import { ActionError, type FailureKind } from '@/engine';
import { abortFailure, connectionFailure } from '../../egress/failures';
import { hostAndPort } from '../../egress/host';
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

/** An error as the server reports it. Only names in it are shown: the rest may be data. */
interface ServerError extends Error {
  readonly errno: number;
  readonly sqlState?: string;
  readonly sqlMessage: string;
}

/** Converts an error of a request to a failure of the step. */
export function mysqlFailure(error: unknown, request: ServerRequest): ActionError {
  const where = hostAndPort(request.connection);
  if (request.signal.aborted) return abortFailure(request.signal, where);
  if (error instanceof ActionError) return error;
  if (isServerError(error)) return serverFailure(error, request);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT') {
    return new ActionError('connection_error', FAILURE_TEXTS.withoutTls, { code: 'TLS_NOT_OFFERED' });
  }
  if (code === 'ETIMEDOUT') {
    return new ActionError('timeout', noGreeting(where));
  }
  if (code === 'HANDSHAKE_SSL_ERROR') return tlsFailure(error, where);
  if (typeof code === 'string' && code.startsWith('E')) return connectionFailure(error, where);
  return new ActionError(
    'connection_error',
    `${where} closed the connection or did not respond like a MySQL server. Check host and port, or try again.`,
    { code: 'ECONNRESET', cause: error },
  );
}

/** The driver replaces the code of a failed TLS handshake with its own, but keeps the message. */
const TLS_CODES: readonly (readonly [RegExp, string])[] = [
  [/self.signed certificate in/i, 'SELF_SIGNED_CERT_IN_CHAIN'],
  [/self.signed/i, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  [/expired/i, 'CERT_HAS_EXPIRED'],
  [/not yet valid/i, 'CERT_NOT_YET_VALID'],
  [/altnames|does not match/i, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  [/issuer/i, 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
  [/verify/i, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
];

function tlsFailure(error: unknown, where: string): ActionError {
  const message = error instanceof Error ? error.message : '';
  const code = TLS_CODES.find(([words]) => words.test(message))?.[1] ?? 'EPROTO';
  return connectionFailure(Object.assign(new Error('TLS'), { code }), where);
}

function isServerError(error: unknown): error is ServerError {
  return (
    error instanceof Error && 'errno' in error && 'sqlMessage' in error && typeof error.errno === 'number'
  );
}

function serverFailure(error: ServerError, request: ServerRequest): ActionError {
  const code = String(error.errno);
  if (READ_ONLY.has(error.errno)) return readOnly('The query');
  if (request.command.do === 'query' && SYNTAX.has(error.errno)) return wrong(syntax(error), code);
  const [kind, message] = BY_NUMBER[error.errno]?.(error, request) ?? [
    'rejected',
    statementRejected(`error ${code}, SQLSTATE ${error.sqlState ?? 'unknown'}`),
  ];
  return new ActionError(kind, message, { code });
}

const READ_ONLY = new Set([1207, 1792]);
/** The SQL is invalid. The server's message quotes only what the author wrote. */
const SYNTAX = new Set([1052, 1055, 1064, 1065, 1066, 1111, 1140, 1149, 1222, 1235, 1248, 1305, 1582, 4161]);

function syntax(error: ServerError): string {
  const [said = '', ...rest] = error.sqlMessage.split('; check the manual');
  const [, near = ''] = rest.join('').split(' for the right syntax to use');
  return sentence(`${said}${near}`);
}

type Explained = readonly [FailureKind, string];
type Explain = (error: ServerError, request: ServerRequest) => Explained;

const login: Explain = (_, { connection }) => ['rejected', loginRejected(connection)];
const noPrivilege: Explain = (_, { connection: { user } }) => [
  'rejected',
  `The database user ${user} lacks a privilege that the statement needs. Grant it in the database.`,
];
const unknownName: Explain = ({ sqlMessage }) => ['rejected', `${sentence(sqlMessage)} Check the name.`];
const value =
  (what: string): Explain =>
  ({ sqlMessage }) => ['rejected', valueRejected(what, columnOf(sqlMessage))];
const broken =
  (what: string): Explain =>
  ({ sqlMessage }) => ['rejected', rowRejected(what, constraintOf(sqlMessage))];
const timeout: Explain = (_, { statementSeconds }) => ['timeout', statementTimeout(statementSeconds)];
const say =
  (kind: FailureKind, message: string): Explain =>
  () => [kind, message];

const DUPLICATE = broken(CONSTRAINT_TEXTS.unique);
const REFERENCE = broken(CONSTRAINT_TEXTS.reference);
const NO_VALUE = broken(CONSTRAINT_TEXTS.required);
const CHECK = broken(CONSTRAINT_TEXTS.check);
const WRONG_VALUE = value(VALUE_TEXTS.wrongType);

const BY_NUMBER: Readonly<Record<number, Explain>> = {
  1044: login,
  1045: login,
  1698: login,
  1049: (_, { connection }) => ['rejected', unknownDatabase(connection)],
  1040: say('rejected', noFreeConnection('max_connections')),
  1203: say('rejected', noFreeConnection('max_user_connections')),
  1142: noPrivilege,
  1143: noPrivilege,
  1227: noPrivilege,
  1370: noPrivilege,
  1054: unknownName,
  1146: unknownName,
  1109: unknownName,
  1022: DUPLICATE,
  1062: DUPLICATE,
  1169: DUPLICATE,
  1586: DUPLICATE,
  1048: NO_VALUE,
  1364: NO_VALUE,
  1216: REFERENCE,
  1217: REFERENCE,
  1451: REFERENCE,
  1452: REFERENCE,
  3819: CHECK,
  4025: CHECK,
  1264: value(VALUE_TEXTS.outOfRange),
  1406: value(VALUE_TEXTS.tooLong),
  1265: WRONG_VALUE,
  1292: WRONG_VALUE,
  1366: WRONG_VALUE,
  3140: value('is not valid JSON'),
  1136: say('rejected', 'The number of values differs from the number of columns. Correct the data.'),
  1205: say('rejected', FAILURE_TEXTS.locked),
  1213: say('rejected', FAILURE_TEXTS.deadlock),
  1020: say('rejected', FAILURE_TEXTS.conflict),
  1021: say('rejected', FAILURE_TEXTS.diskFull),
  1114: say('rejected', 'The table is full. Delete rows or increase the limit of the table, then try again.'),
  1153: say(
    'rejected',
    'The statement is larger than max_allowed_packet of the database. Insert fewer rows in one step.',
  ),
  1295: say(
    'invalid_params',
    'The database does not support this statement as a prepared statement. Use another statement.',
  ),
  1317: timeout,
  1969: timeout,
  3024: timeout,
  1053: say('connection_error', 'The database is shutting down. Try again.'),
  1927: say('connection_error', FAILURE_TEXTS.closed),
  1644: ({ sqlMessage }) => ['rejected', `The database raised an error: ${sentence(sqlMessage)}`],
};

/** The name of the column in a message of the server, never a value. */
function columnOf(message: string): string {
  const [, quoted, plain] = /column (?:`[^`]*`\.`[^`]*`\.`([^`]{1,64})`|'([^']{1,64})')/i.exec(message) ?? [];
  const column = quoted ?? plain;
  return column === undefined ? '' : ` (column ${column})`;
}

/** The name of the constraint, key or column in a message of the server. The text before the name may quote values. */
function constraintOf(message: string): string {
  const key = /for key '([^']{1,130})'$/.exec(message)?.[1];
  if (key !== undefined) return ` (key ${key})`;
  const constraint =
    /CONSTRAINT `([^`]{1,64})`/i.exec(message)?.[1] ?? /Check constraint '([^']{1,64})'/.exec(message)?.[1];
  if (constraint !== undefined) return ` (constraint ${constraint})`;
  const field = /^(?:Column|Field) '([^']{1,64})'/.exec(message)?.[1];
  return field === undefined ? '' : ` (column ${field})`;
}
