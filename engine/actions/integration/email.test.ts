import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActionContext } from '../../action-context';
import type { SettingName } from '../../channels';
import { ActionError } from '../../errors';
import { validate } from '../../pipeline/validate';
import type { MailReceipt, MailRequest } from '../../ports';
import { fakeContext, fakeFiles, perform } from '../../testing/fakes';
import { catalogue } from '..';
import { email } from './email';

const seed = 20_261_121;

type Sent = Omit<MailRequest, 'secrets'>;

/** A mail port that accepts everything by default. */
function fakeMail(answer: (request: Sent) => Partial<MailReceipt> = () => ({})) {
  const requests: Sent[] = [];
  const mail: ActionContext['mail'] = async (request) => {
    requests.push(request);
    const accepted = [...request.to, ...request.cc, ...request.bcc];
    return { messageId: request.messageId, accepted, rejected: [], ...answer(request) };
  };
  return { mail, requests };
}

const SETTINGS: Partial<Record<SettingName, string>> = {
  smtp_url: 'smtp://mail.example.org?security=starttls',
  mail_from: 'Pipewright <pipewright@example.org>',
};

interface World
  extends Partial<Pick<ActionContext, 'files' | 'signal' | 'deadline' | 'idempotencyKey' | 'mail'>> {
  readonly settings?: Partial<Record<SettingName, string>>;
  readonly answer?: (request: Sent) => Partial<MailReceipt>;
}

const minimal = { to: 'jo@example.org', subject: 'Hello', body: 'Good morning.' };

async function send(written: Record<string, unknown> = {}, world: World = {}) {
  const { settings = SETTINGS, answer, ...overrides } = world;
  const { mail, requests } = fakeMail(answer);
  const ctx = fakeContext({ mail, setting: async (name) => settings[name], ...overrides });
  const output = await perform(email, { ...minimal, ...written }, ctx);
  return { output, sent: requests[0] as Sent, lines: ctx.log.lines };
}

const failure = (written: Record<string, unknown>, world: World = {}) =>
  send(written, world).then(
    () => undefined,
    (error: unknown) => error,
  );

describe('email', () => {
  it('uses the server and sender of the installation', async () => {
    const { output, sent, lines } = await send();
    expect(sent).toMatchObject({
      server: { host: 'mail.example.org', port: 587, security: 'starttls' },
      from: '"Pipewright" <pipewright@example.org>',
      to: ['jo@example.org'],
      cc: [],
      bcc: [],
      subject: 'Hello',
      text: 'Good morning.',
      headers: { 'auto-submitted': 'auto-generated' },
      attachments: [],
    });
    expect(sent.html).toBeUndefined();
    expect(output).toEqual({ message_id: sent.messageId, accepted: ['jo@example.org'], rejected: [] });
    expect(lines).toEqual([{ level: 'info', message: '1 of 1 recipients accepted' }]);
  });

  it('uses the server and sender of the step', async () => {
    const smtp = 'smtps://jo%40example.org:hunter2@other.example.org';
    const { sent } = await send({ smtp, from: 'Jo <jo@example.net>', reply_to: 'desk@example.net' });
    expect(sent).toMatchObject({
      server: {
        host: 'other.example.org',
        port: 465,
        security: 'tls',
        user: 'jo@example.org',
        password: 'hunter2',
      },
      from: '"Jo" <jo@example.net>',
      replyTo: 'desk@example.net',
    });
    expect(sent.messageId).toMatch(/^<[0-9a-f]{32}@example\.net>$/);
  });

  it('is sent from the user name by default when that is an address', async () => {
    const { sent } = await send(
      {},
      { settings: { smtp_url: 'smtp://jo%40example.org:hunter2@mail.example.org' } },
    );
    expect(sent.from).toBe('jo@example.org');
  });

  it('has one Message-ID for all attempts of a step, another for another step', async () => {
    const id = async (idempotencyKey: string) => (await send({}, { idempotencyKey })).sent.messageId;
    expect(await id('run_1/a')).toBe(await id('run_1/a'));
    expect(await id('run_1/a')).not.toBe(await id('run_1/b'));
    expect(await id('run_1/a')).not.toBe(await id('run_2/a'));
  });

  it.each([
    ['jo@example.org, "Doe, Al" <al@example.org>'],
    [['jo@example.org', '"Doe, Al" <al@example.org>']],
  ])('accepts recipients as text or list: %j', async (to) => {
    expect((await send({ to })).sent.to).toEqual(['jo@example.org', '"Doe, Al" <al@example.org>']);
  });

  it('sends to each address once', async () => {
    const { sent } = await send({
      to: 'a@example.org, A@EXAMPLE.org',
      cc: ['a@example.org', 'b@example.org'],
      bcc: 'b@example.org, c@example.org',
    });
    expect([sent.to, sent.cc, sent.bcc]).toEqual([['a@example.org'], ['b@example.org'], ['c@example.org']]);
  });

  it('can be HTML', async () => {
    const { sent } = await send({ body: '<b>hi</b>', body_type: 'html' });
    expect(sent).toMatchObject({ html: '<b>hi</b>' });
    expect(sent.text).toBeUndefined();
  });

  it('converts values of templates to text', async () => {
    const { sent } = await send({ subject: 42, body: { a: [1] } });
    expect(sent).toMatchObject({ subject: '42', text: '{"a":[1]}' });
  });

  it('has a timeout of five minutes', async () => {
    const asked: number[] = [];
    const signal = new AbortController().signal;
    const deadline = (seconds: number) => {
      asked.push(seconds);
      return signal;
    };
    const { sent } = await send({}, { deadline });
    expect(asked).toEqual([300]);
    expect(sent.signal).toBe(signal);
  });

  it('completes with the refused recipients when at least one was accepted', async () => {
    const rejected = [{ address: 'gone@example.org', reason: '550 No such user' }];
    const { output, lines } = await send(
      { to: 'jo@example.org, gone@example.org' },
      { answer: () => ({ accepted: ['jo@example.org'], rejected }) },
    );
    expect(output).toMatchObject({ accepted: ['jo@example.org'], rejected });
    expect(lines).toEqual([
      { level: 'warning', message: 'gone@example.org was rejected: 550 No such user' },
      { level: 'info', message: '1 of 2 recipients accepted' },
    ]);
  });

  it('fails when all recipients were refused', async () => {
    const rejected = [{ address: 'jo@example.org', reason: '550 No such user' }];
    expect(await failure({}, { answer: () => ({ accepted: [], rejected }) })).toMatchObject({
      kind: 'rejected',
      message: 'mail.example.org rejected all recipients. jo@example.org: 550 No such user.',
    });
  });

  it.each(['timeout', 'connection_error', 'rejected', 'cancelled'] as const)(
    'fails with a failure of kind %s',
    async (kind) => {
      const broken = new ActionError(kind, 'No.');
      expect(await failure({}, { mail: () => Promise.reject(broken) })).toBe(broken);
    },
  );
});

