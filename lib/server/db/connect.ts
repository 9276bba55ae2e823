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
  const settings = {
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    // The driver would close connections after 30 to 60 minutes, those in use included.
    max_lifetime: null,
    onnotice: () => undefined,
    ...options,
  };
  if (target.kind === 'url') {
    const { url } = target;
    return withTransactions((given) => postgres(url, { ...settings, ...given }));
  }
  const { host, user, database } = target;
  return withTransactions((given) => postgres({ ...settings, ...given, host, port: 5432, user, database }));
}

/** Describes the database for logs, without the password. */
export function describeTarget(target: DatabaseTarget): string {
  if (target.kind === 'socket') return `the bundled PostgreSQL at ${target.host}`;
  const { host, pathname, username } = new URL(target.url);
  return `postgres://${username ? `${username}@` : ''}${host}${pathname}`;
}
