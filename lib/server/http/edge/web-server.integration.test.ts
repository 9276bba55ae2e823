import { once } from 'node:events';
import { Agent, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { Forbidden } from '../../services/errors';
import { GZIPPED } from '../gzip';
import { sentHeaders } from '../sent-headers';
import { type RequestCheck, requestChecks } from './check';
import { DEFAULT_LIMITS } from './limits';
import { createWebServer, type DirectHandler, type Handlers } from './web-server';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Given {
  readonly limits?: Partial<typeof DEFAULT_LIMITS>;
  readonly checks?: readonly RequestCheck[];
  readonly hosts?: readonly string[];
  readonly handlers?: Partial<Handlers>;
  readonly direct?: DirectHandler;
}

/** A server on a free port that answers every request that it lets through with `let through`. */
async function start(given: Given = {}): Promise<{ server: Server; port: number }> {
  const own: { port: number } = { port: 0 };
  const passed: RequestCheck = (head) => {
    for (const check of requestChecks({ port: own.port, hosts: given.hosts ?? [] })) check(head);
  };
  const server = createWebServer(
    {
      checks: [passed, ...(given.checks ?? [])],
      limits: { ...DEFAULT_LIMITS, ...given.limits },
      isDevelopment: false,
      report: () => undefined,
      ...(given.direct && { direct: given.direct }),
    },
    {
      request: async (_, response) => {
        response.end('let through');
      },
      ...given.handlers,
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  own.port = (server.address() as AddressInfo).port;
  return { server, port: own.port };
}

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Keeps the connection for further requests. @default one connection each */
  readonly agent?: Agent;
}

async function send(port: number, { path = '/', method = 'GET', headers = {}, agent }: Sent = {}) {
  const sent = request({ port, host: '127.0.0.1', path, method, headers, agent: agent ?? false });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of response) body += String(chunk);
  return { status: response.statusCode, headers: response.headers, body };
}

/** Everything that a connection is sent until it is closed. */
async function readToEnd(socket: Socket): Promise<string> {
  let text = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  if (!socket.closed) await once(socket, 'close');
  return text;
}

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  closing.push(() => socket.destroy());
  return socket;
}

const PATHS = ['/', '/pipelines/pl_1', '/api/v1/runs', '/_next/static/chunks/a.js', '/icon.svg'];

