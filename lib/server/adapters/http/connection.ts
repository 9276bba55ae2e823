import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { ActionError } from '@/engine';
import { deadlineOf } from '../../deadline';
import type { Hop } from './hop';
import { connectInProcess } from './in-process';
import type { HttpOptions } from './options';
import { bareHost, portOf } from './url';

/**
 * Opens a connection for one request, with TLS for https.
 * @throws unclassified errors
 */
export async function openConnection(
  hop: Hop,
  { dialer, inProcess, ...trust }: Pick<HttpOptions, 'dialer' | 'inProcess' | 'trusted' | 'identity'>,
): Promise<Duplex> {
  const { url, signal, secrets, connectMs } = hop;
  const inside = connectInProcess(hop, inProcess);
  if (inside !== undefined) return inside;
  const deadline = deadlineOf(signal, connectMs, () => tooSlow(url, connectMs));
  try {
    const socket = await dialer.connect({
      host: bareHost(url),
      port: portOf(url),
      purpose: 'http',
      timeoutMs: connectMs,
      signal: deadline.signal,
      secrets,
    });
    return url.protocol === 'https:' ? await encrypt(socket, url, deadline.signal, trust) : socket;
  } finally {
    deadline.done();
  }
}

function encrypt(
  socket: Socket,
  url: URL,
  signal: AbortSignal,
  { trusted, identity }: Pick<HttpOptions, 'trusted' | 'identity'>,
): Promise<Socket> {
  const host = bareHost(url);
  return new Promise((resolve, reject) => {
    const secure = tls.connect({
      socket,
      host,
      // No server name for a literal address: RFC 6066, section 3.
      servername: isIP(host) === 0 ? host : '',
      ALPNProtocols: ['http/1.1'],
      ...(trusted === undefined ? {} : { ca: [...trusted] }),
      ...identity,
    });
    const abort = () => {
      secure.destroy();
      reject(signal.reason);
    };
    const done = () => signal.removeEventListener('abort', abort);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    secure.once('secureConnect', () => {
      done();
      resolve(secure);
    });
    // Never removed: an error before the request adds its listener must not end the process.
    secure.on('error', (error) => {
      done();
      reject(error);
    });
    secure.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
  });
}

function tooSlow(url: URL, ms: number): ActionError {
  return new ActionError(
    'timeout',
    `${url.host} did not accept a connection within ${ms / 1000} s. Check that this server can reach it.`,
    { code: 'ETIMEDOUT' },
  );
}
