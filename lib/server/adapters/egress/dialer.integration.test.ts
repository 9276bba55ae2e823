import net, { type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ActionError } from '@/engine';
import { freePort } from '../../testing/free-port';
import { createDialer, type Lookup } from '.';
import type { DialTarget } from './dialer';
import type { EgressPolicy } from './policy';
import { policyOf } from './testing/policies';

/** A service on every address of this machine that counts who reaches it. */
let reached = 0;
let port = 0;
let server: net.Server;

beforeEach(async () => {
  reached = 0;
  server = net.createServer((socket) => {
    reached += 1;
    socket.on('error', () => undefined);
    socket.end('hello');
  });
  await new Promise<void>((resolve) => server.listen(0, '::', resolve));
  port = (server.address() as AddressInfo).port;
});
afterEach(() => void server.close());

const target = (host: string, overrides: Partial<DialTarget> = {}): DialTarget => ({
  host,
  port,
  purpose: 'http',
  signal: new AbortController().signal,
  ...overrides,
});

async function dial(policy: EgressPolicy, to: DialTarget, lookup?: Lookup) {
  const socket = await createDialer(policy, lookup && { lookup }).connect(to);
  socket.destroy();
  return socket.remoteAddress;
}

async function failureOf(promise: Promise<unknown>): Promise<ActionError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ActionError) return error;
  throw new Error(`Expected an ActionError, got ${String(error)}`);
}

/** Spellings of this machine and of private networks. */
const FORMS = [
  '127.0.0.1',
  '127.8.9.10',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '0',
  '0.0.0.0',
  'localhost',
  'LocalHost',
  'localhost.',
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  '127。0。0。1',
  '::1',
  '[::1]',
  '::',
  '[::]',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '2002:7f00:1::',
  '2001:0:7f00:1::80ff:fffe',
  '::ffff:0:127.0.0.1',
  '2001:db8::5efe:7f00:1',
  '10.0.0.5',
  '172.16.3.4',
  '192.168.1.1',
  '100.64.0.1',
  '198.18.0.1',
  '192.0.2.1',
  '224.0.0.1',
  '255.255.255.255',
  '240.0.0.1',
  'fc00::1',
  'fd12:3456::1',
  'fec0::1',
  'ff02::1',
  '5f00::1',
  '4000::1',
];

/** Spellings of what hands out credentials, and of the networks only one cable wide. */
const METADATA = [
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '0251.0376.0251.0376',
  '169.254.43518',
  '::ffff:169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  '2002:a9fe:a9fe::',
  'fd00:ec2::254',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  '169.254.170.2',
  '169.254.1.1',
  'fe80::1',
  'fe80::1%lo',
];

