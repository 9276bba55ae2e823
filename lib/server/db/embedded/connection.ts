import postgres, { type Sql } from 'postgres';
import { SOCKET_PORT, socketFile } from './socket';

/** The superuser of the built-in server, and the name of the product's database. */
export const DATABASE_NAME = 'pipewright';

/** Present in every PostgreSQL, so it serves to look in before ours exists. */
const FIRST_DATABASE = 'postgres';

/** A client with one connection to the server behind a socket folder, open until it is closed: its locks last as long. */
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