describe('attachments', () => {
  const decode = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

  it('are text, base64 or anything that becomes JSON', async () => {
    const { sent } = await send({
      attachments: [
        { filename: 'a.csv', content: 'a,é', content_type: 'text/csv' },
        { filename: 'b.bin', content_base64: 'aGkh\n' },
        { filename: 'c.bin', content_base64: '-_8' },
        { filename: 'd.json', content: [{ a: 1 }], content_type: 'application/json' },
        { filename: 'e.txt', content: '' },
      ],
    });
    expect(sent.attachments.map(({ filename, contentType }) => [filename, contentType])).toEqual([
      ['a.csv', 'text/csv'],
      ['b.bin', 'application/octet-stream'],
      ['c.bin', 'application/octet-stream'],
      ['d.json', 'application/json'],
      ['e.txt', 'text/plain; charset=utf-8'],
    ]);
    expect(decode(sent.attachments[0]?.content)).toBe('a,é');
    expect(decode(sent.attachments[1]?.content)).toBe('hi!');
    expect(sent.attachments[2]?.content).toEqual(Uint8Array.of(0xfb, 0xff));
    expect(decode(sent.attachments[3]?.content)).toBe('[{"a":1}]');
    expect(sent.attachments[4]?.content).toHaveLength(0);
  });

  it('are stored files, by path or whole, alone or in a list', async () => {
    const files = fakeFiles();
    const stored = await files.put({
      name: 'page.html',
      contentType: 'text/html',
      content: Uint8Array.of(1, 2),
    });
    for (const attachments of [
      [{ path: stored.path }],
      [{ filename: '', path: stored.path }],
      [stored],
      stored,
    ]) {
      const { sent } = await send({ attachments }, { files });
      expect(sent.attachments).toEqual([
        { filename: 'page.html', contentType: 'text/html', content: Uint8Array.of(1, 2) },
      ]);
    }
    const renamed = { ...stored, filename: 'x.txt', content_type: 'text/plain' };
    const { sent } = await send({ attachments: renamed }, { files });
    expect(sent.attachments[0]).toMatchObject({ filename: 'x.txt', contentType: 'text/plain' });
  });

  it('that are not stored fail the step', async () => {
    expect(await failure({ attachments: [{ path: `files/${'a'.repeat(64)}` }] })).toMatchObject({
      kind: 'invalid_params',
    });
  });

  it.each([
    [{ filename: 'a' }, 'params.attachments.0'],
    [{ filename: 'a', content: 'x', content_base64: 'eA==' }, 'params.attachments.0'],
    [{ content: 'x' }, 'params.attachments.0.filename'],
    [{ filename: ' ', content: 'x' }, 'params.attachments.0.filename'],
    [{ filename: '../a', content: 'x' }, 'params.attachments.0.filename'],
    [{ filename: 'a\\b', content: 'x' }, 'params.attachments.0.filename'],
    [{ filename: 'a\r\nBcc: evil@example.org', content: 'x' }, 'params.attachments.0.filename'],
    [{ filename: 'x'.repeat(256), content: 'x' }, 'params.attachments.0.filename'],
    [{ filename: 'a', content_base64: 'é' }, 'params.attachments.0.content_base64'],
    [{ filename: 'a', content_base64: 'abcde' }, 'params.attachments.0.content_base64'],
    [{ filename: 'a', content: 'x', content_type: 'csv' }, 'params.attachments.0.content_type'],
    [
      { filename: 'a', content: 'x', content_type: 'text/csv\r\nBcc: evil@example.org' },
      'params.attachments.0.content_type',
    ],
    [
      { filename: 'a', content: 'x', content_type: 'multipart/mixed; boundary=x' },
      'params.attachments.0.content_type',
    ],
    [{ path: '/etc/passwd' }, 'params.attachments.0.path'],
    [{ path: 'files/../../etc/passwd' }, 'params.attachments.0.path'],
    [{ path: 'http://127.0.0.1/' }, 'params.attachments.0.path'],
    [{ path: 'data:text/plain,x' }, 'params.attachments.0.path'],
  ])('%j is refused', async (attachment, path) => {
    expect(await failure({ attachments: [attachment] })).toMatchObject({ kind: 'invalid_params', path });
  });

  it.each([
    [[{ href: 'http://127.0.0.1/' }]],
    [[{ filename: 'a', raw: 'x' }]],
    ['a.txt'],
    [[['a']]],
    [[{ filename: { path: 'x' }, content: '' }]],
  ])('%j has no such shape', (attachments) =>
    expect(email.params.safeParse({ ...minimal, attachments }).success).toBe(false),
  );
});

