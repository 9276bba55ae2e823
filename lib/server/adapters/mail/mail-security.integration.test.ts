import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Json, PipelineDocument } from '@/engine';
import { email } from '@/engine/actions/integration/email';
import { fakeContext, fakeHttp, fakeSecrets, memoryClock, perform } from '@/engine/testing/fakes';
import { runPipeline } from '@/engine/testing/run-pipeline';
import { createCertificate } from '../../testing/mail-certificate';
import { type MailSink, startMailSink } from '../../testing/mail-sink';
import { createDialer } from '../egress';
import { createMail } from './index';

const CANARY = 'canary-of-a-file-9c1d';
const seed = 20_261_121;

const mail = createMail({
  dialer: createDialer({ mode: 'open', allow: [], own: { ports: [], databases: [] } }),
});

let sink: MailSink;
let folder: string;
let bait: http.Server;
let fetched = 0;

beforeAll(async () => {
  sink = await startMailSink();
  folder = await mkdtemp(join(tmpdir(), 'pipewright-bait-'));
  await writeFile(join(folder, 'bait.txt'), CANARY);
  bait = http.createServer((_, response) => {
    fetched += 1;
    response.end(CANARY);
  });
  await new Promise<void>((resolve) => bait.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await sink.close();
  bait.closeAllConnections();
  bait.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => void sink.mails.splice(0));

/** Runs a pipeline whose second step is the mail, over the real adapter; its first gives `data`. */
async function run(data: Json, params: Record<string, Json>, secrets: Record<string, string> = {}) {
  const smtp = secrets.smtp ?? `smtp://127.0.0.1:${sink.port}?security=none`;
  const document: PipelineDocument = {
    name: 'Mail',
    steps: [
      { id: 'data', action: 'http_request', params: { url: 'http://data.test/' } },
      {
        id: 'mail',
        action: 'email',
        params: {
          to: 'jo@example.org',
          from: 'pipewright@example.org',
          subject: 'Hello',
          body: 'Hi',
          ...params,
          smtp: '{{secrets.smtp}}',
        },
        depends_on: ['data'],
      },
    ],
  };
  const result = await runPipeline({
    document,
    mail,
    // Time stands still: what waits here are real connections.
    clock: { ...memoryClock(), due: [] },
    http: fakeHttp(() => ({ body: data })),
    secrets: fakeSecrets({ ...secrets, smtp }),
  });
  return { status: result.state.status, journal: JSON.stringify(result.journal.events) };
}

describe('data that is an object never becomes a file or a fetch', () => {
  const path = () => join(folder, 'bait.txt');
  const href = () => `http://127.0.0.1:${(bait.address() as AddressInfo).port}/`;
  const SHAPES: [string, () => Json][] = [
    ['path', () => ({ path: path() })],
    ['href', () => ({ href: href() })],
    ['raw', () => ({ raw: { path: path() } })],
    ['content', () => ({ filename: 'a', content: { path: path() }, encoding: 'utf8' })],
    [
      'an address with a path',
      () => ({ address: 'jo@example.org', name: { path: path() }, path: `file://${path()}`, href: href() }),
    ],
  ];
  const data = '{{steps.data.output.response_body}}';
  const FIELDS: [string, Record<string, Json>][] = [
    ['to', { to: [data] }],
    ['subject', { subject: data }],
    ['body', { body: data, body_type: 'html' }],
    ['attachments', { attachments: [data] }],
    ['the content of an attachment', { attachments: [{ filename: 'b', content: data }] }],
  ];
  const cases = SHAPES.flatMap(([shape, make]) =>
    FIELDS.map(([field, params]) => [shape, field, make, params] as const),
  );

  it.each(cases)('%s in %s', async (_shape, field, make, params) => {
    const before = fetched;
    const { status, journal } = await run(make(), params);
    const received = sink.mails.map((one) => JSON.stringify(one) + decoded(one.raw));
    expect(received.join('')).not.toContain(CANARY);
    expect(journal).not.toContain(CANARY);
    expect(fetched).toBe(before);
    // Text of a mail may be anything, which is then written out; elsewhere an object has no place.
    const isText = field === 'body' || field === 'the content of an attachment';
    expect(status).toBe(isText ? 'completed' : 'failed');
    expect(sink.mails).toHaveLength(isText ? 1 : 0);
  });

  it('covers 5 shapes in 5 fields', () => expect(cases).toHaveLength(25));
});

/** What of a mail is base64, read. */
function decoded(raw: string): string {
  return (
    Buffer.from(raw.replace(/[^A-Za-z0-9+/=]/g, ''), 'base64').toString('latin1') +
    raw.replaceAll('=\r\n', '')
  );
}

describe('no failure of a mail contains its password', () => {
  const PASSWORD = 'kanarienvogel/9c1d';
  const url = (host: string, rest = '') => `smtp://jo:${encodeURIComponent(PASSWORD)}@${host}${rest}`;
  const forms = [
    PASSWORD,
    encodeURIComponent(PASSWORD),
    Buffer.from(PASSWORD).toString('base64'),
    Buffer.from(`\0jo\0${PASSWORD}`).toString('base64'),
  ];
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });
  const server = async (options: Parameters<typeof startMailSink>[0]) => {
    const started = await startMailSink(options);
    closers.push(() => started.close());
    return `127.0.0.1:${started.port}`;
  };

  const FAILURES: [string, () => Promise<string>][] = [
    [
      'a login that is refused, with the password in the answer',
      async () =>
        url(await server({ login: { user: 'x', password: 'y' }, allowInsecureAuth: true }), '?security=none'),
    ],
    [
      'a recipient that is refused, with the password in the answer',
      async () =>
        url(
          await server({ allowInsecureAuth: true, refuse: { 'jo@example.org': `550 not with ${PASSWORD}` } }),
          '?security=none',
        ),
    ],
    [
      'a mail that is refused, with the password in the answer',
      async () =>
        url(
          await server({ allowInsecureAuth: true, refuseMail: `554 not with ${forms[3]}` }),
          '?security=none',
        ),
    ],
    [
      'a certificate that is not trusted',
      async () => url(await server({ ...(await createCertificate()) }), '?security=starttls'),
    ],
    [
      'a server without encryption',
      async () => url(await server({ disabledCommands: ['STARTTLS'] }), '?security=starttls'),
    ],
    [
      'a server without login',
      async () => url(await server({ disabledCommands: ['AUTH'] }), '?security=none'),
    ],
    ['a port that nothing listens on', async () => url('127.0.0.1:1')],
    ['a host that is not there', async () => url('nowhere.invalid')],
    ['a host that is none', async () => url('-nowhere')],
    ['an option that is not known', async () => url('127.0.0.1', `?x=${PASSWORD}`)],
    ['a port that is none', async () => url('127.0.0.1:99999')],
    ['another scheme', async () => url('127.0.0.1').replace('smtp:', 'http:')],
    ['a sign that is not encoded', async () => `smtp://jo:${PASSWORD}@127.0.0.1`],
    ['the password alone', async () => PASSWORD],
  ];

  it.each(FAILURES)('%s', async (_, smtp) => {
    const { status, journal } = await run({}, {}, { smtp: await smtp() });
    expect(status).toBe('failed');
    expect(journal).not.toMatch(/"kind":"(internal|timeout)"/);
    for (const form of forms) expect(journal).not.toContain(form);
    expect(journal).not.toContain('kanarienvogel');
  });
});

