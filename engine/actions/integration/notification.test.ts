import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { byParam } from '../../action';
import type { ActionContext } from '../../action-context';
import type { SettingName } from '../../channels';
import { ActionError } from '../../errors';
import type { MailReceipt, MailRequest } from '../../ports';
import { type FakeAnswer, fakeContext, fakeHttp, perform } from '../../testing/fakes';
import { notification } from './notification';

const SETTINGS: Partial<Record<SettingName, string>> = {
  smtp_url: 'smtp://mail.example.org',
  mail_from: 'pipewright@example.org',
  slack_webhook_url: 'https://slack.test/services/canary-setting',
  teams_webhook_url: 'https://teams.test/workflows/canary-setting',
  webhook_url: 'https://hook.test/canary-setting',
};

interface World extends Partial<Pick<ActionContext, 'signal' | 'deadline' | 'http' | 'mail'>> {
  readonly settings?: Partial<Record<SettingName, string>>;
  readonly answer?: FakeAnswer;
  readonly receipt?: Partial<MailReceipt>;
}

async function notify(written: Record<string, unknown>, world: World = {}) {
  const { settings = SETTINGS, answer = { body: 'ok' }, receipt, ...overrides } = world;
  const http = fakeHttp(() => answer);
  const mails: Omit<MailRequest, 'secrets'>[] = [];
  const mail: ActionContext['mail'] = async (request) => {
    mails.push(request);
    return { messageId: request.messageId, accepted: request.to, rejected: [], ...receipt };
  };
  const ctx = fakeContext({ http, mail, setting: async (name) => settings[name], ...overrides });
  const output = await perform(notification, { message: 'The import is done.', ...written }, ctx);
  const [sent] = http.requests;
  return { output, sent, body: sent && JSON.parse(String(sent.body)), mails, lines: ctx.log.lines };
}

const failure = async (written: Record<string, unknown>, world: World = {}): Promise<ActionError> => {
  const error = await notify(written, world).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ActionError)) throw new Error(`No failure, but ${String(error)}.`);
  expect(error.message).not.toContain('canary');
  return error;
};

const WEBHOOKS = [
  ['slack', 'slack_webhook_url', 'SLACK_WEBHOOK_URL', 'slack.test'],
  ['teams', 'teams_webhook_url', 'TEAMS_WEBHOOK_URL', 'teams.test'],
  ['webhook', 'webhook_url', 'WEBHOOK_URL', 'hook.test'],
] as const;

describe.each(WEBHOOKS)('the channel %s', (channel, setting, variable, host) => {
  it('posts JSON to the address of the installation, once', async () => {
    const { output, sent, lines } = await notify({ channel });
    expect(sent).toMatchObject({
      url: SETTINGS[setting],
      method: 'POST',
      maxRedirects: 0,
      headers: { 'content-type': 'application/json; charset=utf-8', 'idempotency-key': 'run_1/step_1' },
    });
    expect(output).toEqual({ delivered: true, channel, status_code: 200 });
    expect(lines).toEqual([
      { level: 'info', message: expect.stringContaining('accepted the message (200)') },
    ]);
  });

  it('posts to the step’s own address when it has one', async () => {
    const { sent } = await notify({ channel, webhook_url: 'http://127.0.0.1:8080/own?key=1' });
    expect(sent?.url).toBe('http://127.0.0.1:8080/own?key=1');
  });

  it('says where to configure its address when there is none', async () => {
    const error = await failure({ channel }, { settings: {} });
    expect(error).toMatchObject({ kind: 'invalid_params', path: 'params.webhook_url' });
    expect(error.message).toContain(variable);
    expect(error.message).toContain('The channel inbox needs no configuration.');
  });

  it.each([
    ['canary', 'is not a URL'],
    ['ftp://canary.test/x', 'not an HTTP URL'],
    ['https://user:canary@x.test/', 'user name or password'],
  ])('refuses the address %s without repeating it', async (webhook_url, hint) => {
    const error = await failure({ channel, webhook_url });
    expect(error).toMatchObject({ kind: 'invalid_params', path: 'params.webhook_url' });
    expect(error.message).toContain(hint);
    const fromSetting = await failure({ channel }, { settings: { [setting]: webhook_url } });
    expect(fromSetting.message).toMatch(new RegExp(`^${variable} `));
  });

  it.each([
    [302, 'is a redirect'],
    [400, ''],
    [401, ''],
    [403, ''],
    [404, 'new one'],
    [410, ''],
    [413, 'too large'],
    [429, 'rate limit'],
    [500, 'Try again later'],
    [503, 'Try again later'],
  ])('fails with the status %i as code', async (status, hint) => {
    const error = await failure({ channel }, { answer: { status, body: 'canary in the answer' } });
    expect(error).toMatchObject({ kind: 'rejected', code: String(status), retryAfter: undefined });
    expect(error.message).toContain(`${host} returned ${status}. `);
    expect(error.message).toContain(hint);
  });

  it('waits for timeout_seconds', async () => {
    const answer = { status: 429, headers: { 'retry-after': '17' } };
    expect(await failure({ channel }, { answer })).toMatchObject({ code: '429', retryAfter: 17 });
  });

  it('has a timeout of 30 s, and the signal of the step', async () => {
    const asked: number[] = [];
    const signal = new AbortController().signal;
    const deadline = (seconds: number) => {
      asked.push(seconds);
      return signal;
    };
    const { sent } = await notify({ channel }, { deadline });
    expect(asked).toEqual([30]);
    expect(sent?.signal).toBe(signal);
  });

  it.each(['timeout', 'connection_error', 'cancelled', 'rejected'] as const)(
    'fails with a failure of kind %s',
    async (kind) => {
      const broken = new ActionError(kind, 'No.');
      expect(await failure({ channel }, { http: () => Promise.reject(broken) })).toBe(broken);
    },
  );

  it('warns about parameters that it does not use', async () => {
    const { lines } = await notify({ channel, subject: 'x', webhook_secret: 'canary-key' });
    const warnings = lines
      .filter(({ level }) => level === 'warning')
      .map(({ message }) => message.split(' ')[0]);
    expect(warnings).toEqual(channel === 'webhook' ? ['subject'] : ['subject', 'webhook_secret']);
  });
});

