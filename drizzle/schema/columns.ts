import { customType, timestamp } from 'drizzle-orm/pg-core';

/** An instant: always with its zone, kept in UTC. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Raw bytes. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
