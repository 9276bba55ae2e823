/** docs/security.md#promises: responses made to fill memory or to last for ever. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ActionError, AnswerMemory } from '@/engine';
import { withMemoryGrowth } from '@/lib/server/testing/memory-growth';
import { createDialer } from '../egress';
import { policyOf } from '../egress/testing/policies';
import { failureOf, request, serve, serveRaw } from '../egress/testing/services';
import { createHttp } from '.';

const MEGABYTE = 1_000_000;
const call = createHttp({ dialer: createDialer(policyOf('open')) });

/** 200 MB of zeros as the coding writes them. */
async function zerosIn(coder: zlib.Gzip | zlib.BrotliCompress): Promise<Buffer> {
  const chunks: Buffer[] = [];
  coder.on('data', (chunk: Buffer) => chunks.push(chunk));
  const piece = Buffer.alloc(MEGABYTE);
  for (let written = 0; written < 200; written++) if (!coder.write(piece)) await once(coder, 'drain');
  coder.end();
  await once(coder, 'end');
  return Buffer.concat(chunks);
}

let gzip: Buffer;
let gzipTwice: Buffer;
let brotli: Buffer;

beforeAll(async () => {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = zlib.constants;
  const params = { [BROTLI_PARAM_QUALITY]: 5, [BROTLI_PARAM_LGWIN]: 24 };
  gzip = await zerosIn(zlib.createGzip({ level: 9 }));
  gzipTwice = await promisify(zlib.gzip)(gzip, { level: 9 });
  brotli = await zerosIn(zlib.createBrotliCompress({ params }));
});

const figures: string[] = [];
afterAll(() => void process.stdout.write(`Memory on top, in MB: ${figures.join(', ')}\n`));

/** The failure, and that memory grew by no more than 64 MB meanwhile. */
async function boundedFailure(name: string, promise: () => Promise<unknown>): Promise<ActionError> {
  const { result, growth } = await withMemoryGrowth(() => failureOf(promise()));
  const grown = growth / MEGABYTE;
  figures.push(`${name} ${grown.toFixed(0)}`);
  expect(grown).toBeLessThanOrEqual(64);
  return result;
}

/** Writes until the reader stops. */
function pour(to: ServerResponse | Socket, times: number, piece: Buffer): void {
  const pieces = function* () {
    for (let index = 0; index < times; index++) yield piece;
  };
  pipeline(Readable.from(pieces()), to, () => undefined);
}

const answering = (headers: Record<string, string>, body: Buffer) =>
  serve((_, response) => {
    response.writeHead(200, headers);
    response.end(body);
  });

describe('a response that is too large', () => {
  it('is refused by its declared length', async () => {
    const base = await serve((_, response) => {
      response.writeHead(200, { 'content-length': String(100 * MEGABYTE) });
      pour(response, 100, Buffer.alloc(MEGABYTE));
    });
    const failure = await boundedFailure('100 MB announced', () => call(request(base)));
    expect(failure).toMatchObject({ kind: 'rejected' });
    expect(failure.message).toContain('larger than 10 MB');
  });

  it('is refused at the limit without a declared length', async () => {
    const base = await serve((_, response) => pour(response, 100, Buffer.alloc(MEGABYTE)));
    const failure = await boundedFailure('100 MB', () => call(request(base)));
    expect(failure.message).toContain('larger than 10 MB');
  });

  it.each(['gzip', 'deflate', 'br', 'gzip, gzip'])('is refused at the limit in %s', async (coding) => {
    const bodies: Record<string, Buffer> = { br: brotli, 'gzip, gzip': gzipTwice };
    const body = bodies[coding] ?? gzip;
    const base = await answering({ 'content-encoding': coding }, body);
    const name = `200 MB from ${(body.length / 1000).toFixed(1)} KB ${coding}`;
    const failure = await boundedFailure(name, () => call(request(base)));
    expect(failure).toMatchObject({ kind: 'rejected' });
    expect(failure.message).toContain('larger than 10 MB');
  });

  it('is refused for its headers', async () => {
    const base = await serveRaw((socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n');
        pour(socket, 1000, Buffer.from(`x: ${'y'.repeat(1000)}\r\n`));
      }),
    );
    const failure = await boundedFailure('1 MB of headers', () => call(request(base)));
    expect(failure).toMatchObject({ kind: 'rejected' });
    expect(failure.message).toContain('larger than 16 kB');
  });
});

