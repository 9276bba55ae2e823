import type { Socket } from 'node:net';
import postgres, { type Options, type PostgresType, type Sql } from 'postgres';
import { limitAnswer } from '../limits';
import type { ServerRequest, SqlOptions } from '../request';
import { CONVERSIONS } from './parameters';
import { secured } from './tls';

const GREETING_SECONDS = 10;
const CANCEL_MS = 2000;

/** A connection over a socket of the dialer. */
export interface PostgresSession {
  readonly sql: Sql;
  /** Rejects when the connection breaks. The driver misses breaks before the connection is established. */
  readonly broken: Promise<never>;
  /** Sends the cancel request of the server over a second connection. */
  allowCancel(): void;
  /** Closes the connection, forcibly when the server does not respond. */
  close(): Promise<void>;
  /** Destroys the connection. */
  destroy(reason: Error): void;
}

/**
 * Connects. The server learns only the user and the database.
 * @throws ActionError or an error of the handshake
 */
export async function openPostgres(request: ServerRequest, options: SqlOptions): Promise<PostgresSession> {
  const first = await dial(request, options, request.signal);
  limitAnswer(first);
  const broken = breakOf(first);
  let sockets: readonly Socket[] = [first];
  let isCancelling = false;
  const nextSocket = async (): Promise<Socket> => {
    const [next] = sockets;
    sockets = [];
    if (next) return next;
    // Otherwise the driver reconnects whenever the server closes the connection.
    if (!isCancelling) throw closed();
    isCancelling = false;
    return dial(request, options, AbortSignal.timeout(CANCEL_MS));
  };
  const sql = connect(request, nextSocket);
  return {
    sql,
    broken,
    allowCancel: () => {
      isCancelling = true;
    },
    close: async () => {
      await sql.end({ timeout: 1 }).catch(() => undefined);
      first.destroy();
    },
    destroy: (reason) => void first.destroy(reason),
  };
}

function closed(): Error {
  return Object.assign(new Error('The connection was closed.'), { code: 'CONNECTION_CLOSED' });
}

function breakOf(socket: Socket): Promise<never> {
  const broken = new Promise<never>((_, reject) => {
    if (socket.destroyed || socket.readableEnded) reject(closed());
    socket.once('error', reject).once('close', () => reject(closed()));
  });
  // The rejection is expected once the request has ended.
  broken.catch(() => undefined);
  return broken;
}

async function dial(request: ServerRequest, options: SqlOptions, signal: AbortSignal): Promise<Socket> {
  const { host, port } = request.connection;
  const { secrets } = request;
  const socket = await options.dialer.connect({
    host,
    port,
    purpose: 'sql',
    signal,
    ...(secrets ? { secrets } : {}),
  });
  // Disables Nagle's algorithm: delayed acknowledgements would cost 40 ms for each small message.
  socket.setNoDelay(true);
  const onAbort = () => void socket.destroy();
  signal.addEventListener('abort', onAbort);
  try {
    return await secured(socket, request, options);
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** All options are set, so that the driver reads none from PG… variables of this process. */
function connect({ connection }: ServerRequest, socket: () => Promise<Socket>): Sql {
  const options = {
    socket,
    sslnegotiation: null,
    host: 'database',
    port: 5432,
    user: connection.user,
    pass: () => connection.password,
    database: connection.database,
    ssl: false,
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: GREETING_SECONDS,
    backoff: false,
    keep_alive: 60,
    max_pipeline: 1,
    prepare: false,
    debug: false,
    fetch_types: false,
    onnotice: () => undefined,
    types: CONVERSIONS,
    connection: { application_name: 'Pipewright' },
  };
  // The driver's types lack the option for a socket.
  return postgres(options as Options<Record<string, PostgresType>>) as Sql;
}