describe('the public mode', () => {
  it(`refuses every one of ${FORMS.length + METADATA.length} spellings`, async () => {
    const policy = policyOf('public');
    for (const host of [...FORMS, ...METADATA]) {
      const failure = await failureOf(dial(policy, target(host)));
      expect(failure.kind, host).toBe('rejected');
    }
    expect(reached).toBe(0);
  });

  it('names the setting that allows a private address', async () => {
    const { message } = await failureOf(dial(policyOf('public'), target('10.0.0.5', { port: 8080 })));
    expect(message).toBe(
      '10.0.0.5 is a private address, which this server does not call while it serves other machines. ' +
        'Allow it with EGRESS_ALLOW=10.0.0.5:8080, or set EGRESS_MODE=open.',
    );
  });

  it('does not reveal the addresses of a name', async () => {
    const lookup = async () => ['10.1.2.3'];
    const { message } = await failureOf(dial(policyOf('public'), target('db.corp.test'), lookup));
    expect(message).toContain('db.corp.test resolves to a private address');
    expect(message).not.toContain('10.1.2.3');
  });

  it('refuses a name when one of its addresses is refused', async () => {
    const lookup = async () => ['93.184.216.34', '127.0.0.1'];
    expect((await failureOf(dial(policyOf('public'), target('mixed.test'), lookup))).kind).toBe('rejected');
    expect(reached).toBe(0);
  });

  it('is never bypassed by a name that changes its address between check and use, in 1,000 attempts', async () => {
    const here = await new Promise<net.Server>((resolve) => {
      const listening = net.createServer(() => void reached++);
      listening.listen(0, '127.0.0.1', () => resolve(listening));
    });
    const to = target('flip.test', { port: (here.address() as AddressInfo).port });
    // The first address is allowed, but no server listens there; a second lookup returns this machine.
    const policy = policyOf('public', { allow: '127.0.0.2' });
    for (let tried = 0; tried < 1000; tried++) {
      let lookups = 0;
      const flip: Lookup = async () => (lookups++ === 0 ? ['127.0.0.2'] : ['127.0.0.1', '::1']);
      expect((await failureOf(dial(policy, to, flip))).code).toBe('ECONNREFUSED');
      expect(lookups).toBe(1);
    }
    expect(reached).toBe(0);
    here.close();
  });

  it.each(['127.0.0.0/8', '127.0.0.1', 'private.test', '*.test'])('allows a rule %s', async (allow) => {
    const lookup = async () => ['127.0.0.1'];
    expect(await dial(policyOf('public', { allow }), target('private.test'), lookup)).toBe('127.0.0.1');
  });

  it('allows only the port of a rule', async () => {
    expect(await dial(policyOf('public', { allow: `127.0.0.1:${port}` }), target('127.0.0.1'))).toBe(
      '127.0.0.1',
    );
    const other = policyOf('public', { allow: '127.0.0.1:1' });
    expect((await failureOf(dial(other, target('127.0.0.1')))).kind).toBe('rejected');
  });
});

