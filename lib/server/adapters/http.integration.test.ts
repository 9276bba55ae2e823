import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { ActionError } from '@/engine/errors';
import type { HttpRequest } from '@/engine/ports';
import { createDialer } from './egress';
import { policyOf } from './egress/testing/policies';
import { createHttp, type HttpOptions } from './http';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function listen(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function serve(handler: Handler): Promise<string> {
  const server = http.createServer(handler);
  const port = await listen(server);
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}`;
}

async function serveRaw(onConnection: (socket: net.Socket) => void): Promise<string> {
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy());
    onConnection(socket);
  });
  const port = await listen(server);
  closers.push(() => server.close());
  return `http://127.0.0.1:${port}`;
}

async function closedPort(): Promise<number> {
  const server = net.createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function request(url: string, overrides: Partial<HttpRequest> = {}): HttpRequest {
  return { url, method: 'GET', headers: {}, signal: new AbortController().signal, ...overrides };
}

async function failureOf(promise: Promise<unknown>): Promise<ActionError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ActionError) return error;
  throw new Error(`Expected an ActionError, got ${String(error)}`);
}

/** HTTP as a server for this machine alone has it. */
const callOwning = (ports: number[], options: Omit<HttpOptions, 'dialer'> = {}) =>
  createHttp({ dialer: createDialer(policyOf('open', { ports })), ...options });
const callWith = (options: Omit<HttpOptions, 'dialer'>) => callOwning([], options);
const call = callWith({});

const text = (body: Uint8Array) => new TextDecoder().decode(body);

/** Answers with what arrived. */
const echo: Handler = (incoming, response) => {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        method: incoming.method,
        url: incoming.url,
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      }),
    );
  });
};

async function echoed(promise: Promise<{ body: Uint8Array }>) {
  return JSON.parse(text((await promise).body)) as {
    method: string;
    url: string;
    headers: Record<string, string>;
    body: string;
  };
}

describe('createHttp', () => {
  it('sends method, headers and body, and reads the answer', async () => {
    const base = await serve(echo);
    const answer = await call(
      request(`${base}/a?b=c`, { method: 'POST', headers: { 'X-One': '1' }, body: 'grüße' }),
    );
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json');
    const seen = JSON.parse(text(answer.body));
    expect(seen).toMatchObject({ method: 'POST', url: '/a?b=c', body: 'grüße' });
    expect(seen.headers).toMatchObject({ 'x-one': '1', 'content-length': '7', 'user-agent': 'Pipewright' });
  });

  it('sends a body with DELETE, and a length of 0 with an empty POST', async () => {
    const base = await serve(echo);
    const deleted = await echoed(call(request(base, { method: 'DELETE', body: '{}' })));
    expect(deleted).toMatchObject({ method: 'DELETE', body: '{}' });
    const posted = await echoed(call(request(base, { method: 'POST' })));
    expect(posted.headers['content-length']).toBe('0');
  });

  it('writes headers about the connection itself, whatever the author wrote', async () => {
    const base = await serve(echo);
    const headers = { 'Content-Length': '999', 'transfer-encoding': 'chunked', Connection: 'upgrade' };
    const seen = await echoed(call(request(base, { method: 'PUT', headers, body: 'ab' })));
    expect(seen.headers).toMatchObject({ 'content-length': '2', connection: 'close' });
    expect(seen.headers['transfer-encoding']).toBeUndefined();
  });

  it.each([
    ['gzip', gzipSync('hello')],
    ['deflate', deflateSync('hello')],
    ['br', brotliCompressSync('hello')],
  ])('reads %s answers', async (encoding, body) => {
    const base = await serve((_, response) => {
      response.setHeader('content-encoding', encoding);
      response.end(body);
    });
    expect(text((await call(request(base))).body)).toBe('hello');
  });

  it('reads the headers of a compressed answer to HEAD, and of one with 204', async () => {
    const base = await serve((incoming, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.statusCode = incoming.method === 'HEAD' ? 200 : 204;
      response.end();
    });
    expect(await call(request(base, { method: 'HEAD' }))).toMatchObject({ status: 200 });
    expect((await call(request(base))).body).toHaveLength(0);
  });

  it('says that an answer could not be decompressed', async () => {
    const base = await serve((_, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end('not gzip at all');
    });
    const failure = await failureOf(call(request(base)));
    expect(failure.kind).toBe('connection_error');
    expect(failure.message).toContain('could not be decompressed');
  });

  it('refuses an answer above the limit, naming it', async () => {
    const base = await serve((_, response) => response.end(Buffer.alloc(10_000_001)));
    const failure = await failureOf(call(request(base)));
    expect(failure.kind).toBe('rejected');
    expect(failure.message).toContain('larger than 10 MB');
  });

  it('takes an answer of exactly the limit', async () => {
    const base = await serve((_, response) => response.end(Buffer.alloc(1000)));
    expect((await callWith({ limitBytes: 1000 })(request(base))).body).toHaveLength(1000);
  });

  it('counts bytes after decompression', async () => {
    const base = await serve((_, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync(Buffer.alloc(5_000_000)));
    });
    const failure = await failureOf(callWith({ limitBytes: 1_000_000 })(request(base)));
    expect(failure).toMatchObject({ kind: 'rejected' });
    expect(failure.message).toContain('1 MB');
  });
});

