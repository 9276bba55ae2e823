/** Security design, T8: no action has a way out that does not pass the dialer. */
import net from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EffectDefinition } from '@/engine/action';
import { email } from '@/engine/actions/integration/email';
import { httpRequest } from '@/engine/actions/integration/http_request';
import { notification } from '@/engine/actions/integration/notification';
import type { MailRequest } from '@/engine/ports';
import { fakeContext, perform } from '@/engine/testing/fakes';
import { createHttp } from '../http';
import { createMail } from '../mail';
import { createDialer, type Dialer, type DialTarget } from '.';
import type { EgressMode } from './policy';
import { policyOf } from './testing/policies';
import { serveRaw } from './testing/services';

/** Every socket that somebody in this process connects meanwhile. */
const sockets: net.Socket[] = [];

beforeEach(() => {
  sockets.length = 0;
  const { connect } = net.Socket.prototype;
  vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (
    this: net.Socket,
    ...args: unknown[]
  ) {
    sockets.push(this);
    return Reflect.apply(connect, this, args);
  });
});
afterEach(() => void vi.restoreAllMocks());

/** A dialer that remembers what it made. */
function watched(mode: EgressMode): Dialer & { readonly made: Set<net.Socket> } {
  const dialer = createDialer(policyOf(mode), { lookup: async () => ['127.0.0.1'] });
  const made = new Set<net.Socket>();
  const connect = async (target: DialTarget) => {
    const socket = await dialer.connect(target);
    made.add(socket);
    return socket;
  };
  return { check: dialer.check, connect, made };
}

function contextOver(dialer: Dialer) {
  const http = createHttp({ dialer });
  const mail = createMail({ dialer });
  const from = async (name: string) => (name === 'mail_from' ? 'me@example.org' : undefined);
  return fakeContext({ http, mail: (request: Omit<MailRequest, 'secrets'>) => mail(request), setting: from });
}

const ACTIONS: [string, EffectDefinition, (at: string) => Record<string, unknown>][] = [
  ['http_request', httpRequest, (at) => ({ url: `http://${at}/`, method: 'POST', body: {} })],
  ['http_request, https', httpRequest, (at) => ({ url: `https://${at}/` })],
  [
    'notification, webhook',
    notification,
    (at) => ({ message: 'x', channel: 'webhook', webhook_url: `http://${at}/` }),
  ],
  [
    'notification, chat_a',
    notification,
    (at) => ({ message: 'x', channel: 'chat_a', webhook_url: `http://${at}/` }),
  ],
  [
    'notification, chat_b',
    notification,
    (at) => ({ message: 'x', channel: 'chat_b', webhook_url: `http://${at}/` }),
  ],
  [
    'email',
    email,
    (at) => ({ to: 'a@example.org', subject: 'x', body: 'x', smtp: `smtp://${at}?security=none` }),
  ],
  ['email, tls', email, (at) => ({ to: 'a@example.org', subject: 'x', body: 'x', smtp: `smtps://${at}` })],
];

describe.each(ACTIONS)('%s', (_, action, paramsFor) => {
  const attempt = async (dialer: Dialer, host: string) => {
    const at = (await serveRaw((socket) => socket.end())).replace('http://127.0.0.1', host);
    return perform(action, paramsFor(at), contextOver(dialer)).then(
      () => undefined,
      (error: { kind?: string }) => error.kind,
    );
  };

  it.each(['127.0.0.1', 'localhost'])('connects nothing of its own to %s', async (host) => {
    const dialer = watched('open');
    await attempt(dialer, host);
    expect(dialer.made.size).toBe(1);
    expect(sockets.map((socket) => dialer.made.has(socket))).toEqual([true]);
  });

  it.each(['127.0.0.1', 'localhost'])('connects nothing at all to %s when it is refused', async (host) => {
    expect(await attempt(watched('public'), host)).toBe('rejected');
    expect(sockets).toEqual([]);
  });
});
