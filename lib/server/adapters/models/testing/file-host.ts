import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a host treats one path. */
export interface HostedFile {
  content: Buffer;
  /** Strong validator; none where undefined. @default made of the content */
  etag?: string | undefined;
  /** Closes the connection after this many bytes of each answer. */
  cutAfter?: number;
  /** Waits this long between pieces, in ms. */
  slowMs?: number;
  /** Sends the second half of each answer only after this. */
  hold?: Promise<void>;
  /** Sends another byte in the middle. */
  isCorrupt?: boolean;
  /** Leads elsewhere. */
  redirect?: string;
  /** Only with this token. */
  token?: string;
  /** Answers with this status instead. */
  status?: number;
}

const PIECE = 16_384;

/** An HTTP server that serves files with ranges and validators, and fails in the way a test requests. */
export class FileHost {
  readonly files = new Map<string, HostedFile>();
  /** Every request, in order. */
  readonly requests: { path: string; range: string | undefined; authorization: string | undefined }[] = [];
  readonly #server = http.createServer((request, response) => void this.#answer(request, response));

  static async start(): Promise<FileHost> {
    const host = new FileHost();
    await new Promise<void>((done) => host.#server.listen(0, '127.0.0.1', done));
    return host;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Bytes that were asked for from their beginning on. */
  rangesOf(path: string): (string | undefined)[] {
    return this.requests.filter((request) => request.path === path).map(({ range }) => range);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const { range, authorization } = request.headers;
    this.requests.push({ path, range, authorization });
    const file = this.files.get(path);
    const status = refusalOf(file, authorization);
    if (!file || status !== undefined) return void response.writeHead(status ?? 404).end();
    if (file.redirect !== undefined) return void response.writeHead(302, { location: file.redirect }).end();
    const etag = 'etag' in file ? file.etag : `"${createHash('md5').update(file.content).digest('hex')}"`;
    if (etag !== undefined && request.headers['if-none-match'] === etag) {
      return void response.writeHead(304, { etag }).end();
    }
    await sendFile(file, etag, request, response);
  }
}

function refusalOf(file: HostedFile | undefined, authorization: string | undefined): number | undefined {
  if (!file) return 404;
  if (file.status !== undefined) return file.status;
  return file.token !== undefined && authorization !== `Bearer ${file.token}` ? 401 : undefined;
}

/** Sends a file, or the range that is asked for, with everything that is wrong with it. */
export async function sendFile(
  file: HostedFile,
  etag: string | undefined,
  { headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const content = file.isCorrupt ? corrupted(file.content) : file.content;
  const from = startOf(headers, etag);
  if (from > 0 && from >= content.length) {
    return void response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
  }
  const range = from > 0 ? { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` } : {};
  const validator = etag === undefined ? {} : { etag };
  const length = { 'content-length': content.length - from };
  response.writeHead(from > 0 ? 206 : 200, { ...validator, ...length, ...range });
  const isWhole = await writePieces(file, content.subarray(from), response);
  if (isWhole) response.end();
  else response.destroy();
}

function corrupted(content: Buffer): Buffer {
  const copy = Buffer.from(content);
  const middle = Math.floor(copy.length / 2);
  copy[middle] = (copy[middle] ?? 0) ^ 1;
  return copy;
}

function startOf(headers: IncomingMessage['headers'], etag: string | undefined): number {
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag;
  return isSame ? Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0) : 0;
}

/** False where the answer was cut off. */
async function writePieces(
  { cutAfter = Number.POSITIVE_INFINITY, slowMs, hold }: HostedFile,
  content: Buffer,
  response: ServerResponse,
): Promise<boolean> {
  for (let at = 0; at < content.length; at += PIECE) {
    if (hold && at >= content.length / 2) await hold;
    if (at >= cutAfter || response.destroyed) return false;
    if (!response.write(content.subarray(at, at + PIECE))) await drained(response);
    if (slowMs !== undefined) await new Promise((done) => setTimeout(done, slowMs));
  }
  return true;
}

/** Waits until more can be written, or the other side is gone. */
async function drained(response: ServerResponse): Promise<void> {
  const stop = new AbortController();
  const either = [once(response, 'drain', stop), once(response, 'close', stop)];
  await Promise.race(either);
  stop.abort();
  await Promise.allSettled(either);
}