describe('limits', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `r${index}@example.org`);

  it('are 20 recipients, copies included', async () => {
    expect((await send({ to: many(10), cc: many(20) })).output.accepted).toHaveLength(20);
    expect(await failure({ to: many(20), bcc: 'one@example.net' })).toMatchObject({
      kind: 'invalid_params',
      path: 'params.to',
    });
  });

  it('are 10 MB, text and files together', async () => {
    const attachments = [{ filename: 'a', content: 'x'.repeat(9_999_990) }];
    expect((await send({ body: 'x'.repeat(10), attachments })).sent.attachments).toHaveLength(1);
    expect(await failure({ body: 'x'.repeat(11), attachments })).toMatchObject({
      kind: 'invalid_params',
      path: 'params.attachments',
      message: expect.stringContaining('10 MB'),
    });
  });

  it('are 500 characters of subject', async () => {
    expect(await failure({ subject: 'x'.repeat(501) })).toMatchObject({
      kind: 'invalid_params',
      path: 'params.subject',
    });
  });
});

describe('bad parameters', () => {
  it.each([
    [{ to: ' , ' }, 'params.to'],
    [{ to: 'nobody' }, 'params.to'],
    [{ to: ['a@example.org, b@example.org'] }, 'params.to.0'],
    [{ cc: 'Team: a@example.org;' }, 'params.cc'],
    [{ bcc: ['ok@example.org', 'a@b@c'] }, 'params.bcc.1'],
    [{ from: 'not an address' }, 'params.from'],
    [{ from: 'a@example.org, b@example.org' }, 'params.from'],
    [{ reply_to: 'nobody' }, 'params.reply_to'],
    [{ smtp: 'smtp://jo:hunter2@' }, 'params.smtp'],
  ])('%j is refused', async (written, path) => {
    const error = await failure(written);
    expect(error).toMatchObject({ kind: 'invalid_params', path });
    expect(String(error)).not.toContain('hunter2');
  });

  it.each(['', []])('%j has no recipient, which validation reports', (to) => {
    const written = { to, subject: 'Hi', body: 'Hello' };
    expect(email.params.safeParse(written).error?.issues[0]?.path).toEqual(['to']);
    const steps = [{ id: 'mail', action: 'email', params: written }];
    expect(validate({ steps }, catalogue.descriptors)).toContainEqual(
      expect.objectContaining({ severity: 'error', path: 'params.to' }),
    );
  });

  it.each([
    {},
    { ...minimal, to: undefined },
    { ...minimal, to: { address: 'a@example.org' } },
    { ...minimal, to: [{ address: 'a@example.org' }] },
    { ...minimal, to: 7 },
    { ...minimal, subject: { path: '/etc/passwd' } },
    { ...minimal, subject: ['a'] },
    { ...minimal, body_type: 'markdown' },
    { ...minimal, from: { address: 'a@example.org' } },
    { ...minimal, smtp: { host: 'x' } },
  ])('%j has no such shape', (written) => expect(email.params.safeParse(written).success).toBe(false));

  it('of the installation say where a server and a sender are configured', async () => {
    expect(await failure({}, { settings: {} })).toMatchObject({
      kind: 'invalid_params',
      message: expect.stringContaining('SMTP_URL'),
    });
    expect(await failure({}, { settings: { smtp_url: 'smtp://mail.example.org' } })).toMatchObject({
      kind: 'invalid_params',
      path: 'params.from',
      message: expect.stringContaining('MAIL_FROM'),
    });
    expect(await failure({}, { settings: { ...SETTINGS, smtp_url: 'nonsense' } })).toMatchObject({
      message: expect.stringMatching(/^SMTP_URL is not/),
    });
  });
});