describe('a request', () => {
  it.each(PATHS)('for %s with a foreign Host is refused with 403 and one sentence', async (path) => {
    const { port } = await start();
    const { status, body } = await send(port, { path, headers: { host: 'evil.test:3000' } });
    expect(status).toBe(403);
    expect(body).toContain('This server does not accept the host name');
    expect(body).toContain('PIPEWRIGHT_HOSTS');
  });

  it.each(PATHS)('for %s with a foreign Origin is refused with 403 and one sentence', async (path) => {
    const { port } = await start();
    const origins = ['http://evil.test', `https://127.0.0.1:${port}`, 'null', `http://127.0.0.1:${port + 1}`];
    for (const origin of origins) {
      for (const method of ['GET', 'POST']) {
        const { status, body } = await send(port, { path, method, headers: { origin } });
        expect({ status, method, origin }).toEqual({ status: 403, method, origin });
        expect(body).toContain('The request comes from another site.');
      }
    }
  });

  it('of a server action with a foreign Origin is refused with 403 before the action sees it', async () => {
    const { port } = await start();
    const headers = {
      origin: `https://127.0.0.1:${port}`,
      'next-action': '7f',
      'content-type': 'text/plain',
    };
    expect((await send(port, { method: 'POST', path: '/pipelines', headers })).status).toBe(403);
  });

  it('under a name of PIPEWRIGHT_HOSTS may come from https only with a proxy on another port', async () => {
    const { port } = await start({ hosts: ['pipes.example.org'] });
    for (const [host, origin, expected] of [
      [`pipes.example.org:${port}`, `https://pipes.example.org:${port}`, 403],
      [`pipes.example.org:${port}`, `http://pipes.example.org:${port}`, 200],
      ['pipes.example.org', 'https://pipes.example.org', 200],
    ] as const) {
      const { status } = await send(port, { method: 'POST', headers: { host, origin } });
      expect({ status, origin }).toEqual({ status: expected, origin });
    }
  });

  it('from pages of the installation, from programs and from services that call webhooks is accepted', async () => {
    const { port } = await start();
    const own = { origin: `http://127.0.0.1:${port}` };
    const json = { 'content-type': 'application/json' };
    const hook = '/api/v1/hooks/tr_1/token';
    const foreign = { origin: 'https://git.example', 'content-type': 'text/plain' };
    expect((await send(port, { path: '/pipelines' })).body).toBe('let through');
    expect((await send(port, { method: 'POST', headers: own })).body).toBe('let through');
    expect((await send(port, { method: 'POST', headers: json })).body).toBe('let through');
    expect((await send(port, { method: 'POST', path: hook, headers: foreign })).body).toBe('let through');
  });

  it.each(['/api/v1/hooks/../runs', '/api/v1/hooks/%2e%2e/runs', '/api/v1/hooks/a/../../runs'])(
    'from another site for %s, which only begins like a webhook, is refused',
    async (path) => {
      const { port } = await start();
      const headers = { origin: 'https://git.example', 'content-type': 'text/plain' };
      expect((await send(port, { method: 'POST', path, headers })).status).toBe(403);
    },
  );

  it.each(['/api/v1/runs/%', '/pipelines/%zz', '/%c3%28', '/_next/static/%E0%A4%A'])(
    'for %s, which cannot be decoded, is refused with 400',
    async (path) => {
      const { port } = await start();
      const { status, body } = await send(port, { path });
      expect(status).toBe(400);
      expect(body).toContain('%25');
    },
  );

  it.each(['http://127.0.0.1/', 'evil.test:80', '*'])(
    'for %j, which is not a path, is refused with 400',
    async (path) => {
      const { port } = await start();
      const socket = open(port);
      socket.write(`OPTIONS ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`);
      expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 400 /);
    },
  );

  it('is refused by the first failed check, as JSON below /api/', async () => {
    const checks = ['The first refuses.', 'The second would.'].map((message) => () => {
      throw new Forbidden(message);
    });
    const { port } = await start({ checks });
    const { status, headers, body } = await send(port, { path: '/api/v1/runs' });
    expect({ status, type: headers['content-type'] }).toEqual({ status: 403, type: 'application/json' });
    expect(JSON.parse(body)).toEqual({ code: 'forbidden', message: 'The first refuses.' });
  });

  it('for another protocol is checked too', async () => {
    const upgraded: string[] = [];
    const { port } = await start({
      handlers: {
        upgrade: async (head, socket) => {
          upgraded.push(String(head.headers.origin));
          socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n');
        },
      },
    });
    const upgrade = async (origin: string) => {
      const socket = open(port);
      const head = `host: 127.0.0.1:${port}\r\norigin: ${origin}\r\nconnection: upgrade\r\nupgrade: websocket`;
      socket.write(`GET /_next/hmr HTTP/1.1\r\n${head}\r\n\r\n`);
      return (await readToEnd(socket)).split('\r\n', 1)[0];
    };
    expect(await upgrade('http://evil.test')).toBe('HTTP/1.1 403 Forbidden');
    expect(await upgrade(`http://127.0.0.1:${port}`)).toBe('HTTP/1.1 101 Switching Protocols');
    expect(upgraded).toEqual([`http://127.0.0.1:${port}`]);
  });
});

describe('the names of this machine', () => {
  const head = (host: string, localAddress: string) => ({
    method: 'GET',
    url: '/api/v1/runs',
    headers: { host },
    socket: { localAddress, remoteAddress: '10.9.9.8' },
  });
  const passes = (hosts: readonly string[], host: string, localAddress: string) => {
    try {
      for (const check of requestChecks({ port: 3000, hosts })) check(head(host, localAddress));
      return true;
    } catch {
      return false;
    }
  };

  it.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])(
    'as %s are accepted on a loopback address only',
    (host) => {
      for (const address of ['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1']) {
        expect(passes([], host, address), address).toBe(true);
      }
      for (const address of ['10.9.9.9', '::ffff:10.9.9.9', 'fd00::9', '192.168.1.2']) {
        expect(passes([], host, address), address).toBe(false);
      }
    },
  );

  it('are accepted elsewhere when PIPEWRIGHT_HOSTS names them', () =>
    expect(passes(['localhost'], 'localhost:8080', '172.17.0.2')).toBe(true));
});