describe('every mode', () => {
  const modes = ['open', 'public', 'allowlist'] as const;
  const everything = '0.0.0.0/0,::/0,localhost,*.test';

  it.each(modes)('refuses metadata and link-local addresses in %s, despite any rule', async (mode) => {
    const policy = policyOf(mode, { allow: everything });
    for (const host of METADATA) {
      expect((await failureOf(dial(policy, target(host)))).kind, host).toBe('rejected');
      const lookup = async () => [host.startsWith('fe80') ? 'fe80::1' : '169.254.169.254'];
      expect((await failureOf(dial(policy, target('name.test'), lookup))).kind, host).toBe('rejected');
    }
  });

  const outward = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address }) => address)
    .filter((address) => !address.startsWith('fe80'));
  const here = [
    '127.0.0.1',
    'localhost',
    '127.8.9.10',
    '0.0.0.0',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    ...outward,
  ];

  it.each(modes)(
    'refuses the port of the installation on every address of this machine in %s',
    async (mode) => {
      const policy = policyOf(mode, { allow: everything, ports: [port] });
      for (const host of here) {
        const failure = await failureOf(dial(policy, target(host)));
        expect(failure.message, host).toContain('Pipewright itself');
        const lookup = async () => [host === 'localhost' ? '::1' : host];
        expect((await failureOf(dial(policy, target('name.test'), lookup))).kind, host).toBe('rejected');
      }
      expect(reached).toBe(0);
    },
  );

  it.each(modes)(
    'refuses the addresses and names of the installation on other machines in %s',
    async (mode) => {
      // Addresses for documentation, RFC 5737 and RFC 3849: a connection to one gets no answer.
      const listeners = ['192.0.2.7', '2001:db8::7', 'pipes.example.org'].map((host) => ({ host, port }));
      const policy = policyOf(mode, { allow: `${everything},pipes.example.org`, listeners });
      const lookup = async () => ['192.0.2.7'];
      for (const host of [
        '192.0.2.7',
        '0xc0000207',
        '::ffff:192.0.2.7',
        '2001:DB8:0::7',
        'Pipes.Example.org.',
        'a.test',
      ]) {
        const failure = await failureOf(dial(policy, target(host), lookup));
        expect(failure.message, host).toContain('Pipewright itself');
      }
      // Another port of the same machine is another service.
      const other = createDialer(policyOf('open', { listeners }), { lookup });
      expect(() => other.check(target('192.0.2.7', { port: port === 1 ? 2 : 1 }))).not.toThrow();
    },
  );

  it('uses the current policy', async () => {
    let now = policyOf('open');
    const live = { last: now, current: async () => now };
    const dialer = createDialer(live);
    (await dialer.connect(target('127.0.0.1'))).destroy();
    now = policyOf('public');
    expect((await failureOf(dialer.connect(target('127.0.0.1')))).kind).toBe('rejected');
  });

  it.each(modes)(
    'refuses the database of the installation by any of its names and addresses in %s',
    async (mode) => {
      for (const host of ['127.0.0.1', 'localhost', 'db.test']) {
        const policy = policyOf(mode, { allow: everything, databases: [{ host, port }] });
        for (const purpose of ['sql', 'http'] as const) {
          for (const other of [...here, 'db.test', 'alias.test']) {
            const lookup = async () => ['127.0.0.1'];
            const failure = await failureOf(dial(policy, target(other, { purpose }), lookup));
            expect(failure.message, `${host} as ${other}`).toContain('the database of Pipewright');
          }
        }
      }
      expect(reached).toBe(0);
    },
  );

  it.each([22, 25, 6379, 9200, 27_017])('refuses port %i for HTTP unless a rule names it', (closed) => {
    const to = target('127.0.0.1', { port: closed });
    const check = (allow: string) => () => createDialer(policyOf('open', { allow })).check(to);
    expect(check('')).toThrow('a port of another protocol');
    expect(check('127.0.0.0/8')).toThrow('a port of another protocol');
    expect(check(`127.0.0.1:${closed}`)).not.toThrow();
  });

  it('allows the ports of mail for mail', () => {
    const dialer = createDialer(policyOf('open'));
    expect(() => dialer.check(target('mail.test', { port: 25, purpose: 'mail' }))).not.toThrow();
    expect(() => dialer.check(target('mail.test', { port: 22, purpose: 'mail' }))).toThrow(
      'a port of another protocol',
    );
  });

  it.each([
    '',
    '.',
    'a b',
    '/var/run/postgresql',
    'user@x',
    'x:80',
    'a\u0000b',
    '1.2.3.4.5',
    'http://x',
    '%31',
  ])('refuses %j as a host', (host) =>
    expect(() => createDialer(policyOf('open')).check(target(host))).toThrow('has no valid host'),
  );

  it.each([0, -1, 70_000, 1.5, Number.NaN])('refuses the port %d', (wrong) => {
    expect(() => createDialer(policyOf('open')).check(target('x.test', { port: wrong }))).toThrow('port');
  });
});

describe('the allowlist', () => {
  it('refuses hosts without a rule, before any look-up', async () => {
    let lookups = 0;
    const lookup = async () => [String(lookups++)];
    const failure = await failureOf(
      dial(policyOf('allowlist'), target('example.org', { port: 443 }), lookup),
    );
    expect(failure.message).toBe(
      'example.org:443 is not in this server’s list of allowed addresses. Allow it with EGRESS_ALLOW=example.org:443.',
    );
    expect(lookups).toBe(0);
  });

  it('allows hosts with a rule', async () => {
    const policy = policyOf('allowlist', { allow: `good.test:${port}` });
    expect(await dial(policy, target('GOOD.test.'), async () => ['127.0.0.1'])).toBe('127.0.0.1');
  });
});

