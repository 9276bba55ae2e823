import type { Socket } from 'node:net';
import postgres, { type Options, type PostgresType, type Sql } from 'postgres';
import { limitAnswer } from '../limits';
import type { ServerRequest, SqlOptions } from '../request';
import { CONVERSIONS } from './parameters';
import { secured } from './tls';

const GREETING_SECONDS = 10;
const CANCEL_MS = 2000;

/** One connection that was made by the dialer. */
export interface PostgresSession {
  readonly sql: Sql;
  /** Rejects when the connection breaks: the driver does not notice one that broke before it began. */
  readonly broken: Promise<never>;
  /** Lets the server's cancel request go out, on a connection of its own. */
  allowCancel(): void;
  /** Ends the connection, at once if the server does not. */
  close(): Promise<void>;
  /** Breaks the connection. */
  destroy(reason: Error): void;
}

/** Connects. The server hears of user and database only. @throws ActionError or an error of the handshake */
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
    // Without this the driver would connect again whenever the server hangs up.
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
  // Nobody waits for it any more once all is done.
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
  // Small messages that wait for each other would cost 40 ms each.
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

/** Everything is said here, so that nothing is read from PG… variables of this process. */
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
  // The driver's types do not know that it can be given a socket.
  return postgres(options as Options<Record<string, PostgresType>>) as Sql;
}
