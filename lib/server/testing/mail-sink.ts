import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as a server received it. */
export interface ReceivedMail {
  readonly from: string;
  /** Addresses of the envelope, which may differ from those in the headers. */
  readonly to: readonly string[];
  readonly raw: string;
  readonly parsed: Email;
  readonly isEncrypted: boolean;
  readonly user: string | undefined;
}

/** An SMTP server that stores received mails. */
export interface MailSink {
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** User names and passwords of logins, including refused ones, in order. */
  readonly logins: { readonly user: string | undefined; readonly password: string | null | undefined }[];
  close(): Promise<void>;
}

export interface MailSinkOptions extends SMTPServerOptions {
  /** Refusals of recipients by address: `550 5.1.1 No such user`. */
  readonly refuse?: Readonly<Record<string, string>>;
  /** Refusal of the whole mail. */
  readonly refuseMail?: string;
  /** The only accepted user and password; login is optional without it. */
  readonly login?: { readonly user: string; readonly password: string };
}

/** Starts a server on a free port of this machine. */
export async function startMailSink(options: MailSinkOptions = {}): Promise<MailSink> {
  const { refuse = {}, refuseMail, login, ...own } = options;
  const mails: ReceivedMail[] = [];
  const logins: MailSink['logins'] = [];
  const server = new SMTPServer({
    authOptional: login === undefined,
    disableReverseLookup: true,
    logger: false,
    onAuth({ username, password }, _session, callback) {
      logins.push({ user: username, password });
      const isRight = login === undefined || (username === login.user && password === login.password);
      if (isRight) callback(null, { user: username });
      // Some servers repeat the credentials in their refusal.
      else callback(new Error(`535 5.7.8 Authentication failed for ${username} with ${password}`));
    },
    onRcptTo({ address }, _session, callback) {
      const answer = refuse[address];
      callback(answer === undefined ? null : replyOf(answer));
    },
    onData(stream, session, callback) {
      const receive = async () => {
        const raw = await buffer(stream);
        if (stream.sizeExceeded) throw replyOf('552 5.3.4 Message too big');
        if (refuseMail !== undefined) throw replyOf(refuseMail);
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: raw.toString('latin1'),
          parsed: await PostalMime.parse(raw),
          isEncrypted: session.secure,
          user: session.user === undefined ? undefined : String(session.user),
        });
      };
      receive().then(
        () => callback(null),
        (error: Error) => callback(error),
      );
    },
    ...own,
  });
  // Connections closed by the test are not a failure of the server.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return { port, mails, logins, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** The reply `550 5.1.1 No such user` as an error of smtp-server. */
function replyOf(answer: string): Error {
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });
}
