/** docs/security.md#promises: what requests never reach, and where secrets never go. */
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { toFailure } from '@/engine/errors';
import type { HttpRequest } from '@/engine/ports';
import { freePort } from '../../testing/free-port';
import { createDialer, type Lookup } from '../egress';
import { policyOf } from '../egress/testing/policies';
import { failureOf, request, serve, serveRaw } from '../egress/testing/services';
import { createHttp } from '.';

const publicly = (lookup?: Lookup, allow = '') =>
  createHttp({ dialer: createDialer(policyOf('public', { allow }), lookup && { lookup }) });

/** A service that counts its callers and keeps all they sent. */
async function watched() {
  const seen: string[] = [];
  const base = await serveRaw((socket) =>
    socket.on('data', (bytes) => {
      seen.push(bytes.toString('latin1'));
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
    }),
  );
  return { seen, base, port: new URL(base).port };
}

const spellingsOf = (port: string) => [
  `http://127.0.0.1:${port}/`,
  `http://127.1:${port}/`,
  `http://2130706433:${port}/`,
  `http://0x7f000001:${port}/`,
  `http://0x7F.1:${port}/`,
  `http://0177.0.0.1:${port}/`,
  `http://017700000001:${port}/`,
  `http://0:${port}/`,
  `http://0.0.0.0:${port}/`,
  `http://localhost:${port}/`,
  `http://LOCALHOST.:${port}/`,
  `http://ⓛocalhost:${port}/`,
  `http://127。0。0。1:${port}/`,
  `http://%31%32%37.0.0.1:${port}/`,
  `http://[::1]:${port}/`,
  `http://[::]:${port}/`,
  `http://[::ffff:127.0.0.1]:${port}/`,
  `http://[::ffff:7f00:1]:${port}/`,
  `http://[::127.0.0.1]:${port}/`,
  `http://[64:ff9b::127.0.0.1]:${port}/`,
  `http://[2002:7f00:1::]:${port}/`,
  `http:127.0.0.1:${port}/`,
  `http:\\\\127.0.0.1:${port}\\`,
  `\thttp://127.0.0.1:${port}/`,
  `HTTP://127.0.0.1:${port}#@example.org/`,
  `http://127.0.0.1:${port}\\@example.org/`,
  `http://example.org@127.0.0.1:${port}/`,
  `http://example.org:80@127.0.0.1:${port}/`,
  `http://127.0.0.1:${port}?@example.org/`,
  `http://169.254.169.254/latest/meta-data/`,
  `file:///etc/passwd`,
  `gopher://127.0.0.1:${port}/_x`,
  `http://127.0.0.1:0/`,
];

describe('the public mode', () => {
  it(`reaches nothing by any of ${spellingsOf('1').length} spellings`, async () => {
    const { seen, port } = await watched();
    for (const url of spellingsOf(port))
      expect((await failureOf(publicly()(request(url)))).kind, url).toBe('rejected');
    expect(seen).toEqual([]);
  });

  it('reaches nothing by names that change their addresses, in 100 attempts with redirects', async () => {
    const { seen, port } = await watched();
    const start = await serve((_, response) => redirect(response, `http://flip.test:${port}/`));
    const allowed = `front.test:${new URL(start).port},127.0.0.2`;
    for (let tried = 0; tried < 100; tried++) {
      let lookups = 0;
      const flip: Lookup = async (host) => {
        if (host === 'front.test') return ['127.0.0.1'];
        return lookups++ === 0 ? ['127.0.0.2'] : ['127.0.0.1'];
      };
      const failure = await failureOf(
        publicly(flip, allowed)(request(start.replace('127.0.0.1', 'front.test'))),
      );
      expect(failure.code).toBe('ECONNREFUSED');
      expect(lookups).toBe(1);
    }
    expect(seen).toEqual([]);
  });

  const tricksTo = (port: string) => [
    `http://127.0.0.1:${port}/`,
    `//127.0.0.1:${port}/`,
    `http://0x7f.1:${port}/`,
    `http://[::ffff:7f00:1]:${port}/`,
    `http://localhost:${port}/`,
    `http://inner.test:${port}/`,
    `\\\\127.0.0.1:${port}\\`,
    `http://front.test@127.0.0.1:${port}/`,
    `http://169.254.169.254/latest/meta-data/`,
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_FLUSHALL',
    `http://127.0.0.1:6379/`,
  ];

  it(`reaches nothing by any of ${tricksTo('1').length} redirects`, async () => {
    const { seen, port } = await watched();
    for (const location of tricksTo(port)) {
      const start = await serve((_, response) => redirect(response, location));
      const frontPort = new URL(start).port;
      const http = publicly(async () => ['127.0.0.1'], `front.test:${frontPort}`);
      const failure = await failureOf(http(request(`http://front.test:${frontPort}/`)));
      expect(failure.kind, location).toBe('rejected');
    }
    expect(seen).toEqual([]);
  });
});

function redirect(response: ServerResponse, location: string, status = 307): void {
  response.writeHead(status, { location });
  response.end();
}

