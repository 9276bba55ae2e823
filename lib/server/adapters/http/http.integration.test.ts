import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { ActionError } from '@/engine';
import { freePort } from '../../testing/free-port';
import { createDialer, type Lookup } from '../egress';
import { type Certificate, createCertificate } from '../egress/testing/certificates';
import { policyOf } from '../egress/testing/policies';
import { failureOf, type Handler, request, serve, serveRaw, serveTls } from '../egress/testing/services';
import { createHttp } from '.';
import type { HttpOptions } from './options';

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
  it('sends method, headers and body, and reads the response', async () => {
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

  it('sends bytes unchanged', async () => {
    const base = await serve(echo);
    const body = Uint8Array.from(Buffer.from('xxgrüße')).subarray(2);
    const seen = await echoed(call(request(base, { method: 'POST', body })));
    expect(seen.body).toBe('grüße');
    expect(seen.headers['content-length']).toBe('7');
  });

  it('sends the Host of the address, whatever the author wrote', async () => {
    const base = await serve(echo);
    const seen = await echoed(call(request(base, { headers: { Host: 'other.test' } })));
    expect(seen.headers.host).toBe(new URL(base).host);
  });

  it('marks every request, including redirects, whatever the author wrote', async () => {
    const base = await serve(echo);
    const start = await serve((_, response) => response.writeHead(307, { location: `${base}/` }).end());
    const marked = createHttp({ dialer: createDialer(policyOf('open')), mark: () => 'ours' });
    const headers = { 'Pipewright-Instance': 'other', connection: 'pipewright-instance' };
    for (const url of [base, start]) {
      const seen = await echoed(marked(request(url, { headers })));
      expect(seen.headers).toMatchObject({ 'pipewright-instance': 'ours', connection: 'close' });
    }
    // A process that knows no installation says so.
    expect((await echoed(call(request(base)))).headers['pipewright-instance']).toBe('unknown');
  });

  it('sets headers of the connection, whatever the author wrote', async () => {
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
    ['gzip, br', brotliCompressSync(gzipSync('hello'))],
    ['gzip , identity', gzipSync('hello')],
    ['X-GZIP', gzipSync('hello')],
    ['utf-8', Buffer.from('hello')],
  ])('reads %s responses', async (encoding, body) => {
    const base = await serve((_, response) => {
      response.setHeader('content-encoding', encoding);
      response.end(body);
    });
    expect(text((await call(request(base))).body)).toBe('hello');
  });

  it.each([
    ['unasked', {}, 'Turn zstd off at the service'],
    ['as asked for', { 'Accept-Encoding': 'gzip, zstd' }, 'Remove zstd from the header Accept-Encoding'],
  ])('refuses a zstd response %s with a hint', async (_, headers, advice) => {
    const base = await serve((_, response) => {
      response.setHeader('content-encoding', 'zstd');
      response.end(Buffer.from('KLUv/QRYKQAAaGVsbG+jbZ+I', 'base64'));
    });
    const failure = await failureOf(call(request(base, { headers })));
    expect(failure.kind).toBe('rejected');
    expect(failure.message).toContain('compressed with zstd, which Pipewright cannot read');
    expect(failure.message).toContain(advice);
  });

  it('reads the headers of a compressed response to HEAD, and of one with 204', async () => {
    const base = await serve((incoming, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.statusCode = incoming.method === 'HEAD' ? 200 : 204;
      response.end();
    });
    expect(await call(request(base, { method: 'HEAD' }))).toMatchObject({ status: 200 });
    expect((await call(request(base))).body).toHaveLength(0);
  });

  it.each([
    ['gzip', Buffer.from('not gzip at all')],
    ['br', Buffer.from('not brotli at all')],
  ])('reports a response in %s that cannot be decompressed', async (encoding, body) => {
    const base = await serve((_, response) => {
      response.setHeader('content-encoding', encoding);
      response.end(body);
    });
    const failure = await failureOf(call(request(base)));
    expect(failure.kind).toBe('connection_error');
    expect(failure.message).toContain('could not be decompressed');
  });

  it('refuses a response above the limit, with the limit', async () => {
    const base = await serve((_, response) => response.end(Buffer.alloc(10_000_001)));
    const failure = await failureOf(call(request(base)));
    expect(failure.kind).toBe('rejected');
    expect(failure.message).toContain('larger than 10 MB');
  });

  it('accepts a response of exactly the limit', async () => {
    const base = await serve((_, response) => response.end(Buffer.alloc(1000)));
    expect((await callWith({ limitBytes: 1000 })(request(base))).body).toHaveLength(1000);
  });

  it('refuses a response above the limit of the request, which cannot exceed the general limit', async () => {
    const base = await serve((_, response) => response.end(Buffer.alloc(1000)));
    const failure = await failureOf(call(request(base, { limitBytes: 999 })));
    expect(failure).toMatchObject({ kind: 'rejected' });
    expect(failure.message).toContain('999 bytes');
    expect((await failureOf(callWith({ limitBytes: 10 })(request(base, { limitBytes: 5000 })))).kind).toBe(
      'rejected',
    );
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

  it('drops credentials and unknown headers in a redirect to another origin', async () => {
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

  it('returns a redirect when none may be followed', async () => {
    const base = await serve(redirecting(302, '/end'));
    const answer = await call(request(base, { maxRedirects: 0 }));
    expect(answer).toMatchObject({ status: 302, headers: { location: '/end' } });
  });

  it('follows fewer redirects on request, and never more', async () => {
    const hops: Handler = (incoming, response) => {
      response.writeHead(302, { location: `/${Number(incoming.url?.slice(1)) + 1}` });
      response.end();
    };
    const base = await serve(hops);
    const once = await failureOf(call(request(`${base}/0`, { maxRedirects: 1 })));
    expect(once.message).toContain('more than once');
    const many = await failureOf(call(request(`${base}/0`, { maxRedirects: 100 })));
    expect(many.message).toContain('more than 5 times');
  });

  it('returns a redirect without an address', async () => {
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

describe('failures', () => {
  it('reports a refused connection with its address and a hint', async () => {
    const port = await freePort();
    const failure = await failureOf(call(request(`http://127.0.0.1:${port}/secret-path`)));
    expect(failure).toMatchObject({ kind: 'connection_error', code: 'ECONNREFUSED' });
    expect(failure.message).toBe(
      `Cannot reach 127.0.0.1:${port}: connection refused. Check that the service is running.`,
    );
  });

  it('reports the same for a name with several addresses', async () => {
    const port = await freePort();
    const failure = await failureOf(call(request(`http://localhost:${port}/`)));
    expect(failure).toMatchObject({ kind: 'connection_error', code: 'ECONNREFUSED' });
  });

  it('reports an unknown name', async () => {
    const failure = await failureOf(call(request('http://nowhere.invalid/')));
    expect(failure.kind).toBe('connection_error');
    expect(['ENOTFOUND', 'EAI_AGAIN']).toContain(failure.code);
  });

  it('reports a connection that was reset before the response', async () => {
    const base = await serveRaw((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await failureOf(call(request(base)))).toMatchObject({
      kind: 'connection_error',
      code: 'ECONNRESET',
    });
  });

  it.each(['', 'content-encoding: gzip\r\n'])('reports an incomplete response (%j)', async (header) => {
    const base = await serveRaw((socket) =>
      socket.once('data', () => {
        socket.end(`HTTP/1.1 200 OK\r\n${header}content-length: 1000\r\n\r\n`);
      }),
    );
    const failure = await failureOf(call(request(base)));
    expect(failure).toMatchObject({ kind: 'connection_error', code: 'ECONNRESET' });
  });

  it('reports a response that is not HTTP', async () => {
    const base = await serveRaw((socket) => socket.once('data', () => socket.end('SSH-2.0-x\r\n')));
    const failure = await failureOf(call(request(base)));
    expect(failure.kind).toBe('connection_error');
    expect(failure.message).toContain('not HTTP');
  });

  it('reports https to a service without TLS', async () => {
    const base = await serve(echo);
    const failure = await failureOf(call(request(base.replace('http:', 'https:'))));
    expect(failure.kind).toBe('connection_error');
    expect(failure.message).toContain('http://');
  });

  it('throws the failure of its signal, before and during the response', async () => {
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

  it('aborts a connection attempt and a handshake that do not end', async () => {
    const never: Lookup = () => new Promise(() => undefined);
    const dialer = createDialer(policyOf('open'), { lookup: never });
    const lost = await failureOf(
      createHttp({ dialer })(request('http://slow.test/', { connectTimeoutSeconds: 0.02 })),
    );
    expect(lost).toMatchObject({ kind: 'timeout', code: 'ETIMEDOUT' });
    const silent = (await serveRaw(() => undefined)).replace('http:', 'https:');
    const stuck = await failureOf(call(request(silent, { connectTimeoutSeconds: 0.1 })));
    expect(stuck).toMatchObject({ kind: 'timeout', code: 'ETIMEDOUT' });
  });

  it('has an upper limit for the deadline of a request', async () => {
    const base = await serve(() => undefined);
    const failure = await failureOf(callWith({ totalMs: 50 })(request(base)));
    expect(failure).toMatchObject({ kind: 'timeout' });
    expect(failure.message).toContain('within 0.05 s');
  });

  it('refuses a response that switches to another protocol', async () => {
    const head = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n';
    const base = await serveRaw((socket) => socket.once('data', () => socket.write(head)));
    expect(await failureOf(call(request(base)))).toMatchObject({ kind: 'connection_error' });
  });

  it('fails an abort as a cancellation, and a timeout signal as a timeout', async () => {
    const cancelled = await failureOf(call(request('http://127.0.0.1:1/', { signal: AbortSignal.abort() })));
    expect(cancelled.kind).toBe('cancelled');
    const base = await serve(() => {});
    const timedOut = await failureOf(call(request(base, { signal: AbortSignal.timeout(20) })));
    expect(timedOut.kind).toBe('timeout');
  });
});

describe('TLS', () => {
  let good: Certificate;
  let expired: Certificate;
  const names = ['DNS:service.test', 'IP:127.0.0.1'];
  beforeAll(async () => {
    [good, expired] = await Promise.all([createCertificate(names), createCertificate(names, -1)]);
  });

  const here: Lookup = async () => ['127.0.0.1'];
  const callTrusting = (trusted?: Certificate) =>
    createHttp({
      dialer: createDialer(policyOf('open'), { lookup: here }),
      ...(trusted && { trusted: [trusted.cert] }),
    });

  it.each(['service.test', '127.0.0.1'])('connects to %s when its certificate is trusted', async (host) => {
    const port = await serveTls(good, echo);
    const seen = await echoed(callTrusting(good)(request(`https://${host}:${port}/a`)));
    expect(seen).toMatchObject({ url: '/a', headers: { host: `${host}:${port}` } });
  });

  it('refuses a self-signed certificate', async () => {
    const port = await serveTls(good, echo);
    const failure = await failureOf(callTrusting()(request(`https://service.test:${port}/`)));
    expect(failure).toMatchObject({ kind: 'connection_error', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(failure.message).toContain('self-signed');
  });

  it('refuses an expired certificate', async () => {
    const port = await serveTls(expired, echo);
    const failure = await failureOf(callTrusting(expired)(request(`https://service.test:${port}/`)));
    expect(failure).toMatchObject({ kind: 'connection_error', code: 'CERT_HAS_EXPIRED' });
    expect(failure.message).toContain('expired');
  });

  it.each(['other.test', '127.0.0.2'])('refuses a certificate that is not for %s', async (host) => {
    const port = await serveTls(good, echo);
    const lookup: Lookup = async () => ['127.0.0.1'];
    const dialer = createDialer(policyOf('open'), { lookup });
    const elsewhere = {
      ...dialer,
      connect: (to: Parameters<typeof dialer.connect>[0]) => dialer.connect({ ...to, host: 'x.test' }),
    };
    const failure = await failureOf(
      createHttp({ dialer: elsewhere, trusted: [good.cert] })(request(`https://${host}:${port}/`)),
    );
    expect(failure).toMatchObject({ kind: 'connection_error', code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    expect(failure.message).toContain('another name');
  });

  it('does not follow from https to http', async () => {
    const plain = await serve(echo);
    const port = await serveTls(good, (_, response) => {
      response.writeHead(302, { location: plain });
      response.end();
    });
    const failure = await failureOf(callTrusting(good)(request(`https://service.test:${port}/`)));
    expect(failure.kind).toBe('rejected');
    expect(failure.message).toContain('is not encrypted');
  });
});
