import type { Socket } from 'node:net';
import { isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { ActionError } from '@/engine';
import { FAILURE_TEXTS } from '../failure-texts';
import type { ServerRequest, SqlOptions } from '../request';

/** PostgreSQL's request for TLS: a length of 8 and a version that does not exist. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const YES = 'S'.charCodeAt(0);

/**
 * Negotiates TLS according to the mode of the connection.
 * @returns the socket to use from now on
 * @throws ActionError `connection_error` when TLS is required and not supported, or an error of the handshake
 */
export async function secured(
  socket: Socket,
  { connection: { tls, host } }: Pick<ServerRequest, 'connection'>,
  { authorities }: Pick<SqlOptions, 'authorities'>,
): Promise<Socket> {
  if (tls === 'off') return socket;
  socket.write(SSL_REQUEST);
  const answer = await firstBytes(socket);
  // More bytes than the one of the response arrived before TLS was established: a third party may have injected
  // them.
  if (answer.length !== 1) throw unexpected();
  if (answer[0] !== YES) {
    if (tls === 'prefer') return socket;
    throw new ActionError('connection_error', FAILURE_TEXTS.withoutTls, { code: 'TLS_NOT_OFFERED' });
  }
  const secure = connectTls({
    socket,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    host,
    rejectUnauthorized: tls === 'verify',
    ALPNProtocols: ['postgresql'],
    ...(authorities === undefined ? {} : { ca: authorities }),
  });
  await new Promise<void>((resolve, reject) => {
    secure
      .once('secureConnect', resolve)
      .once('error', reject)
      .once('close', () => reject(unexpected()));
  });
  secure.removeAllListeners('close');
  return secure;
}

function firstBytes(socket: Socket): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const onClose = () => reject(unexpected());
    socket.once('error', reject).once('close', onClose);
    socket.once('data', (bytes: Buffer) => {
      socket.removeListener('error', reject).removeListener('close', onClose);
      resolve(bytes);
    });
  });
}

function unexpected(): ActionError {
  return new ActionError(
    'connection_error',
    'The database closed the connection or did not respond like a PostgreSQL server. Check host and port.',
  );
}