describe('line breaks in a mail', () => {
  const BREAKS = ['\r\n', '\n', '\r', '\u2028', '\u2029', '\u0000', '\u000b', '\u0085'];
  const evil = (at: string) => `${at}Bcc: evil@example.org`;

  it.each([
    ['to', (at: string) => ({ to: `jo@example.org${evil(at)}` })],
    ['to, an entry', (at: string) => ({ to: [`jo@example.org${evil(at)}`] })],
    ['to, a name', (at: string) => ({ to: `"Jo${evil(at)}" <jo@example.org>` })],
    ['cc', (at: string) => ({ cc: `jo@example.org${evil(at)}` })],
    ['bcc', (at: string) => ({ bcc: `jo@example.org${evil(at)}` })],
    ['subject', (at: string) => ({ subject: `Hello${evil(at)}` })],
    ['from', (at: string) => ({ from: `Jo${evil(at)} <jo@example.org>` })],
    ['reply_to', (at: string) => ({ reply_to: `jo@example.org${evil(at)}` })],
    ['a filename', (at: string) => ({ attachments: [{ filename: `a${evil(at)}`, content: '' }] })],
    [
      'a content type',
      (at: string) => ({
        attachments: [{ filename: 'a', content: '', content_type: `text/csv${evil(at)}` }],
      }),
    ],
    ['the server', (at: string) => ({ smtp: `smtp://jo:hunter2${evil(at)}@mail.example.org` })],
  ])('no line break is accepted in %s', async (_, written) => {
    for (const at of BREAKS) expect(await failure(written(at))).toMatchObject({ kind: 'invalid_params' });
  });

  it('the envelope is the validated list, 1,000 times', async () => {
    const address = fc
      .tuple(
        fc.stringMatching(/^[a-z0-9+_-]{1,12}$/),
        fc.constantFrom('example.org', 'Example.ORG', 'bücher.example', 'localhost'),
      )
      .map(([local, domain]) => `${local}@${domain}`);
    const name = fc.string({
      unit: fc.constantFrom('a', 'é', ' ', ',', '"', '\\', '<', '>', '@', ';', ':', '(', ')'),
    });
    const mailbox = fc
      .tuple(address, fc.option(name))
      .map(([at, called]) => (called === null ? at : `"${called.replace(/["\\]/g, '\\$&')}" <${at}>`));
    const list = fc.array(mailbox, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(list, list, list, fc.boolean(), async (to, cc, bcc, asText) => {
        const { sent } = await send(
          asText ? { to: to.join(', '), cc: cc.join(','), bcc: bcc.join(' , ') } : { to, cc, bcc },
        );
        const bare = (one: string) =>
          (/<([^<>]*)>$/.exec(one)?.[1] ?? one).replace('bücher', 'xn--bcher-kva').toLowerCase();
        const expected = new Set([...to, ...cc, ...bcc].map(bare));
        expect([...sent.to, ...sent.cc, ...sent.bcc].map(bare)).toEqual([...expected]);
      }),
      { numRuns: 1_000, seed },
    );
  });
});

it("has side effects and is not repeated without a person's answer", () => {
  expect([email.effect, email.idempotent]).toEqual(['write', false]);
});