describe('a response with several compressions', () => {
  it('is refused by the number of its codings', async () => {
    const coding = Array.from({ length: 200 }, () => 'gzip').join(', ');
    const base = await answering({ 'content-encoding': coding }, gzip);
    const failure = await boundedFailure('200 codings', () => call(request(base)));
    expect(failure).toMatchObject({ kind: 'rejected' });
    expect(failure.message).toContain('200 nested compressions');
  });
});

describe('an endless response', () => {
  const soon = () => AbortSignal.timeout(300);
  const drip = (socket: Socket | ServerResponse, piece: string | Buffer) => {
    const timer = setInterval(() => socket.write(piece), 10);
    socket.once('close', () => clearInterval(timer));
  };

  it('ends at the deadline while its body is sent slowly', async () => {
    const base = await serve((_, response) => drip(response, 'a'));
    const failure = await boundedFailure('drip', () => call(request(base, { signal: soon() })));
    expect(failure.kind).toBe('timeout');
  });

  it('ends at the deadline while its gzip body is empty', async () => {
    const base = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.write(Buffer.from('1f8b0800000000000003', 'hex'));
      // blocks with nothing in them
      drip(response, Buffer.from('000000ffff', 'hex'));
    });
    const failure = await boundedFailure('drip gzip', () => call(request(base, { signal: soon() })));
    expect(failure.kind).toBe('timeout');
  });

  it('ends at the deadline while its headers are sent slowly', async () => {
    const base = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ');
      drip(socket, 'a');
    });
    const failure = await boundedFailure('drip of headers', () => call(request(base, { signal: soon() })));
    expect(failure.kind).toBe('timeout');
  });

  it('ends at the deadline while it repeats interim responses', async () => {
    const base = await serveRaw((socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'));
    const failure = await boundedFailure('early hints', () => call(request(base, { signal: soon() })));
    expect(failure.kind).toBe('timeout');
  });
});

describe('a response with a wrong length', () => {
  const raw = (head: string, body: string) =>
    serveRaw((socket) => socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n${body}`)));

  it('fails when it is shorter', async () => {
    const base = await raw('content-length: 1000', 'short');
    const failure = await boundedFailure('shorter', () => call(request(base)));
    expect(failure).toMatchObject({ kind: 'connection_error', code: 'ECONNRESET' });
  });

  it('is read up to its length when it is longer', async () => {
    const base = await raw('content-length: 5', `hello${'x'.repeat(100_000)}`);
    expect(Buffer.from((await call(request(base))).body).toString()).toBe('hello');
  });

  it.each([
    'content-length: 5\r\ncontent-length: 6',
    'content-length: 5\r\ntransfer-encoding: chunked',
    'content-length: -1',
    'content-length: 5, 6',
    'content-length: 0x5',
  ])('fails when it contradicts itself: %j', async (head) => {
    const failure = await failureOf(raw(head, 'hello').then((base) => call(request(base))));
    expect(failure.kind).toBe('connection_error');
    expect(failure.message).toContain('not HTTP');
  });

  it('fails when a chunk is not as long as it says', async () => {
    const base = await raw('transfer-encoding: chunked', '5\r\nhello-and-more\r\n0\r\n\r\n');
    expect(await failureOf(call(request(base)))).toMatchObject({ kind: 'connection_error' });
  });
});

describe('many concurrent large responses', () => {
  it('are read one after the other when memory is short, and all complete', async () => {
    const size = 2 * MEGABYTE;
    let read = 0;
    const service = await serve((_, response) => {
      response.write(Buffer.alloc(size / 2), () => {
        read += 1;
      });
      response.end(Buffer.alloc(size / 2));
    });
    const memory = new AnswerMemory(size);
    let most = 0;
    const answers = Array.from({ length: 8 }, async () => {
      const share = memory.join();
      const { body } = await call(request(service, { reserve: share.reserve }));
      most = Math.max(most, memory.held);
      share.leave();
      return body.length;
    });
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 8 }, () => size));
    expect(read).toBe(8);
    // The budget, the response that continues, and a chunk of each of the others.
    expect(most).toBeLessThan(2 * size + 8 * 128 * 1024);
  });
});
