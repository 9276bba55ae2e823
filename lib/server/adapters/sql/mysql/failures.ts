import { ActionError, type FailureKind } from '@/engine/errors';
import { abortFailure, connectionFailure } from '../../egress/failures';
import { hostAndPort } from '../../egress/host';
import type { ServerRequest } from '../request';
import { sentence } from '../sentence';
import { readOnly, wrong } from '../statement-rules';

/** What the server says of an error. Only names in it are shown: the rest may hold data. */
interface ServerError extends Error {
  readonly errno: number;
  readonly sqlState?: string;
  readonly sqlMessage: string;
}

/** Any error of a request as a failure of the step. */
export function mysqlFailure(error: unknown, request: ServerRequest): ActionError {
  const where = hostAndPort(request.connection);
  if (request.signal.aborted) return abortFailure(request.signal, where);
  if (error instanceof ActionError) return error;
  if (isServerError(error)) return serverFailure(error, request);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT') {
    return new ActionError(
      'connection_error',
      'The database does not offer TLS, and the connection string requires it. Turn TLS on in the server, or change sslmode.',
      { code: 'TLS_NOT_OFFERED' },
    );
  }
  if (code === 'ETIMEDOUT') {
    return new ActionError(
      'timeout',
      `${where} did not greet within 10 seconds. Check the port, or try later.`,
    );
  }
  if (code === 'HANDSHAKE_SSL_ERROR') return tlsFailure(error, where);
  if (typeof code === 'string' && code.startsWith('E')) return connectionFailure(error, where);
  return new ActionError(
    'connection_error',
    `${where} closed the connection, or did not answer as MySQL does. Check host and port, or try again.`,
    { code: 'ECONNRESET', cause: error },
  );
}

/** The driver replaces the code of a failed TLS handshake by one of its own; the words are left. */
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
    `The database refused the statement (error ${code}, SQLSTATE ${error.sqlState ?? 'unknown'}).`,
  ];
  return new ActionError(kind, message, { code });
}

const READ_ONLY = new Set([1207, 1792]);
/** The text itself is wrong; the server's words about it hold only what the author wrote. */
const SYNTAX = new Set([1052, 1055, 1064, 1065, 1066, 1111, 1140, 1149, 1222, 1235, 1248, 1305, 1582, 4161]);

function syntax(error: ServerError): string {
  const [said = '', ...rest] = error.sqlMessage.split('; check the manual');
  const [, near = ''] = rest.join('').split(' for the right syntax to use');
  return sentence(`${said}${near}`);
}

type Explained = readonly [FailureKind, string];
type Explain = (error: ServerError, request: ServerRequest) => Explained;

const login: Explain = (_, { connection: { user, database } }) => [
  'rejected',
  `The database refused the user name or password of ${user} for ${database}. Check the connection string’s secret.`,
];
const noRight: Explain = (_, { connection: { user } }) => [
  'rejected',
  `The database does not let ${user} do this. Grant the user that right.`,
];
const unknownName: Explain = ({ sqlMessage }) => ['rejected', `${sentence(sqlMessage)} Check the name.`];
const value =
  (what: string): Explain =>
  ({ sqlMessage }) => [
    'rejected',
    `A value ${what}${columnOf(sqlMessage)}. Check the data, or cast it in SQL.`,
  ];
const broken =
  (what: string): Explain =>
  ({ sqlMessage }) => [
    'rejected',
    `The database refused a row: ${what}${constraintOf(sqlMessage)}. Nothing was changed.`,
  ];
const timeout: Explain = (_, { statementSeconds }) => [
  'timeout',
  `The statement took longer than ${statementSeconds} s and was stopped; nothing was changed. Raise timeout_seconds, or ask for less.`,
];
const say =
  (kind: FailureKind, message: string): Explain =>
  () => [kind, message];

const DUPLICATE = broken('a row with the same key exists already');
const REFERENCE = broken('a row that is referred to is missing, or still referred to');
const NO_VALUE = broken('a column that must have a value got none');
const CHECK = broken('a check on the values failed');
const WRONG_VALUE = value('cannot be read as its column’s type');

const BY_NUMBER: Readonly<Record<number, Explain>> = {
  1044: login,
  1045: login,
  1698: login,
  1049: (_, { connection: { database } }) => [
    'rejected',
    `There is no database called ${database} on this server. Check the connection string.`,
  ],
  1040: say('rejected', 'The database has no connection left for us. Try later, or raise max_connections.'),
  1203: say(
    'rejected',
    'The database has no connection left for us. Try later, or raise max_user_connections.',
  ),
  1142: noRight,
  1143: noRight,
  1227: noRight,
  1370: noRight,
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
  1264: value('is out of range for its column'),
  1406: value('is longer than its column allows'),
  1265: WRONG_VALUE,
  1292: WRONG_VALUE,
  1366: WRONG_VALUE,
  3140: value('is not JSON'),
  1136: say('rejected', 'The number of values is not the number of columns. Check the data.'),
  1205: say('rejected', 'The rows are locked by another transaction. Try again later.'),
  1213: say('rejected', 'The statement and another transaction waited for each other (deadlock). Try again.'),
  1020: say('rejected', 'Another transaction changed the same rows at the same time. Try again.'),
  1021: say('rejected', 'The disk of the database is full.'),
  1114: say('rejected', 'The table of the database is full.'),
  1153: say(
    'rejected',
    'The statement is larger than the database’s max_allowed_packet. Insert fewer rows at once.',
  ),
  1295: say(
    'invalid_params',
    'This statement cannot be used here: the database takes it only from its own program.',
  ),
  1317: timeout,
  1969: timeout,
  3024: timeout,
  1053: say('connection_error', 'The database is shutting down. Try again.'),
  1927: say('connection_error', 'The database ended the connection. Try again, or check its log.'),
  1644: ({ sqlMessage }) => ['rejected', `The database says: ${sentence(sqlMessage)}`],
};

/** The name of a column in the server's words, never a value. */
function columnOf(message: string): string {
  const [, quoted, plain] = /column (?:`[^`]*`\.`[^`]*`\.`([^`]{1,64})`|'([^']{1,64})')/i.exec(message) ?? [];
  const column = quoted ?? plain;
  return column === undefined ? '' : ` (column ${column})`;
}

/** The name of a constraint, key or column in the server's words. What stands before it may hold values. */
function constraintOf(message: string): string {
  const key = /for key '([^']{1,130})'$/.exec(message)?.[1];
  if (key !== undefined) return ` (key ${key})`;
  const constraint =
    /CONSTRAINT `([^`]{1,64})`/i.exec(message)?.[1] ?? /Check constraint '([^']{1,64})'/.exec(message)?.[1];
  if (constraint !== undefined) return ` (constraint ${constraint})`;
  const field = /^(?:Column|Field) '([^']{1,64})'/.exec(message)?.[1];
  return field === undefined ? '' : ` (column ${field})`;
}
