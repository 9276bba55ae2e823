import { sql } from 'drizzle-orm';
import { customType } from 'drizzle-orm/pg-core';

/** An instant with time zone, stored in UTC; ISO 8601 in rows. */
export const instant = customType<{ data: string; driverData: Date | string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
});

/** A JSON value as text: keys keep their order, which `jsonb` would lose. */
export function json<T = unknown>(name: string) {
  const column = customType<{ data: T }>({
    dataType: () => 'json',
    // As text, because the driver would encode a string as JSON again.
    toDriver: (value) => sql`${JSON.stringify(value)}::text::json`,
  });
  return column(name);
}

/** Raw bytes. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

/** Time of the database at the start of the transaction. */
export const NOW = sql`now()`;