describe('secrets', () => {
  const secret = (hosts: string[]) => ({ name: 'api_key', value: 'hunter2-hunter2', hosts });
  const check = (host: string, hosts: string[]) => () =>
    createDialer(policyOf('open')).check(target(host, { secrets: [secret([]), secret(hosts)] }));

  it.each([
    ['api.a.test', 'api.a.test'],
    ['API.A.test.', 'api.a.test'],
    ['x.y.a.test', '*.a.test'],
    ['127.0.0.1', '127.0.0.1'],
    ['anything.test', '*.test'],
  ])('may go to %s by %s', (host, allowed) => expect(check(host, [allowed])).not.toThrow());

  it.each([
    ['a.test', '*.a.test'],
    ['evila.test', 'a.test'],
    ['api.a.test.evil.test', 'api.a.test'],
    ['127.0.0.1', 'api.a.test'],
  ])('may not go to %s by %s, and are not repeated in the error', (host, allowed) => {
    expect(check(host, [allowed])).toThrow(
      `The secret api_key is allowed only for ${allowed}, not for ${host}.`,
    );
    expect(check(host, [allowed])).not.toThrow('hunter2');
  });

  it('are not sent to other hosts in 200 attempts', async () => {
    const hosts = Array.from({ length: 200 }, (_, index) =>
      index % 2 ? `127.0.0.${index + 1}` : `h${index}.test`,
    );
    for (const host of hosts) {
      const to = target(host, { secrets: [secret(['api.a.test'])] });
      expect((await failureOf(dial(policyOf('open'), to, async () => ['127.0.0.1']))).kind).toBe('rejected');
    }
    expect(reached).toBe(0);
  });
});

describe('connecting', () => {
  it('returns a socket from which the first bytes can be read', async () => {
    const socket = await createDialer(policyOf('open')).connect(target('localhost'));
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toBe('hello');
  });

  it('tries the next address when one refuses', async () => {
    const lookup = async () => ['127.0.0.1', '::1'];
    // Other programs may listen at 127.0.0.1 on a port that the system chooses for ::1.
    const port = await freePort();
    const v6 = net.createServer((socket) => void socket.end());
    await new Promise<void>((resolve) => v6.listen({ port, host: '::1', ipv6Only: true }, resolve));
    expect(await dial(policyOf('open'), target('two.test', { port }), lookup)).toBe('::1');
    v6.close();
  });

  it('reports an unknown name', async () => {
    const failure = await failureOf(dial(policyOf('open'), target('nowhere.invalid')));
    expect(failure.kind).toBe('connection_error');
    expect(['ENOTFOUND', 'EAI_AGAIN']).toContain(failure.code);
    const none = await failureOf(dial(policyOf('open'), target('empty.test'), async () => []));
    expect(none).toMatchObject({ kind: 'connection_error', code: 'ENOTFOUND' });
  });

  it('reports a refused connection', async () => {
    await new Promise((resolve) => server.close(resolve));
    const failure = await failureOf(dial(policyOf('open'), target('localhost')));
    expect(failure).toMatchObject({ kind: 'connection_error', code: 'ECONNREFUSED' });
  });

  it('aborts a look-up that never ends', async () => {
    const lookup = () => new Promise<never>(() => undefined);
    const failure = await failureOf(dial(policyOf('open'), target('slow.test', { timeoutMs: 20 }), lookup));
    expect(failure).toMatchObject({ kind: 'timeout', code: 'ETIMEDOUT' });
    expect(failure.message).toContain('within 0.02 s');
  });

  it('throws the failure of its signal', async () => {
    const reason = new ActionError('timeout', 'No answer after 1 s.');
    expect(
      await failureOf(dial(policyOf('open'), target('127.0.0.1', { signal: AbortSignal.abort(reason) }))),
    ).toBe(reason);
    const later = new AbortController();
    const lookup = () => {
      later.abort(reason);
      return new Promise<never>(() => undefined);
    };
    expect(await failureOf(dial(policyOf('open'), target('x.test', { signal: later.signal }), lookup))).toBe(
      reason,
    );
  });
});
