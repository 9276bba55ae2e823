import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ActionError, type SettingName } from '@/engine';
import { notification } from '@/engine/actions/integration/notification';
import { fakeContext, perform } from '@/engine/testing/fakes';
import { type ChatServices, startChatServices } from '../../testing/chat-services';
import { startMailSink } from '../../testing/mail-sink';
import { createDialer } from '../egress';
import { createHttp } from '../http';
import { createMail } from './index';

const dialer = createDialer({ mode: 'open', allow: [], own: { ports: [], databases: [] } });
const http = createHttp({ dialer });
const mail = createMail({ dialer });

let services: ChatServices;
beforeAll(async () => {
  services = await startChatServices();
});
afterAll(() => services.close());
afterEach(() => void services.posted.splice(0));

function notify(
  written: Record<string, unknown>,
  { signal, settings = {} }: { signal?: AbortSignal; settings?: Partial<Record<SettingName, string>> } = {},
) {
  const setting = async (name: SettingName) => settings[name];
  const ctx = fakeContext({ http, mail, setting, ...(signal ? { signal } : {}) });
  return perform(notification, { message: 'The import is done.', ...written }, ctx);
}

const at = (path: string) => ({ webhook_url: `${services.origin}${path}?sig=canary-signature` });

const failure = async (written: Record<string, unknown>): Promise<ActionError> => {
  const error = await notify(written).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ActionError)) throw new Error(`No failure, but ${String(error)}.`);
  expect(error.message).not.toContain('canary');
  return error;
};

describe('a notification', () => {
  it.each([
    ['chat_a', '/slack/ok', 200],
    ['chat_b', '/teams/202', 202],
    ['chat_b', '/teams/200', 200],
    ['webhook', '/hook/204', 204],
  ])('over %s is delivered when %s accepts it', async (channel, path, status_code) => {
    expect(await notify({ channel, ...at(path) })).toEqual({ delivered: true, channel, status_code });
    expect(services.posted).toEqual([
      expect.objectContaining({ method: 'POST', path, body: expect.stringContaining('The import is done.') }),
    ]);
    expect(services.posted[0]?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'idempotency-key': 'run_1/step_1',
    });
  });

  it.each([
    ['chat_a', '/slack/invalid_payload', '400'],
    ['chat_a', '/slack/action_prohibited', '403'],
    ['chat_a', '/slack/no_service', '404'],
    ['chat_a', '/slack/channel_not_found', '404'],
    ['chat_a', '/slack/channel_is_archived', '410'],
    ['chat_a', '/slack/429', '429'],
    ['chat_a', '/slack/500', '500'],
    ['chat_a', '/slack/page', '200'],
    ['chat_b', '/teams/400', '400'],
    ['chat_b', '/teams/401', '401'],
    ['chat_b', '/teams/403', '403'],
    ['chat_b', '/teams/404', '404'],
    ['chat_b', '/teams/410', '410'],
    ['chat_b', '/teams/429', '429'],
    ['chat_b', '/teams/500', '500'],
    ['webhook', '/hook/302', '302'],
    ['webhook', '/hook/500', '500'],
    ['webhook', '/gone', '404'],
  ])('over %s fails when %s does not accept it', async (channel, path, code) => {
    const error = await failure({ channel, ...at(path) });
    expect(error).toMatchObject({ kind: 'rejected', code });
    expect(error.retryAfter).toBe(code === '429' ? 30 : undefined);
    // One request: a redirect is not followed either.
    expect(services.posted).toHaveLength(1);
  });

  it('is aborted with the step', async () => {
    const reason = new ActionError('timeout', 'Attempt 1 took longer than 5 s.');
    const controller = new AbortController();
    const sent = notify({ channel: 'webhook', ...at('/slow') }, { signal: controller.signal });
    await expect.poll(() => services.posted.length).toBe(1);
    controller.abort(reason);
    await expect(sent).rejects.toBe(reason);
    await services.abandoned;
  });

  it('fails with a connection error when no server listens', async () => {
    const closed = await startChatServices();
    await closed.close();
    const error = await failure({ channel: 'chat_b', webhook_url: `${closed.origin}/x?sig=canary` });
    expect(error).toMatchObject({ kind: 'connection_error', code: 'ECONNREFUSED' });
  });

  it('is signed so that its receiver can verify it', async () => {
    await notify({ channel: 'webhook', webhook_secret: 'canary-key', ...at('/hook/204') });
    const [posted] = services.posted;
    const [, seconds, hex] =
      /^t=(\d+),v1=(\w+)$/.exec(String(posted?.headers['x-pipewright-signature'])) ?? [];
    expect(hex).toBe(createHmac('sha256', 'canary-key').update(`${seconds}.${posted?.body}`).digest('hex'));
  });

  it('by email arrives with its priority', async () => {
    const sink = await startMailSink();
    try {
      const settings = {
        smtp_url: `smtp://127.0.0.1:${sink.port}?security=none`,
        mail_from: 'pipewright@example.org',
      };
      const written = {
        channel: 'email',
        recipients: ['Jo <jo@example.org>'],
        severity: 'error',
        priority: 'urgent',
        title: 'Import',
      };
      expect(await notify(written, { settings })).toEqual({ delivered: true, channel: 'email' });
      const [received] = sink.mails;
      expect(received?.parsed).toMatchObject({
        subject: 'Error: Import',
        to: [{ name: 'Jo', address: 'jo@example.org' }],
      });
      const headers = Object.fromEntries(
        (received?.parsed.headers ?? []).map(({ key, value }) => [key, value]),
      );
      expect(headers).toMatchObject({
        'x-priority': '1',
        importance: 'high',
        'auto-submitted': 'auto-generated',
      });
      expect(received?.parsed.text).toContain('Error · Priority: urgent');
    } finally {
      await sink.close();
    }
  });
});
