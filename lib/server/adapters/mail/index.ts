import { ActionError } from '@/engine';
import type { Mail, MailReceipt, MailRequest, MailServer } from '@/engine/ports';
import type { Dialer } from '../egress/dialer';
import { abortFailure } from '../egress/failures';
import { mailFailure, refusals } from './failures';
import { type ComposedMail, composeMail } from './message';
import { MailSession, type MailTimeouts } from './session';

export interface MailOptions {
  readonly dialer: Dialer;
  /** @default 10 s to connect, 20 s for the greeting, 60 s between responses */
  readonly timeouts?: MailTimeouts;
  /** Certificates of authorities to trust instead of the system's, in PEM. */
  readonly trusted?: readonly string[];
}

const TIMEOUTS: MailTimeouts = { connectMs: 10_000, greetingMs: 20_000, idleMs: 60_000 };

/**
 * Sends mails to SMTP servers, with one connection for each. Certificates are always verified, and
 * credentials are sent over encrypted or local connections only.
 */
export function createMail({ dialer, timeouts = TIMEOUTS, trusted = [] }: MailOptions): Mail {
  return async (request) => {
    const { server, signal, secrets } = request;
    const where = whereOf(server);
    const mail = await composeMail(request);
    const socket = await dialer.connect({
      host: server.host,
      port: server.port,
      purpose: 'mail',
      timeoutMs: timeouts.connectMs,
      signal,
      ...(secrets === undefined ? {} : { secrets }),
    });
    const session = new MailSession(socket, server, { timeouts, trusted });
    const abort = () => session.destroy();
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    try {
      const receipt = await converse(session, mail, request);
      session.quit();
      return receipt;
    } catch (error) {
      session.destroy();
      if (signal.aborted) throw abortFailure(signal, where);
      const { isLocal, wasHandedOver } = session;
      throw mailFailure(error, { where, isLocal, wasHandedOver, hidden: hiddenIn(request) });
    } finally {
      signal.removeEventListener('abort', abort);
    }
  };
}

async function converse(
  session: MailSession,
  mail: ComposedMail,
  request: MailRequest,
): Promise<MailReceipt> {
  await session.open();
  await signIn(session, request.server);
  const { accepted, rejectedErrors = [] } = await session.send(mail);
  return {
    messageId: request.messageId,
    accepted,
    rejected: refusals(rejectedErrors, hiddenIn(request)),
  };
}

async function signIn(session: MailSession, server: MailServer): Promise<void> {
  const { user, password } = server;
  if (user === undefined || password === undefined) return;
  const where = whereOf(server);
  if (!session.isEncrypted && !session.isLocal) {
    throw new ActionError(
      'rejected',
      `The connection to ${where} is not encrypted, so the user name and password were not sent. Use smtps://, or smtp:// with ?security=starttls.`,
      { code: 'unencrypted' },
    );
  }
  if (!session.offersLogin) {
    const advice = session.isEncrypted
      ? 'Remove them from the URL.'
      : 'Use smtps:// or ?security=starttls, or remove them from the URL.';
    throw new ActionError(
      'rejected',
      `${where} does not accept a user name and password on this connection. ${advice}`,
      {
        code: 'no_login',
      },
    );
  }
  await session.login(user, password);
}

function whereOf({ host, port }: MailServer): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Shorter texts are not masked: they would hide large parts of a response. */
const MIN_HIDDEN = 4;

/** The password and the attempt's secrets, plain and encoded as they are sent. */
function hiddenIn({ server, secrets = [] }: MailRequest): string[] {
  const { user = '', password = '' } = server;
  const plain = [password, ...secrets.map(({ value }) => value)];
  const sent = [password, `\0${user}\0${password}`].map((text) =>
    Buffer.from(text, 'utf8').toString('base64'),
  );
  const hidden = [...plain, ...(password === '' ? [] : sent)].filter((text) => text.length >= MIN_HIDDEN);
  return hidden.sort((a, b) => b.length - a.length);
}
