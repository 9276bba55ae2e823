import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ActionError } from '@/engine';
import type { MailRequest, MailServer } from '@/engine/ports';
import { freePort } from '../../testing/free-port';
import { type Certificate, createCertificate } from '../../testing/mail-certificate';
import { type MailSink, type MailSinkOptions, startMailSink } from '../../testing/mail-sink';
import { createDialer, type Dialer } from '../egress';
import type { DialTarget } from '../egress/dialer';
import { createMail } from './index';

const PASSWORD = 'canary-p@ssword-4711';
const USER = 'jo@example.org';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

let certificate: Certificate;
beforeAll(async () => {
  certificate = await createCertificate();
});

const dialled: DialTarget[] = [];

const real = createDialer({ mode: 'open', allow: [], own: { ports: [], databases: [] } });

/** The way out; with `remote`, the mailer believes that the server is another machine. */
function dialerTo({ remote = false }: { remote?: boolean } = {}): Dialer {
  return {
    check: () => undefined,
    async connect(target) {
      dialled.push(target);
      const socket = await real.connect(target);
      if (remote) Object.defineProperty(socket, 'remoteAddress', { value: '203.0.113.5' });
      return socket;
    },
  };
}

const TIMEOUTS = { connectMs: 5_000, greetingMs: 300, idleMs: 5_000 };

async function sink(options: MailSinkOptions = {}): Promise<MailSink> {
  const started = await startMailSink({ key: certificate.key, cert: certificate.cert, ...options });
  closers.push(() => started.close());
  return started;
}

/** A server that behaves as no SMTP server should. */
async function rawServer(talk: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    talk(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const never = new AbortController().signal;

function request(
  port: number,
  changes: Partial<Omit<MailRequest, 'server'>> & { server?: Partial<MailServer> } = {},
): MailRequest {
  const { server, ...rest } = changes;
  return {
    messageId: '<abc123@example.org>',
    from: 'Pipewright <pipewright@example.org>',
    to: ['to@example.org'],
    cc: [],
    bcc: [],
    subject: 'Hello',
    text: 'Good morning.',
    headers: {},
    attachments: [],
    signal: never,
    ...rest,
    server: { host: 'localhost', port, security: 'none', ...server },
  };
}

interface World {
  readonly remote?: boolean;
  readonly trusted?: readonly string[];
  readonly timeouts?: typeof TIMEOUTS;
}

const send = (mail: MailRequest, { remote = false, trusted = [certificate.cert], timeouts }: World = {}) =>
  createMail({ dialer: dialerTo({ remote }), trusted, ...(timeouts ? { timeouts } : {}) })(mail);

const failure = async (mail: MailRequest, world: World = {}): Promise<ActionError> => {
  const error = await send(mail, world).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ActionError)) throw new Error(`No failure, but ${String(error)}.`);
  expect(error.message).not.toContain(PASSWORD);
  expect(error.message).not.toContain(Buffer.from(PASSWORD).toString('base64'));
  return error;
};

const login = { user: USER, password: PASSWORD };