describe('Slack', () => {
  it('is delivered only when the response is ok', async () => {
    const error = await failure({ channel: 'slack' }, { answer: { body: '<html>canary</html>' } });
    expect(error).toMatchObject({ kind: 'rejected', code: '200' });
    expect(error.message).toContain('is not “ok”');
  });

  it.each([
    [400, 'invalid_payload'],
    [403, 'action_prohibited'],
    [404, 'no_service'],
    [404, 'channel_not_found'],
    [410, 'channel_is_archived'],
  ])('explains the response %i %s', async (status, body) => {
    const error = await failure({ channel: 'slack' }, { answer: { status, body } });
    expect(error).toMatchObject({ kind: 'rejected', code: String(status) });
    expect(error.message).toContain(`(${body})`);
  });

  it('accepts the spelling chat_a', async () => {
    const { output, sent } = await notify({ channel: 'chat_a' });
    expect(sent?.url).toBe(SETTINGS.slack_webhook_url);
    expect(output).toEqual({ delivered: true, channel: 'chat_a', status_code: 200 });
  });

  it('gets mentions', async () => {
    const { body, lines } = await notify({ channel: 'slack', recipients: ['@U012AB3CD', 'Jo'] });
    expect(body.blocks[0].text.text).toBe('<@U012AB3CD> Jo');
    expect(lines[0]).toMatchObject({
      level: 'warning',
      message: expect.stringContaining('Jo is not a Slack member ID'),
    });
  });
});

describe('Teams', () => {
  it.each([200, 202])('is delivered with status %i', async (status) => {
    const { output } = await notify({ channel: 'teams' }, { answer: { status, body: '' } });
    expect(output).toEqual({ delivered: true, channel: 'teams', status_code: status });
  });

  it('accepts the spelling chat_b', async () => {
    const { output, sent } = await notify({ channel: 'chat_b' }, { answer: { status: 202, body: '' } });
    expect(sent?.url).toBe(SETTINGS.teams_webhook_url);
    expect(output).toMatchObject({ delivered: true, channel: 'chat_b' });
  });

  it('mentions addresses', async () => {
    const { body, lines } = await notify(
      { channel: 'teams', recipients: 'jo@example.org, ops' },
      { answer: { status: 202 } },
    );
    expect(body.attachments[0].content.msteams.entities).toHaveLength(1);
    expect(lines[0]?.message).toContain('ops is not an email address');
  });
});

describe('a webhook', () => {
  const written = {
    channel: 'webhook',
    title: 'Import',
    severity: 'warning',
    priority: 'high',
    recipients: ['a', 'b'],
  };

  it('receives all fields of the message', async () => {
    const { body } = await notify(written);
    expect(body).toEqual({
      message: 'The import is done.',
      title: 'Import',
      severity: 'warning',
      priority: 'high',
      recipients: ['a', 'b'],
      run_id: 'run_1',
      step_id: 'step_1',
      sent_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      idempotency_key: 'run_1/step_1',
    });
  });

  it.each([
    ['the step’s secret', { webhook_secret: 'canary-key' }, {}],
    ['the key of this installation', {}, { webhook_signing_key: 'canary-key' }],
  ])('is signed with %s', async (_, secret, settings) => {
    const { sent, body } = await notify(
      { ...written, ...secret },
      { settings: { ...SETTINGS, ...settings } },
    );
    const [, seconds = '', hex] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(sent?.headers['x-pipewright-signature'] ?? '') ?? [];
    expect(hex).toBe(createHmac('sha256', 'canary-key').update(`${seconds}.${sent?.body}`).digest('hex'));
    expect(Number(seconds)).toBe(Math.floor(Date.parse(body.sent_at) / 1000));
  });

  it('is not signed without a key', async () => {
    expect((await notify(written)).sent?.headers).not.toHaveProperty('x-pipewright-signature');
  });

  it.each([200, 201, 202, 204, 299])('is delivered with status %i', async (status) => {
    expect((await notify(written, { answer: { status } })).output).toMatchObject({
      delivered: true,
      status_code: status,
    });
  });
});