describe('the server receives the checked recipients', () => {
  it('for hostile lists of recipients', async () => {
    const hostile = fc.string({
      unit: fc.constantFrom(
        'a',
        'b@example.org',
        '@',
        ',',
        ';',
        ':',
        '<',
        '>',
        '"',
        '\\',
        '\r\n',
        'Bcc: ',
        'RCPT TO:<evil@example.org>',
        ' ',
        '(',
        ')',
        '%',
        '!',
      ),
      minLength: 1,
      maxLength: 8,
    });
    const entry = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom('a@example.org', 'Jo <b@example.org>', '"Doe, Al" <c@example.org>'),
      },
      { weight: 1, arbitrary: hostile },
    );
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.array(entry, { minLength: 1, maxLength: 3 }), hostile), async (to) => {
        sink.mails.splice(0);
        const smtp = `smtp://127.0.0.1:${sink.port}?security=none`;
        const params = { to, subject: 'x', body: 'x', smtp, from: 'p@example.org' };
        const output = await perform(email, params, fakeContext({ mail })).catch((error: unknown) => {
          expect(error).toMatchObject({ kind: 'invalid_params' });
          return undefined;
        });
        const [mail_] = sink.mails;
        expect(mail_?.to ?? []).toEqual(output?.accepted ?? []);
        for (const address of mail_?.to ?? []) expect(address).toMatch(/^(a+|b|c)@example\.org$/);
        expect(mail_?.raw ?? '').not.toMatch(/^(Bcc|RCPT)/im);
        sent += sink.mails.length;
      }),
      { numRuns: 150, seed },
    );
    expect(sent).toBeGreaterThan(20);
  });
});