describe('a mail', () => {
  it('arrives complete, with the requested envelope', async () => {
    const { port, mails } = await sink();
    const receipt = await send(
      request(port, {
        to: ['Jörg Müller <to@example.org>', 'second@bücher.example'],
        cc: ['"Doe, Jo" <cc@example.org>'],
        bcc: ['bcc@example.org', 'TO@example.org'],
        replyTo: 'reply@example.org',
        subject:
          'Grüße — and a very long subject that does not fit on one line of a mail, not even nearly so',
        text: 'Line one\n.\n..dots\nÜmlaut\n',
        headers: { 'x-priority': '1' },
        attachments: [
          {
            filename: 'naïve report.csv',
            contentType: 'text/csv; charset=utf-8',
            content: Buffer.from('a,b\r\n1,é\n'),
          },
          {
            filename: 'bytes.bin',
            contentType: 'application/octet-stream',
            content: Uint8Array.of(0, 255, 10, 13),
          },
        ],
      }),
    );
    const recipients = [
      'to@example.org',
      'second@xn--bcher-kva.example',
      'cc@example.org',
      'bcc@example.org',
    ];
    expect(receipt).toEqual({ messageId: '<abc123@example.org>', accepted: recipients, rejected: [] });
    const [mail] = mails;
    expect(mail).toMatchObject({
      from: 'pipewright@example.org',
      to: recipients.map((address) => address.replace('xn--bcher-kva', 'bücher')),
      isEncrypted: false,
    });
    expect(mail?.raw).toContain('second@xn--bcher-kva.example');
    // Not `bcc` alone: the boundaries are random hexadecimal digits.
    expect(mail?.raw).not.toMatch(/^bcc:|bcc@example\.org/im);
    expect(mail?.parsed).toMatchObject({
      messageId: '<abc123@example.org>',
      from: { name: 'Pipewright', address: 'pipewright@example.org' },
      to: [
        { name: 'Jörg Müller', address: 'to@example.org' },
        { name: '', address: 'second@xn--bcher-kva.example' },
      ],
      cc: [{ name: 'Doe, Jo', address: 'cc@example.org' }],
      replyTo: [{ address: 'reply@example.org' }],
      subject: 'Grüße — and a very long subject that does not fit on one line of a mail, not even nearly so',
    });
    expect(mail?.parsed.text?.replaceAll('\r\n', '\n').trimEnd()).toBe('Line one\n.\n..dots\nÜmlaut');
    expect(mail?.parsed.headers).toContainEqual(expect.objectContaining({ key: 'x-priority', value: '1' }));
    const [csv, bytes] = mail?.parsed.attachments ?? [];
    expect(csv).toMatchObject({ filename: 'naïve report.csv', mimeType: 'text/csv' });
    expect(Buffer.from(csv?.content as ArrayBuffer).toString()).toBe('a,b\r\n1,é\n');
    expect([...new Uint8Array(bytes?.content as ArrayBuffer)]).toEqual([0, 255, 10, 13]);
  });

  it('can be HTML', async () => {
    const { port, mails } = await sink();
    const { text: _, ...plain } = request(port, { html: '<p>Grüße</p>' });
    await send(plain);
    expect(mails[0]?.parsed.html?.trim()).toBe('<p>Grüße</p>');
    expect(mails[0]?.parsed.text ?? '').toBe('');
  });

  it('uses the dialer, with the secrets of the attempt', async () => {
    const { port } = await sink();
    const secrets = [{ name: 'mail', value: PASSWORD, hosts: ['localhost'] }];
    await send(request(port, { secrets }));
    expect(dialled.at(-1)).toMatchObject({
      host: 'localhost',
      port,
      purpose: 'mail',
      secrets,
      signal: never,
    });
  });

  it('has the same bytes in every attempt except its date and boundaries', async () => {
    const { port, mails } = await sink();
    await send(request(port));
    await send(request(port));
    const bare = mails.map(({ raw }) => raw.replace(/^Date: .*$/m, ''));
    expect(bare[0]).toBe(bare[1]);
  });
});

