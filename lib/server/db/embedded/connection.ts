import postgres, { type Sql } from 'postgres';
import { SOCKET_PORT, socketFile } from './socket';

/** The superuser of the bundled server, and the name of the product's database. */
export const DATABASE_NAME = 'pipewright';

/** Exists in every PostgreSQL server, also before the product's database does. */
const FIRST_DATABASE = 'postgres';

/** A client with a single connection behind a socket folder; its locks last until it is closed. */
export function connectOnce(folder: string, applicationName: string, onclose?: () => void): Sql {
  return postgres({
    path: socketFile(folder),
    port: SOCKET_PORT,
    user: DATABASE_NAME,
    database: FIRST_DATABASE,
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 10,
    backoff: false,
    fetch_types: false,
    onnotice: () => undefined,
    onclose: () => onclose?.(),
    connection: { application_name: applicationName },
  });
}
