import type { ServerRequest } from './request';

/** Messages of failures that databases have in common: what failed, why, and what to do next. */
export const FAILURE_TEXTS = {
  locked: 'The rows are locked by another transaction. Try again later.',
  deadlock: 'A deadlock with another transaction occurred. Try again.',
  conflict: 'Another transaction changed the same rows at the same time. Try again.',
  diskFull: 'The disk of the database is full. Free space on it, then try again.',
  closed: 'The database closed the connection. Try again, or check the log of the database.',
  withoutTls:
    'The connection string requires TLS, but the database does not support it. Enable TLS in the database, or change sslmode.',
} as const;

/** Why a constraint rejected a row. */
export const CONSTRAINT_TEXTS = {
  unique: 'a row with the same key already exists',
  reference: 'a referenced row does not exist, or the row is still referenced',
  required: 'a required column has no value',
  check: 'a check constraint is not satisfied',
  exclusion: 'an existing row excludes it',
  other: 'a constraint is violated',
} as const;

/** Why a value was rejected. */
export const VALUE_TEXTS = {
  outOfRange: 'is out of range for its column',
  tooLong: 'is too long for its column',
  wrongType: 'cannot be converted to the type of its column',
} as const;

type Account = Pick<ServerRequest['connection'], 'user' | 'database'>;

export function loginRejected({ user, database }: Account): string {
  return `The database rejected the user name or password of ${user} for ${database}. Check the secret of the connection string.`;
}

export function unknownDatabase({ database }: Account): string {
  return `The server has no database ${database}. Check the connection string.`;
}

export function noFreeConnection(setting: string): string {
  return `The database has no free connection. Try again later, or increase ${setting}.`;
}

export function noGreeting(where: string): string {
  return `${where} accepted the connection but did not respond within 10 seconds. Check the port, or try again later.`;
}

export function statementTimeout(seconds: number): string {
  return `The statement ran longer than ${seconds} s and was cancelled. No data was changed. Increase timeout_seconds, or process less data.`;
}

/** @param why one of CONSTRAINT_TEXTS @param place of the constraint, in parentheses, or nothing */
export function rowRejected(why: string, place: string): string {
  return `The database rejected a row: ${why}${place}. No data was changed. Correct the data, then try again.`;
}

/** @param why one of VALUE_TEXTS or a similar claim @param place of the value, in parentheses, or nothing */
export function valueRejected(why: string, place: string): string {
  return `A value ${why}${place}. Correct the value, or cast it in SQL.`;
}

/** @param codes of the database, such as `SQLSTATE 42000` */
export function statementRejected(codes: string): string {
  return `The database rejected the statement (${codes}). Check the statement and the log of the database.`;
}
