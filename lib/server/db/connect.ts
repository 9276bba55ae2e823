import postgres, { type Options, type Sql } from 'postgres';
import { withTransactions } from './transactions';

/** The location of a database: a URL, or the socket of the bundled server. */
export type DatabaseTarget =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'socket'; readonly host: string; readonly user: string; readonly database: string };

/** Connection timeout in seconds, after which the query fails. */
const CONNECT_TIMEOUT_SECONDS = 15;

/** Opens a pool. It connects at the first query and reconnects when the server is back. */
export function connect(target: DatabaseTarget, options: Options<Record<string, never>> = {}): Sql {
  const settings = { connect_timeout: CONNECT_TIMEOUT_SECONDS, onnotice: () => undefined, ...options };
  if (target.kind === 'url') return withTransactions(postgres(target.url, settings));
  const { host, user, database } = target;
  return withTransactions(postgres({ ...settings, host, port: 5432, user, database }));
}

/** Describes the database for logs, without the password. */
export function describeTarget(target: DatabaseTarget): string {
  if (target.kind === 'socket') return `the bundled PostgreSQL at ${target.host}`;
  const { host, pathname, username } = new URL(target.url);
  return `postgres://${username ? `${username}@` : ''}${host}${pathname}`;
}
