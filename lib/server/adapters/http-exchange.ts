import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import zlib from 'node:zlib';
import { ActionError } from '@/engine/errors';
import type { HttpResponse } from '@/engine/ports';
import { classify, classifyAbort } from './http-errors';
import { bareHost, type Guard } from './http-guard';

/** One request on its way to one address, with no redirect followed. */
export interface Hop {
  readonly url: URL;
  readonly method: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
}

/** An answer whose body has not been read yet. Either read or discard it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  read(limitBytes: number): Promise<HttpResponse>;
  discard(): void;
}

/** Headers that describe the connection; they are ours to write. RFC 9110, section 7.6.1. */
const CONNECTION_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Sends one request and waits for the head of its answer. @throws ActionError */
export async function exchange(hop: Hop, guard: Guard): Promise<Answer> {
  guard.check(hop.url);
  if (hop.signal.aborted) throw classifyAbort(hop.signal, hop.url);
  try {
    return answerOf(await send(hop, guard), hop);
  } catch (error) {
    throw failureOf(error, hop);
  }
}

function send(hop: Hop, guard: Guard): Promise<IncomingMessage> {
  const body = hop.body === undefined ? undefined : Buffer.from(hop.body, 'utf8');
  const { request } = hop.url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const outgoing = request(hop.url, {
      method: hop.method,
      headers: headersOf(hop, body),
      lookup: guard.lookupFor(hop.url),
      signal: hop.signal,
      // Each request connects anew: a kept connection that the service has closed meanwhile looks like a failure.
      agent: false,
      ...(hop.url.protocol === 'https:' ? { servername: serverName(hop.url) } : {}),
    });
    outgoing.once('response', resolve);
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** No name is sent for an address: RFC 6066, section 3. */
function serverName(url: URL): string {
  const host = bareHost(url);
  return host.includes(':') || /^[\d.]+$/.test(host) ? '' : host;
}

function headersOf(hop: Hop, body: Buffer | undefined): Record<string, string> {
  const own = Object.entries(hop.headers).filter(([name]) => !CONNECTION_HEADERS.has(name));
  const expectsBody = hop.method === 'POST' || hop.method === 'PUT' || hop.method === 'PATCH';
  return {
    accept: '*/*',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': 'Pipewright',
    ...Object.fromEntries(own),
    connection: 'close',
    ...(body || expectsBody ? { 'content-length': String(body?.length ?? 0) } : {}),
  };
}

function answerOf(message: IncomingMessage, hop: Hop): Answer {
  const status = message.statusCode ?? 0;
  const headers = joined(message.headers);
  return {
    status,
    headers,
    async read(limitBytes) {
      try {
        const body = await collect(decoded(message, hop.method), limitBytes, hop);
        return { status, headers, body };
      } catch (error) {
        throw failureOf(error, hop);
      } finally {
        message.destroy();
      }
    },
    discard: () => void message.destroy(),
  };
}

function joined(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

// Lenient about a missing end, as browsers are; a cut connection shows on the message itself.
const LENIENT = { flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH };
const BROTLI = {
  flush: zlib.constants.BROTLI_OPERATION_FLUSH,
  finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH,
};

const DECODERS: Record<string, () => zlib.Gunzip | zlib.BrotliDecompress> = {
  gzip: () => zlib.createUnzip(LENIENT),
  'x-gzip': () => zlib.createUnzip(LENIENT),
  deflate: () => zlib.createUnzip(LENIENT),
  br: () => zlib.createBrotliDecompress(BROTLI),
};

/** The body as it was before compression; unknown encodings stay as they came. */
function decoded(message: IncomingMessage, method: string): Readable {
  const encoding = message.headers['content-encoding']?.trim().toLowerCase() ?? '';
  const decoder = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding]?.() : undefined;
  const isEmpty = method === 'HEAD' || message.statusCode === 204 || message.statusCode === 304;
  if (decoder === undefined || isEmpty) return message;
  message.once('error', (error) => decoder.destroy(error));
  decoder.once('close', () => message.destroy());
  return message.pipe(decoder);
}

/** Counts what comes out of the decoder, so that a small compressed body cannot grow past the limit. */
async function collect(stream: Readable, limitBytes: number, hop: Hop): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
    size += bytes.length;
    if (size > limitBytes) throw tooLarge(hop.url, limitBytes);
    chunks.push(bytes);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function tooLarge(url: URL, limitBytes: number): ActionError {
  const limit = limitBytes % 1_000_000 === 0 ? `${limitBytes / 1_000_000} MB` : `${limitBytes} bytes`;
  return new ActionError(
    'rejected',
    `The answer of ${url.host} is larger than ${limit}. Ask for less at once.`,
  );
}

function failureOf(error: unknown, hop: Hop): ActionError {
  if (error instanceof ActionError) return error;
  if (hop.signal.aborted) return classifyAbort(hop.signal, hop.url);
  return classify(error, hop.url);
}
