import { inspect } from 'node:util';

/** Query of the driver on every new connection; only the driver waits for its result. */
const TYPES_QUERY = 'from pg_catalog.pg_type';

/**
 * Whether the database driver raised the error outside of any query, because a connection closed while it was being
 * established: the rejection of the driver's own query for types, or the `TypeError` of a write to the closed
 * connection. The queries that needed the connection fail separately, and are retried or reported where they
 * belong.
 * @param error also a plain object with the properties of an error, as one process reports it to another
 */
export function isStrayOfDriver(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, stack, query } = error as Readonly<Record<string, unknown>>;
  if (name === 'TypeError') return typeof stack === 'string' && stack.includes('nextWrite ');
  return typeof query === 'string' && query.includes(TYPES_QUERY);
}

/** Keeps the process alive after such errors and reports them. Other uncaught errors end it as usual. */
export function surviveStrayErrors(report: (error: unknown, what: string) => void): void {
  process.on('uncaughtException', (error) => {
    if (isStrayOfDriver(error))
      report(error, 'A connection to the database closed while it was being established');
    // Other listeners have decided what happens to the process.
    else if (process.listenerCount('uncaughtException') === 1) {
      process.stderr.write(`${inspect(error)}\n`);
      process.exit(1);
    }
  });
}