describe('email', () => {
  const written = { channel: 'email', recipients: ['Jo <jo@example.org>'] };

  it('is sent with the mail settings of the installation', async () => {
    const { output, mails, sent } = await notify(written);
    expect(sent).toBeUndefined();
    expect(output).toEqual({ delivered: true, channel: 'email' });
    expect(mails[0]).toMatchObject({
      server: { host: 'mail.example.org' },
      from: 'pipewright@example.org',
      to: ['"Jo" <jo@example.org>'],
      subject: 'The import is done.',
      text: 'The import is done.\n\n-- \nInfo\n',
      headers: { 'auto-submitted': 'auto-generated' },
    });
  });

  it.each([
    [{ title: 'Import' }, 'Import'],
    [{ title: ' ' }, 'The import is done.'],
    [{ title: 'Import', severity: 'error' }, 'Error: Import'],
    [{ severity: 'warning' }, 'Warning: The import is done.'],
    [{ message: '\n\nFirst\nSecond' }, 'First'],
    [{ message: '' }, 'Info'],
    [{ title: 'Import', severity: 'error', subject: 'Own' }, 'Own'],
  ])('with %j has its own subject', async (changes, subject) => {
    expect((await notify({ ...written, ...changes })).mails[0]?.subject).toBe(subject);
  });

  it.each([
    ['urgent', { 'x-priority': '1', importance: 'high' }],
    ['High', { 'x-priority': '2', importance: 'high' }],
    ['normal', { 'x-priority': '3', importance: 'normal' }],
    ['low', { 'x-priority': '5', importance: 'low' }],
    ['P1', {}],
    ['constructor', {}],
  ])('marks the priority %s', async (priority, headers) => {
    const { mails } = await notify({ ...written, priority });
    expect(mails[0]?.headers).toEqual({ 'auto-submitted': 'auto-generated', ...headers });
    expect(mails[0]?.text).toContain(`Info · Priority: ${priority}`);
  });

  it('is not delivered when a recipient was refused', async () => {
    const rejected = [{ address: 'al@example.org', reason: '550 No' }];
    const { output, lines } = await notify(
      { ...written, recipients: 'jo@example.org, al@example.org' },
      { receipt: { accepted: ['jo@example.org'], rejected } },
    );
    expect(output).toEqual({ delivered: false, channel: 'email' });
    expect(lines).toEqual([{ level: 'warning', message: 'al@example.org was rejected: 550 No' }]);
  });

  it.each([
    [{ recipients: undefined }, 'params.recipients'],
    [{ recipients: [] }, 'params.recipients'],
    [{ recipients: ' ' }, 'params.recipients'],
    [{ recipients: ['nobody'] }, 'params.recipients.0'],
    [{ title: 'a\nb' }, 'params.title'],
    [{ subject: 'a\r\nBcc: evil@example.org' }, 'params.subject'],
  ])('refuses %j', async (changes, path) => {
    expect(await failure({ ...written, ...changes })).toMatchObject({ kind: 'invalid_params', path });
  });

  it('fails without recipients, or without a server', async () => {
    const rejected = [{ address: 'jo@example.org', reason: '550 No' }];
    expect(await failure(written, { receipt: { accepted: [], rejected } })).toMatchObject({
      kind: 'rejected',
    });
    expect((await failure(written, { settings: {} })).message).toContain('SMTP_URL');
  });

  it('warns about an address that it does not use', async () => {
    const { lines } = await notify({ ...written, webhook_url: 'https://x.test/' });
    expect(lines[0]).toEqual({ level: 'warning', message: 'webhook_url is not used by Email.' });
  });
});

describe('bad parameters', () => {
  it.each([
    {},
    { message: 'x' },
    { channel: 'slack' },
    { message: 'x', channel: 'sms' },
    { message: 'x', channel: 'constructor' },
    { message: 'x', channel: 'slack', severity: 'fatal' },
    { message: 'x', channel: 'slack', priority: { level: 1 } },
    { message: 'x', channel: 'slack', recipients: [{ id: 1 }] },
    { message: 'x', channel: 'slack', webhook_url: '' },
  ])('%j has no such shape', (written) => expect(notification.params.safeParse(written).success).toBe(false));

  it('of a message may have any type and are converted to text', async () => {
    expect((await notify({ channel: 'slack', message: { rows: [1] } })).body.text).toBe('Info: {"rows":[1]}');
  });
});

it("has side effects and is not repeated without a person's answer", () => {
  expect(notification.effect).toBe('write');
  for (const [channel] of WEBHOOKS) expect(byParam(notification.idempotent, { channel })).toBe(false);
  expect(byParam(notification.idempotent, { channel: 'email' })).toBe(false);
});
