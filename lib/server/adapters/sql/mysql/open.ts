import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Connection, createConnection } from 'mysql2';
import { limitAnswer } from '../limits';
import type { ServerRequest, SqlOptions } from '../request';

const GREETING_MS = 10_000;
const NO_TLS = 'HANDSHAKE_NO_SSL_SUPPORT';

/** A connection over a socket of the dialer. */
export interface MysqlSession {
  readonly connection: Connection;
  readonly isMariadb: boolean;
  /** Rejects when the connection breaks. The driver does not notify every command of that. */
  readonly broken: Promise<never>;
  /** Breaks the connection. */
  destroy(): void;
}

/** Connects and logs in. @throws ActionError or an error of the handshake */
export async function openMysql(
  request: ServerRequest,
  options: SqlOptions,
  signal: AbortSignal,
): Promise<MysqlSession> {
  const { tls } = request.connection;
  if (tls === 'off') return greet(request, await dial(request, options, signal), options, signal);
  try {
    return await greet(request, await dial(request, options, signal), options, signal, tls === 'verify');
  } catch (error) {
    const isWithout = error instanceof Error && 'code' in error && error.code === NO_TLS;
    if (tls !== 'prefer' || !isWithout) throw error;
  }
  return greet(request, await dial(request, options, signal), options, signal);
}

function dial(request: ServerRequest, { dialer }: SqlOptions, signal: AbortSignal): Promise<Socket> {
  const { host, port } = request.connection;
  const { secrets } = request;
  return dialer.connect({ host, port, purpose: 'sql', signal, ...(secrets ? { secrets } : {}) });
}

async function greet(
  { connection: { host, user, password, database } }: ServerRequest,
  stream: Socket,
  { authorities }: SqlOptions,
  signal: AbortSignal,
  verify?: boolean,
): Promise<MysqlSession> {
  stream.setNoDelay(true);
  const connection = createConnection({
    stream,
    host,
    user,
    password,
    database,
    connectTimeout: GREETING_MS,
    // Otherwise a server could request any file of this machine.
    flags: ['-LOCAL_FILES'],
    multipleStatements: false,
    enableCleartextPlugin: false,
    // Rows are parsed without generating code from what the server sends.
    disableEval: true,
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    jsonStrings: true,
    connectAttributes: { program_name: 'Pipewright' },
    ...(verify === undefined ? {} : { ssl: sslOf(verify, authorities) }),
  });
  const destroy = () => connection.destroy();
  signal.addEventListener('abort', destroy);
  const internals = connection as unknown as Internals;
  const broken = breakOf(connection, stream);
  try {
    await Promise.race([once(connection), broken]);
    limitAnswer(internals.stream);
    const isMariadb = /mariadb/i.test(internals._handshakePacket.serverVersion ?? '');
    return { connection, isMariadb, broken, destroy };
  } catch (error) {
    destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', destroy);
  }
}

/** Properties that the driver's types lack. */
interface Internals {
  /** Our socket, or the TLS socket around it. */
  readonly stream: Duplex;
  readonly _handshakePacket: { readonly serverVersion?: string };
}

function once(connection: Connection): Promise<void> {
  return new Promise((resolve) => connection.once('connect', () => resolve()));
}

function breakOf(connection: Connection, socket: Socket): Promise<never> {
  const broken = new Promise<never>((_, reject) => {
    connection.on('error', reject);
    socket.once('close', () => {
      reject(Object.assign(new Error('The connection was closed.'), { code: 'PROTOCOL_CONNECTION_LOST' }));
    });
  });
  // The rejection is expected once the request has ended.
  broken.catch(() => undefined);
  return broken;
}

function sslOf(verify: boolean, authorities: string | undefined): object {
  return {
    rejectUnauthorized: verify,
    verifyIdentity: verify,
    ...(authorities === undefined ? {} : { ca: authorities }),
  };
}