describe('a response', () => {
  const EXPECTED = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };

  it.each([
    ['a page', { path: '/' }, 200],
    ['a static file', { path: '/_next/static/chunks/a.js' }, 200],
    ['data', { path: '/api/v1/runs' }, 200],
    ['a refused request', { headers: { host: 'evil.test' } }, 403],
    ['a path that cannot be decoded', { path: '/%' }, 400],
  ])('to %s has the security headers', async (_, sent: Sent, expected) => {
    const { port } = await start();
    const { status, headers } = await send(port, sent);
    expect(status).toBe(expected);
    expect(headers).toMatchObject(EXPECTED);
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('of a route with a compressed body has the header, although Next leaves it out', async () => {
    const { port } = await start({
      handlers: {
        request: async (_, response) => {
          for (const [name, value] of Object.entries(GZIPPED)) {
            if (name !== 'content-encoding') response.setHeader(name, value);
          }
          response.end(gzipSync('long'));
        },
      },
    });
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/actions`);
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect([...answer.headers.keys()]).not.toContain('x-body-encoding');
    expect(await answer.text()).toBe('long');
  });

  it('to bytes that are not a request has them, and a sentence', async () => {
    const { port } = await start();
    const socket = open(port);
    socket.write('hello\r\n\r\n');
    const text = await readToEnd(socket);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    for (const [name, value] of Object.entries(EXPECTED)) expect(text).toContain(`${name}: ${value}`);
    expect(text).toContain('not a valid HTTP/1.1 request');
  });

  it('of a page has a unique nonce, which the page reads from the request', async () => {
    const seen: (string | undefined)[] = [];
    const policies: (string | undefined)[] = [];
    const { port } = await start({
      handlers: {
        request: async ({ headers }, response) => {
          seen.push(headers['x-nonce']?.toString());
          policies.push(headers['content-security-policy']?.toString());
          response.end();
        },
      },
    });
    const agent = new Agent({ keepAlive: true });
    closing.push(() => agent.destroy());
    const forged = { 'x-nonce': 'mine', 'content-security-policy': "script-src 'nonce-mine'" };
    for (let count = 0; count < 1000; count += 1) {
      const { headers } = await send(port, { headers: forged, agent });
      expect(headers['content-security-policy']).toContain(`'nonce-${seen.at(-1)}'`);
      expect(policies.at(-1)).toBe(headers['content-security-policy']);
    }
    expect(new Set(seen).size).toBe(1000);
    expect(seen).not.toContain('mine');
  });

  it('of the API leaves the headers of the caller, and tells them from those that are added later', async () => {
    let seen = new Headers();
    const { port } = await start({
      handlers: {
        request: async ({ headers }, response) => {
          // As Next does, unless the caller sent them.
          headers['x-forwarded-proto'] ??= 'http';
          headers['x-forwarded-for'] ??= '127.0.0.1';
          seen = sentHeaders(new Headers(Object.entries(headers).map(([name, value]) => [name, `${value}`])));
          response.end();
        },
      },
    });
    const given = {
      'x-forwarded-for': '203.0.113.9',
      'x-nonce': 'mine',
      'x-pipewright-sent': 'x-forwarded-proto',
    };
    await send(port, { path: '/api/v1/hooks/a/b', headers: given });
    expect(Object.fromEntries(seen)).toMatchObject({ 'x-forwarded-for': '203.0.113.9', 'x-nonce': 'mine' });
    expect([...seen.keys()].sort()).toEqual(['connection', 'host', 'x-forwarded-for', 'x-nonce']);
  });

  it('keeps the stricter headers of its route, once each', async () => {
    const { port } = await start({
      handlers: {
        request: async (_, response) => {
          response.appendHeader('content-security-policy', 'sandbox');
          response.appendHeader('x-content-type-options', 'nosniff');
          response.writeHead(200, { 'referrer-policy': 'no-referrer' });
          response.end();
        },
      },
    });
    expect((await send(port, { path: '/api/v1/files/a' })).headers).toMatchObject({
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    });
  });
});

describe('a connection', () => {
  const quick = { headersMs: 300, requestMs: 600, checkMs: 50 };

  /** Sends one more byte every 50 ms, as long as the connection lasts. */
  function drip(socket: Socket, byte: string): Socket {
    const timer = setInterval(() => socket.write(byte), 50);
    socket.once('close', () => clearInterval(timer));
    return socket;
  }

  it('that sends its headers slowly is closed with a sentence, also with many of them', async () => {
    const { port } = await start({ limits: { ...quick, requestMs: 60_000 } });
    const sockets = Array.from({ length: 200 }, () => {
      const socket = open(port);
      socket.write('GET / HTTP/1.1\r\nx: ');
      return drip(socket, 'a');
    });
    const answers = await Promise.all(sockets.map(readToEnd));
    expect(answers.every((text) => text.startsWith('HTTP/1.1 408 '))).toBe(true);
    expect(answers[0]).toContain('took too long to arrive');
  });

  it('without data is closed', async () => {
    const { port } = await start({ limits: { ...quick, requestMs: 60_000 } });
    await readToEnd(open(port));
  });

  it('that sends its body slowly is closed', async () => {
    const handlers: Given['handlers'] = {
      request: async (incoming, response) => {
        for await (const _ of incoming.iterator({ destroyOnReturn: false }));
        response.end('read');
      },
    };
    const { port } = await start({ limits: quick, handlers });
    const socket = open(port);
    const head = `host: 127.0.0.1:${port}\r\ncontent-type: application/json\r\ncontent-length: 100000`;
    socket.write(`POST /api/v1/runs HTTP/1.1\r\n${head}\r\n\r\n`);
    expect(await readToEnd(drip(socket, ' '))).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('beyond the limit receives 503, and the next is served when another ends', async () => {
    const { port } = await start({ limits: { connections: 2 } });
    const first = open(port);
    const second = open(port);
    await Promise.all([once(first, 'connect'), once(second, 'connect')]);
    const third = await readToEnd(open(port));
    expect(third).toMatch(/^HTTP\/1\.1 503 .*2 connections open/s);
    first.destroy();
    await expect.poll(async () => (await send(port)).status).toBe(200);
  });

  it('stays open for further requests for longer than proxies keep theirs', async () => {
    const { port } = await start();
    const agent = new Agent({ keepAlive: true });
    closing.push(() => agent.destroy());
    expect((await send(port, { agent })).headers['keep-alive']).toBe('timeout=620');
  });

  it('that has waited longest for another request gives way to a new one at the limit', async () => {
    const held: (() => void)[] = [];
    const request: Handlers['request'] = async ({ url }, response) => {
      if (url === '/held') held.push(() => response.end('held'));
      else response.end('let through');
    };
    const { port } = await start({ limits: { connections: 4 }, handlers: { request } });
    const agents = [0, 1, 2].map(() => new Agent({ keepAlive: true }));
    closing.push(...agents.map((agent) => () => agent.destroy()));
    const [busy, first, second] = agents;
    const answer = send(port, { path: '/held', agent: busy });
    await expect.poll(() => held).toHaveLength(1);
    const silent = open(port);
    await once(silent, 'connect');
    for (const agent of [first, second, first]) await send(port, { agent });
    const idleOf = (agent?: Agent) => Object.values(agent?.freeSockets ?? {}).flatMap((free) => free ?? []);
    const [waited] = idleOf(second);
    if (!waited) throw new Error('No connection waits for another request.');
    const isClosed = once(waited, 'close');
    expect((await send(port)).status).toBe(200);
    await isClosed;
    expect(idleOf(first)).toHaveLength(1);
    expect(silent.destroyed).toBe(false);
    for (const end of held) end();
    expect((await answer).body).toBe('held');
  });
});

describe('event streams', () => {
  const handlers: Handlers = {
    request: async (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': open\n\n');
    },
  };
  const stream = (port: number, path = '/api/v1/runs/run_1/events') =>
    new Promise<{ status: number | undefined; leave: () => void; body: () => Promise<string> }>(
      (resolve, reject) => {
        const sent = request({ port, host: '127.0.0.1', path, agent: false });
        sent.once('error', reject);
        sent.once('response', (response) => {
          sent.on('error', () => undefined);
          resolve({
            status: response.statusCode,
            leave: () => sent.destroy(),
            body: async () => {
              let text = '';
              for await (const chunk of response) text += String(chunk);
              return text;
            },
          });
        });
        sent.end();
        closing.push(() => sent.destroy());
      },
    );

  it('of one client are limited, and closing one allows another', async () => {
    const { port } = await start({ limits: { streamsPerClient: 3 }, handlers });
    const open = [
      await stream(port),
      await stream(port),
      await stream(port, '/api/v1/runs/run_2/events?after=4'),
    ];
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200]);
    const refused = await stream(port);
    expect(refused.status).toBe(503);
    expect(JSON.parse(await refused.body())).toEqual({
      code: 'unavailable',
      message: expect.stringMatching(/^127\.0\.0\.1 has 3 event streams open.*STREAMS_PER_CLIENT/),
    });
    expect((await stream(port, '/api/v1/runs/run_1/snapshot')).status).toBe(200);
    open[0]?.leave();
    await expect
      .poll(async () => {
        const again = await stream(port);
        return again.status;
      })
      .toBe(200);
  });
});

describe('a request that does not go to Next', () => {
  const direct: DirectHandler = {
    accepts: ({ url }) => url === '/direct',
    handle: async (_, response) => {
      response.end('directly');
    },
    refuse: (response, { code }) => {
      response.writeHead(403);
      response.end(`refused: ${code}`);
    },
  };

  it('is answered with the security headers of data', async () => {
    const { port } = await start({ direct });
    const { body, headers } = await send(port, { path: '/direct' });
    expect(body).toBe('directly');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect((await send(port, { path: '/other' })).body).toBe('let through');
  });

  it.each([
    ['host', 'evil.test:3000'],
    ['origin', 'http://evil.test'],
  ])('with the %s %s is refused in its own form', async (name, value) => {
    const headers = { [name]: value };
    const { port } = await start({ direct });
    const { status, body } = await send(port, { path: '/direct', headers });
    expect([status, body]).toEqual([403, 'refused: forbidden']);
  });
});
