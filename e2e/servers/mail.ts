import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A received mail with the addresses of its envelope. */
export interface ReceivedMail {
  readonly to: readonly string[];
  readonly mail: Email;
}

/** A real mail server on this machine that stores received mails. */
export interface MailServer {
  /** The value for the setting of the mail server, with user name and password. */
  readonly url: string;
  /** The required password, with characters that an address must escape. */
  readonly password: string;
  readonly mails: readonly ReceivedMail[];
  close(): Promise<void>;
}

/** Starts a mail server on a free port. */
export async function startMailServer(): Promise<MailServer> {
  const password = `p@ss/${randomUUID()}`;
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: false,
    disableReverseLookup: true,
    onAuth(given, _session, callback) {
      const isRight = given.username === 'reports' && given.password === password;
      if (isRight) callback(null, { user: 'reports' });
      else callback(new Error('Wrong user name or password.'));
    },
    onData(stream, session, callback) {
      const keep = async () => {
        const mail = await PostalMime.parse(await buffer(stream));
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), mail });
      };
      keep().then(() => callback(null), callback);
    },
  });
  // Closed connections are not a failure of the server.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://reports:${encodeURIComponent(password)}@127.0.0.1:${port}?security=none`,
    password,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The bytes of an attachment. */
export function bytesOf({ content }: Attachment): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
}