describe('encryption', () => {
  it.each(['starttls', 'opportunistic'] as const)('is requested with %s', async (security) => {
    const { port, mails } = await sink();
    await send(request(port, { server: { security } }));
    expect(mails[0]?.isEncrypted).toBe(true);
  });

  it('is on from the first byte with tls', async () => {
    const { port, mails } = await sink({ secure: true });
    await send(request(port, { server: { security: 'tls' } }));
    expect(mails[0]?.isEncrypted).toBe(true);
  });

  it('is off with none, and with opportunistic when the server has none', async () => {
    const with_ = await sink();
    await send(request(with_.port, { server: { security: 'none' } }));
    const without = await sink({ hideSTARTTLS: true });
    await send(request(without.port, { server: { security: 'opportunistic' } }));
    expect([...with_.mails, ...without.mails].map(({ isEncrypted }) => isEncrypted)).toEqual([false, false]);
  });

  it('is required with starttls, which fails when the server has none', async () => {
    const { port, mails } = await sink({ disabledCommands: ['STARTTLS'] });
    const error = await failure(request(port, { server: { security: 'starttls' } }));
    expect(error).toMatchObject({ kind: 'connection_error', code: 'starttls' });
    expect(error.message).toContain('smtps://');
    expect(mails).toEqual([]);
  });

  it.each(['tls', 'starttls', 'opportunistic'] as const)('%s checks the certificate', async (security) => {
    const { port, mails, logins } = await sink({ secure: security === 'tls' });
    const error = await failure(request(port, { server: { security, ...login } }), { trusted: [] });
    expect(error).toMatchObject({ kind: 'connection_error', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(error.message).toContain('its certificate is self-signed');
    expect(error.message).toContain('?security=none, since the server is on this machine');
    expect([mails, logins]).toEqual([[], []]);
  });

  it.each(['tls', 'starttls'] as const)('%s checks the host of the certificate', async (security) => {
    const other = await createCertificate(['DNS:other.example.org']);
    const { port, mails } = await sink({ secure: security === 'tls', key: other.key, cert: other.cert });
    const error = await failure(request(port, { server: { security } }), { trusted: [other.cert] });
    expect(error).toMatchObject({ kind: 'connection_error', code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    expect(mails).toEqual([]);
  });

  it('checks the certificate of a literal address too', async () => {
    const { port, mails } = await sink();
    await send(request(port, { server: { host: '127.0.0.1', security: 'starttls' } }));
    expect(mails).toHaveLength(1);
  });

  it('reports a port that does not accept TLS from the start', async () => {
    const { port } = await sink();
    const error = await failure(request(port, { server: { security: 'tls' } }));
    expect(error.kind).toBe('connection_error');
    expect(error.message).toContain('?security=starttls');
  });

  it('reports a port that accepts only TLS', async () => {
    const { port } = await sink({ secure: true });
    const error = await failure(request(port), { timeouts: TIMEOUTS });
    expect(error.kind).toBe('timeout');
    expect(error.message).toContain('465 is TLS');
  });
});

describe('user name and password', () => {
  it('are sent when the server requires them', async () => {
    const { port, mails } = await sink({ login });
    await send(request(port, { server: { security: 'starttls', ...login } }));
    expect(mails[0]?.user).toBe(USER);
  });

  it.each([['PLAIN'], ['LOGIN'], ['CRAM-MD5']])('are sent with %s', async (method) => {
    const { port, logins } = await sink({ authMethods: [method] });
    await send(request(port, { server: { security: 'starttls', ...login } }));
    expect(logins[0]?.user).toBe(USER);
  });

  it('fail without being repeated when the server refuses them', async () => {
    const { port, mails } = await sink({ login: { user: USER, password: 'another' } });
    const error = await failure(request(port, { server: { security: 'starttls', ...login } }));
    expect(error).toMatchObject({ kind: 'rejected', code: '535' });
    expect(error.message).toContain('rejected the user name or password');
    expect(error.message).not.toContain(USER);
    expect(mails).toEqual([]);
  });

  it.each([
    ['none', false],
    ['opportunistic', true],
  ] as const)('are never sent over an unencrypted connection with %s', async (security, hideSTARTTLS) => {
    const { port, mails, logins } = await sink({ hideSTARTTLS, allowInsecureAuth: true });
    const error = await failure(request(port, { server: { security, ...login } }), { remote: true });
    expect(error).toMatchObject({ kind: 'rejected', code: 'unencrypted' });
    expect(error.message).toContain('?security=starttls');
    expect([mails, logins]).toEqual([[], []]);
  });

  it('may be sent unencrypted to this machine', async () => {
    const { port, logins } = await sink({ hideSTARTTLS: true, allowInsecureAuth: true });
    await send(request(port, { server: { security: 'none', ...login } }));
    expect(logins).toEqual([login]);
  });

  it('fail when the server supports no authentication', async () => {
    const { port, mails } = await sink({ disabledCommands: ['AUTH'] });
    const error = await failure(request(port, { server: { security: 'starttls', ...login } }));
    expect(error).toMatchObject({ kind: 'rejected', code: 'no_login' });
    expect(mails).toEqual([]);
  });

  it('are reported when they are missing', async () => {
    const { port } = await sink({ login });
    const error = await failure(request(port));
    expect(error).toMatchObject({ kind: 'rejected', code: '530' });
    expect(error.message).toContain('smtp://user:password@host');
  });
});

describe('recipients that the server refuses', () => {
  const refuse = {
    'gone@example.org': '550 5.1.1 No such user',
    'later@example.org': '450 4.2.1 Mailbox busy',
  };

  it('are reported with its text, and the others receive the mail', async () => {
    const { port, mails } = await sink({ refuse });
    const receipt = await send(
      request(port, { to: ['gone@example.org', 'to@example.org', 'later@example.org'] }),
    );
    expect(receipt.accepted).toEqual(['to@example.org']);
    expect(receipt.rejected).toEqual([
      { address: 'gone@example.org', reason: '550 5.1.1 No such user' },
      { address: 'later@example.org', reason: '450 4.2.1 Mailbox busy' },
    ]);
    expect(mails[0]?.to).toEqual(['to@example.org']);
  });

  it('fail the mail when no recipient is left', async () => {
    const { port, mails } = await sink({ refuse });
    const error = await failure(request(port, { to: ['gone@example.org'] }));
    expect(error).toMatchObject({ kind: 'rejected', code: '550' });
    expect(error.message).toContain('gone@example.org: 550 5.1.1 No such user');
    expect(mails).toEqual([]);
  });

  it('are reported without a secret in the text of the server', async () => {
    const secrets = [{ name: 'token', value: 'canary-token', hosts: [] }];
    const answer = `550 Not for ${PASSWORD} nor canary-token nor ${Buffer.from(PASSWORD).toString('base64')}`;
    const { port } = await sink({ refuse: { 'gone@example.org': answer } });
    const error = await failure(
      request(port, { to: ['gone@example.org'], secrets, server: { security: 'starttls', ...login } }),
    );
    expect(error.message).toContain('550 Not for •••••• nor •••••• nor ••••••.');
  });
});

describe('a mail that the server refuses', () => {
  it('as too large, announced', async () => {
    const { port } = await sink({ size: 1_000 });
    const error = await failure(request(port, { text: 'x'.repeat(2_000) }));
    expect(error).toMatchObject({ kind: 'rejected', code: '552' });
    expect(error.message).toContain('exceeds the size limit of localhost');
  });

  it('as too large, after receiving it', async () => {
    const { port } = await sink({ size: 1_000, hideSize: true });
    expect(await failure(request(port, { text: 'x'.repeat(2_000) }))).toMatchObject({
      kind: 'rejected',
      code: '552',
    });
  });

  it.each([
    ['554 5.7.1 Looks like spam', '554', 'Ask its operator'],
    ['451 4.7.1 Greylisted', '451', 'try again later'],
  ])('%s', async (refuseMail, code, advice) => {
    const { port } = await sink({ refuseMail });
    const error = await failure(request(port));
    expect(error).toMatchObject({ kind: 'rejected', code });
    expect(error.message).toContain(refuseMail);
    expect(error.message).toContain(advice);
  });

  it('for its sender', async () => {
    const { port } = await sink({
      onMailFrom: (_address, _session, callback) =>
        callback(Object.assign(new Error('5.7.1 Not your address'), { responseCode: 553 })),
    });
    const error = await failure(request(port));
    expect(error).toMatchObject({ kind: 'rejected', code: '553' });
    expect(error.message).toContain('Check the sender address');
  });
});

describe('a faulty server', () => {
  it('is refused when no server listens', async () => {
    await expect(send(request(await freePort()))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('times out without a greeting', async () => {
    const port = await rawServer(() => undefined);
    expect(await failure(request(port), { timeouts: TIMEOUTS })).toMatchObject({ kind: 'timeout' });
  });

  it('times out when it stops responding', async () => {
    const port = await rawServer((socket) => socket.write('220 ready\r\n'));
    const timeouts = { ...TIMEOUTS, greetingMs: 60_000, idleMs: 300 };
    const error = await failure(request(port), { timeouts });
    expect(error).toMatchObject({ kind: 'timeout' });
    expect(error.message).toContain('stopped responding');
  });

  it('is not a mail server when it uses another protocol', async () => {
    const port = await rawServer((socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const error = await failure(request(port));
    expect(error).toMatchObject({ kind: 'connection_error', code: 'EPROTOCOL' });
    expect(error.message).toContain('does not speak SMTP');
  });

  it.each([
    ['at once', (socket: Socket) => socket.destroy()],
    ['with a reset', (socket: Socket) => socket.resetAndDestroy()],
    ['after its greeting', (socket: Socket) => void socket.write('220 ready\r\n', () => socket.destroy())],
  ])('fails the connection when it closes %s', async (_, talk) => {
    const port = await rawServer(talk);
    expect(await failure(request(port))).toMatchObject({ kind: 'connection_error' });
  });

  it('is refused when it closes the service', async () => {
    const port = await rawServer((socket) => socket.end('421 4.3.2 Shutting down\r\n'));
    const error = await failure(request(port));
    expect(['rejected', 'connection_error']).toContain(error.kind);
    expect(error.message).toMatch(/localhost:\d+/);
  });

  it('may have delivered a mail that it received without a response', async () => {
    const port = await rawServer((socket) => {
      socket.write('220 ready\r\n');
      socket.on('data', (data) => {
        const said = data.toString();
        if (/^(EHLO|MAIL|RCPT)/.test(said)) socket.write('250 ok\r\n');
        if (said.startsWith('DATA')) socket.write('354 go on\r\n');
        if (said.endsWith('\r\n.\r\n')) socket.destroy();
      });
    });
    const error = await failure(request(port));
    expect(error.kind).toBe('connection_error');
    expect(error.message).toContain('may have been delivered');
  });

  it('cannot fill the memory with one response', async () => {
    const port = await rawServer((socket) => {
      socket.write('220-');
      socket.write('x'.repeat(1_000_000));
    });
    expect(await failure(request(port))).toMatchObject({ kind: 'connection_error' });
  });
});

describe('abort', () => {
  it('before the connection sends nothing', async () => {
    const { port, mails } = await sink();
    const reason = new ActionError('cancelled', 'The run was cancelled.');
    await expect(send(request(port, { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
    expect(mails).toEqual([]);
  });

  it('in the middle of the mail closes the connection', async () => {
    const reason = new ActionError('timeout', 'Attempt 1 took longer than 5 s.');
    const controller = new AbortController();
    let closed: Promise<unknown> | undefined;
    const port = await rawServer((socket) => {
      closed = new Promise((resolve) => socket.once('close', resolve));
      socket.write('220 ready\r\n');
      socket.on('data', (data) => {
        const said = data.toString();
        if (/^(EHLO|MAIL|RCPT)/.test(said)) socket.write('250 ok\r\n');
        if (!said.startsWith('DATA')) return;
        // Takes no more, so that the rest of the mail waits in the sender.
        socket.write('354 go on\r\n', () => controller.abort(reason));
        socket.pause();
        setImmediate(() => socket.resume());
      });
    });
    const content = new Uint8Array(8_000_000);
    const attachments = [{ filename: 'a.bin', contentType: 'application/octet-stream', content }];
    await expect(send(request(port, { attachments, signal: controller.signal }))).rejects.toBe(reason);
    await closed;
  });
});

describe('a request that does not match its type', () => {
  const leak = '/etc/hostname';
  it.each([
    [{ text: { path: leak } }],
    [{ html: { href: 'http://127.0.0.1:1/' } }],
    [{ subject: { path: leak } }],
    [{ to: [{ address: 'a@example.org' }] }],
    [{ attachments: [{ filename: 'a', contentType: 'text/plain', content: { path: leak } }] }],
    [{ attachments: [{ filename: 'a', contentType: 'text/plain', path: leak }] }],
    [{ subject: 'a\r\nBcc: evil@example.org' }],
    [{ from: 'a@example.org\r\nBcc: evil@example.org' }],
    [{ replyTo: 'a@example.org\nBcc: evil@example.org' }],
    [{ messageId: '<a@b>\r\nBcc: evil@example.org' }],
    [{ headers: { 'x-a\r\nbcc': 'evil@example.org' } }],
    [{ headers: { bcc: 'evil@example.org' } }],
    [{ headers: { 'x-a': '1\r\nBcc: evil@example.org' } }],
  ])('%j is refused before a connection is made', async (changes) => {
    const before = dialled.length;
    const error = await failure(request(1, changes as unknown as Partial<Omit<MailRequest, 'server'>>));
    expect(error.kind).toBe('invalid_params');
    expect(dialled).toHaveLength(before);
  });
});

afterAll(() => expect(closers).toEqual([]));