describe('redirects', () => {
  const redirecting =
    (status: number, location: string): Handler =>
    (incoming, response) => {
      if (incoming.url === '/end') return echo(incoming, response);
      response.writeHead(status, { location });
      response.end();
    };

  it.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [302, 'PUT', 'PUT', 'hi'],
    [307, 'POST', 'POST', 'hi'],
    [308, 'POST', 'POST', 'hi'],
  ])('follows %i after %s with %s', async (status, method, expected, body) => {
    const base = await serve(redirecting(status, '/end'));
    const headers = { 'content-type': 'text/plain', authorization: 'Bearer x' };
    const seen = await echoed(call(request(base, { method, headers, body: 'hi' })));
    expect(seen).toMatchObject({ method: expected, body, headers: { authorization: 'Bearer x' } });
    expect(seen.headers['content-type']).toBe(body === '' ? undefined : 'text/plain');
  });

  it('drops credentials and unknown headers on the way to another origin', async () => {
    const other = await serve(echo);
    const base = await serve(redirecting(307, `${other}/end`));
    const headers = {
      authorization: 'Bearer x',
      cookie: 'a=b',
      'x-api-key': 'secret',
      accept: 'text/html',
      'idempotency-key': 'k',
    };
    const seen = await echoed(call(request(base, { headers })));
    expect(seen.headers).toMatchObject({ accept: 'text/html', 'idempotency-key': 'k' });
    for (const name of ['authorization', 'cookie', 'x-api-key'])
      expect(seen.headers).not.toHaveProperty(name);
  });

  it('follows 5 redirects and refuses the 6th', async () => {
    const hops = (count: number) => (incoming: IncomingMessage, response: ServerResponse) => {
      const at = Number(incoming.url?.slice(1));
      if (at === count) return void response.end('there');
      response.writeHead(302, { location: `/${at + 1}` });
      response.end();
    };
    const five = await call(request(`${await serve(hops(5))}/0`));
    expect(text(five.body)).toBe('there');
    const failure = await failureOf(call(request(`${await serve(hops(6))}/0`)));
    expect(failure.kind).toBe('rejected');
    expect(failure.message).toContain('more than 5 times');
  });

  it('gives back a redirect that names no address', async () => {
    const base = await serve((_, response) => {
      response.statusCode = 302;
      response.end('nowhere');
    });
    expect(await call(request(base))).toMatchObject({ status: 302 });
  });

  it.each(['file:///etc/passwd', 'http://user:pw@127.0.0.1/', 'http://169.254.169.254/latest', 'http://['])(
    'refuses to follow to %s',
    async (location) => {
      const failure = await failureOf(call(request(await serve(redirecting(302, location)))));
      expect(failure.kind).toBe('rejected');
      expect(failure.message).not.toContain('pw');
    },
  );
});

