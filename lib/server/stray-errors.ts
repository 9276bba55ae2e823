import { inspect } from 'node:util';

/** What the driver asks of every new connection, by itself: nobody waits for the answer but it. */
const TYPES_QUERY = 'from pg_catalog.pg_type';

/**
 * Whether an error is one that the database driver lets loose in nobody's hands when a connection ends while it is being made:
 * the rejection of its own question for types, or the `TypeError` of writing what is no longer there. The queries that
 * wanted the connection fail by themselves, and are tried again or reported where they belong.
 */
export function isStrayOfDriver(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof TypeError) return error.stack?.includes('nextWrite ') ?? false;
  const query: unknown = 'query' in error ? error.query : undefined;
  return typeof query === 'string' && query.includes(TYPES_QUERY);
}

/** Keeps the process alive over such errors, and reports them. Anything else that nobody caught ends it, as ever. */
export function surviveStrayErrors(report: (error: unknown, what: string) => void): void {
  process.on('uncaughtException', (error) => {
    if (isStrayOfDriver(error)) report(error, 'A connection to the database ended while it was being made');
    // Whoever else listens has decided what becomes of the process.
    else if (process.listenerCount('uncaughtException') === 1) {
      process.stderr.write(`${inspect(error)}\n`);
      process.exit(1);
    }
  });
}
