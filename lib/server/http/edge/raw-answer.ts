import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { SECURITY_HEADERS } from './headers';

/** Writes a response with one sentence to a connection without a response object, and closes it. */
export function writeRawAnswer(socket: Duplex, status: number, message: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = `${message}\n`;
  const headers = {
    ...SECURITY_HEADERS,
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  // The client may have disconnected.
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () =>
    socket.destroy(),
  );
}

interface Unreadable {
  readonly status: number;
  readonly message: string;
}

/** Responses by Node's code of a connection error. */
const UNREADABLE: ReadonlyMap<string | undefined, Unreadable> = new Map([
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    { status: 408, message: 'The request took too long to arrive. Send it again.' },
  ],
  [
    'HPE_HEADER_OVERFLOW',
    { status: 431, message: 'The headers are larger than 16 kB. Send fewer or shorter ones.' },
  ],
]);
const MALFORMED: Unreadable = { status: 400, message: 'This is not a valid HTTP/1.1 request.' };

/** Responds to bytes that Node could not parse as a request, or that arrived too slowly. */
export function writeUnreadable(socket: Duplex, code: string | undefined): void {
  const { status, message } = UNREADABLE.get(code) ?? MALFORMED;
  writeRawAnswer(socket, status, message);
}