describe('the guard', () => {
  it.each([
    'http://169.254.169.254/',
    'http://0xa9fea9fe/',
    'http://2852039166/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fd00:ec2::254]/',
  ])('refuses the metadata address %s', async (url) => {
    const failure = await failureOf(call(request(url)));
    expect(failure.kind).toBe('rejected');
    expect(failure.message).toContain('metadata');
  });

  it.each(['127.0.0.1', 'localhost', '0.0.0.0', '127.8.9.10', '[::1]', '[::ffff:127.0.0.1]'])(
    'refuses our own port on %s',
    async (host) => {
      const base = await serve(echo);
      const port = Number(new URL(base).port);
      const failure = await failureOf(callOwning([port])(request(`http://${host}:${port}/`)));
      expect(failure.kind).toBe('rejected');
      expect(failure.message).toContain('Pipewright itself');
    },
  );

  it('allows other local ports', async () => {
    const base = await serve(echo);
    const port = Number(new URL(base).port);
    const seen = await echoed(callOwning([1])(request(`http://localhost:${port}/x`)));
    expect(seen.url).toBe('/x');
  });

  it.each(['file:///etc/passwd', 'ftp://127.0.0.1/', 'not a url', 'http://user:pw@127.0.0.1/'])(
    'refuses %s',
    async (url) => {
      const failure = await failureOf(call(request(url)));
      expect(failure.kind).toBe('rejected');
      expect(failure.message).not.toContain('pw');
    },
  );
});

describe('failures', () => {
  it('says that a connection was refused, to what, and what to do', async () => {
    const port = await closedPort();
    const failure = await failureOf(call(request(`http://127.0.0.1:${port}/secret-path`)));
    expect(failure).toMatchObject({ kind: 'connection_error', code: 'ECONNREFUSED' });
    expect(failure.message).toBe(
      `Cannot reach 127.0.0.1:${port}: connection refused. Check that the service is running.`,
    );
  });

  it('says the same when a name has several addresses', async () => {
    const port = await closedPort();
    const failure = await failureOf(call(request(`http://localhost:${port}/`)));
    expect(failure).toMatchObject({ kind: 'connection_error', code: 'ECONNREFUSED' });
  });

  it('says that a name is unknown', async () => {
    const failure = await failureOf(call(request('http://nowhere.invalid/')));
    expect(failure.kind).toBe('connection_error');
    expect(['ENOTFOUND', 'EAI_AGAIN']).toContain(failure.code);
  });

  it('says that the connection was reset before an answer', async () => {
    const base = await serveRaw((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await failureOf(call(request(base)))).toMatchObject({
      kind: 'connection_error',
      code: 'ECONNRESET',
    });
  });

  it.each(['', 'content-encoding: gzip\r\n'])('says that the answer was cut short (%j)', async (header) => {
    const base = await serveRaw((socket) =>
      socket.once('data', () => {
        socket.end(`HTTP/1.1 200 OK\r\n${header}content-length: 1000\r\n\r\n`);
      }),
    );
    const failure = await failureOf(call(request(base)));
    expect(failure).toMatchObject({ kind: 'connection_error', code: 'ECONNRESET' });
  });

  it('says that the answer is not HTTP', async () => {
    const base = await serveRaw((socket) => socket.once('data', () => socket.end('SSH-2.0-x\r\n')));
    const failure = await failureOf(call(request(base)));
    expect(failure.kind).toBe('connection_error');
    expect(failure.message).toContain('not HTTP');
  });

  it('says that a service without TLS was called with https', async () => {
    const base = await serve(echo);
    const failure = await failureOf(call(request(base.replace('http:', 'https:'))));
    expect(failure.kind).toBe('connection_error');
    expect(failure.message).toContain('http://');
  });

  it('throws the failure that the signal carries, before and during the answer', async () => {
    const reason = new ActionError('timeout', 'No answer after 1 s.');
    const early = await failureOf(
      call(request('http://127.0.0.1:1/', { signal: AbortSignal.abort(reason) })),
    );
    expect(early).toBe(reason);

    const silent = new AbortController();
    const base = await serve(() => silent.abort(reason));
    expect(await failureOf(call(request(base, { signal: silent.signal })))).toBe(reason);

    const halfway = new AbortController();
    const slow = await serve((_, response) => void response.write('some', () => halfway.abort(reason)));
    expect(await failureOf(call(request(slow, { signal: halfway.signal })))).toBe(reason);
  });

  it('calls a plain abort a cancellation, and a timeout signal a timeout', async () => {
    const cancelled = await failureOf(call(request('http://127.0.0.1:1/', { signal: AbortSignal.abort() })));
    expect(cancelled.kind).toBe('cancelled');
    const base = await serve(() => {});
    const timedOut = await failureOf(call(request(base, { signal: AbortSignal.timeout(20) })));
    expect(timedOut.kind).toBe('timeout');
  });
});
