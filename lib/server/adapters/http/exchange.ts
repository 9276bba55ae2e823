import http, { type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { ActionError } from '@/engine';
import { abortFailure } from '../egress/failures';
import { collect, tooLarge } from './collect';
import { openConnection } from './connection';
import { decoded } from './decode';
import { httpFailure } from './errors';
import type { Answer, Hop } from './hop';
import { MARK_HEADER, UNKNOWN_MARK } from './mark';
import type { HttpOptions } from './options';

/**
 * Headers that pipelines cannot set: those of the connection (RFC 9110, section 7.6.1), the host and the mark
 * of the installation.
 */
const OUR_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  MARK_HEADER,
]);

/** Largest total size of response headers, in bytes. */
const MAX_HEADER_BYTES = 16_384;

/**
 * Sends one request and waits for the headers of its response.
 * @throws ActionError
 */
export async function exchange(
  hop: Hop,
  options: Pick<HttpOptions, 'dialer' | 'inProcess' | 'trusted' | 'identity' | 'mark'>,
): Promise<Answer> {
  try {
    const socket = await openConnection(hop, options);
    return answerOf(await send(hop, socket, options.mark?.() ?? UNKNOWN_MARK), hop);
  } catch (error) {
    throw failureOf(error, hop);
  }
}

function send(hop: Hop, socket: Duplex, mark: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = http.request({
      method: hop.method,
      path: `${hop.url.pathname}${hop.url.search}`,
      headers: { ...headersOf(hop), [MARK_HEADER]: mark },
      signal: hop.signal,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Each request opens a new connection: a reused one that the service has closed would look like a
      // failure.
      createConnection: () => socket,
    });
    outgoing.once('response', resolve);
    outgoing.once('upgrade', () => reject(switched(hop.url)));
    outgoing.on('error', reject);
    outgoing.end(hop.body);
  });
}

function headersOf({ url, method, headers, body }: Hop): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => !OUR_HEADERS.has(name));
  const expectsBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
  return {
    accept: '*/*',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': 'Pipewright',
    ...Object.fromEntries(own),
    host: url.host,
    connection: 'close',
    ...(body !== undefined || expectsBody ? { 'content-length': String(body?.length ?? 0) } : {}),
  };
}

function answerOf(message: IncomingMessage, hop: Hop): Answer {
  const status = message.statusCode ?? 0;
  const headers = joined(message.headers);
  return {
    status,
    headers,
    async read(limits) {
      const { limitBytes } = limits;
      try {
        const isEmpty = hop.method === 'HEAD' || status === 204 || status === 304;
        if (!isEmpty && Number(headers['content-length']) > limitBytes) throw tooLarge(hop.url, limitBytes);
        const stream = isEmpty ? message : decoded(message, hop);
        return { status, headers, body: await collect(stream, hop.url, limits) };
      } catch (error) {
        throw failureOf(error, hop);
      } finally {
        message.destroy();
      }
    },
    chunks: () => chunksOf(message, hop),
    discard: () => void message.destroy(),
  };
}

async function* chunksOf(message: IncomingMessage, hop: Hop): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of message) yield chunk;
  } catch (error) {
    throw failureOf(error, hop);
  }
}

function joined(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

function switched(url: URL): ActionError {
  return new ActionError(
    'connection_error',
    `${url.host} switched to a protocol other than HTTP. Check the address.`,
  );
}

function failureOf(error: unknown, { signal, url }: Hop): ActionError {
  if (error instanceof ActionError) return error;
  return signal.aborted ? abortFailure(signal, url.host) : httpFailure(error, url);
}