describe('secrets', () => {
  const value = 'hunter2+hunter2/=';
  const secret = (hosts: string[]) => ({ name: 'api_key', value, hosts });
  const openly = createHttp({
    dialer: createDialer(policyOf('open'), { lookup: async () => ['127.0.0.1'] }),
  });

  it('are not sent to other hosts, in 200 attempts', async () => {
    const { seen, port } = await watched();
    for (let tried = 0; tried < 200; tried++) {
      const host = ['other.test', '127.0.0.1', 'api.a.test.evil.test', 'localhost', 'xapi.a.test'][tried % 5];
      const ways: Partial<HttpRequest>[] = [
        { headers: { authorization: `Bearer ${value}` } },
        { method: 'POST', body: value },
        { headers: { 'x-any': value } },
        {},
      ];
      const sent = ways[tried % 4];
      const path = tried % 4 === 3 ? `?key=${encodeURIComponent(value)}` : '';
      const asked = request(`http://${host}:${port}/${path}`, { ...sent, secrets: [secret(['api.a.test'])] });
      const failure = await failureOf(openly(asked));
      expect(failure).toMatchObject({ kind: 'rejected' });
      expect(failure.message).toContain('The secret api_key is allowed only for api.a.test');
      expect(failure.message).not.toContain('hunter2');
    }
    expect(seen).toEqual([]);
  });

  it('are sent to their own host', async () => {
    const { seen, port } = await watched();
    const headers = { authorization: `Bearer ${value}` };
    await openly(request(`http://api.a.test:${port}/`, { headers, secrets: [secret(['api.a.test'])] }));
    expect(seen.join()).toContain(value);
  });

  it('are dropped in a redirect to another origin, in any header', async () => {
    const { seen, base } = await watched();
    const start = await serve((_, response) => redirect(response, base));
    const host = new URL(start).host.replace('127.0.0.1', 'api.a.test');
    const headers = {
      authorization: `Bearer ${value}`,
      'x-api-key': value,
      'user-agent': `me ${value}`,
      accept: 'a/b',
    };
    await openly(request(`http://${host}/`, { headers, secrets: [secret(['api.a.test'])] }));
    expect(seen.join()).toContain('a/b');
    expect(seen.join()).not.toContain('hunter2');
  });

  it.each([
    value,
    JSON.stringify({ a: value }),
    encodeURIComponent(value),
    Buffer.from(value).toString('base64'),
  ])('are dropped in a redirect with their body: %s', async (body) => {
    const { seen, base } = await watched();
    for (const status of [307, 308]) {
      const start = await serve((_, response) => redirect(response, base, status));
      const asked = request(start, { method: 'POST', body, secrets: [secret([])] });
      const failure = await failureOf(openly(asked));
      expect(failure).toMatchObject({ kind: 'rejected' });
      expect(failure.message).toContain('a body that contains the secret api_key');
      expect(failure.message).not.toContain('hunter2');
    }
    expect(seen).toEqual([]);
  });

  it('are not sent to a redirect address that repeats them', async () => {
    const { seen, base } = await watched();
    const start = await serve((_, response) =>
      redirect(response, `${base}/?key=${encodeURIComponent(value)}`),
    );
    const host = new URL(start).host.replace('127.0.0.1', 'api.a.test');
    const failure = await failureOf(
      openly(request(`http://${host}/`, { secrets: [secret(['api.a.test'])] })),
    );
    expect(failure.message).toContain('The secret api_key is allowed only for');
    expect(seen).toEqual([]);
  });
});

describe('failures', () => {
  const canary = 'c4nary-0f-s3crets';
  const secrets = [{ name: 'api_key', value: canary, hosts: [] }];
  const http = createHttp({ dialer: createDialer(policyOf('open')), limitBytes: 1000 });
  const answering = (head: string, body = '') =>
    serveRaw((socket) => socket.once('data', () => socket.end(`${head}\r\n\r\n${body}`)));
  const redirecting = (location: string) => answering(`HTTP/1.1 302 Found\r\nlocation: ${location}`);

  it.each([
    ['a port where nobody listens', async () => `http://127.0.0.1:${await freePort()}`],
    ['a name that is not known', async () => 'http://nowhere.invalid'],
    ['a metadata address', async () => 'http://169.254.169.254'],
    ['a port for something else', async () => 'http://127.0.0.1:22'],
    ['an answer that is not HTTP', () => answering(`SSH-2.0-${canary}`)],
    [
      'a connection that breaks',
      () => serveRaw((socket) => socket.once('data', () => socket.resetAndDestroy())),
    ],
    ['a service without TLS', async () => (await answering('HTTP/1.1 200 OK')).replace('http:', 'https:')],
    ['headers that are too large', () => answering(`HTTP/1.1 200 OK\r\nx: ${canary.repeat(2000)}`)],
    ['an answer that is too large', () => answering('HTTP/1.1 200 OK', canary.repeat(1000))],
    ['an answer that is cut short', () => answering('HTTP/1.1 200 OK\r\ncontent-length: 999', canary)],
    ['an answer that is not gzip', () => answering('HTTP/1.1 200 OK\r\ncontent-encoding: gzip', canary)],
    ['an answer in zstd', () => answering('HTTP/1.1 200 OK\r\ncontent-encoding: zstd', canary)],
    ['a redirect to itself', () => redirecting(`/?${canary}`)],
    ['a redirect to a file', () => redirecting(`file:///${canary}`)],
    ['a redirect with a password', () => redirecting(`http://me:${canary}@127.0.0.1/`)],
    ['a redirect to nowhere', () => redirecting(`http://[${canary}`)],
    ['an address with a password', async () => `http://me:${canary}@127.0.0.1`],
    ['an address that is none', async () => `http://[${canary}`],
  ])('contain nothing that was sent to %s', async (_, start) => {
    const url = `${await start()}/${canary}?key=${canary}`;
    const headers = { authorization: `Bearer ${canary}`, 'x-key': canary };
    const failure = await failureOf(http(request(url, { method: 'POST', headers, body: canary, secrets })));
    expect(JSON.stringify(toFailure(failure))).not.toContain('c4nary');
  });
});
