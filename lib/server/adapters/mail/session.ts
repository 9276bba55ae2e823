import { isIP, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import SMTPConnection, {
  type SMTPConnectionOptions,
  type SMTPConnectionSendInfo,
} from 'nodemailer/lib/smtp-connection';
import type { MailServer } from '@/engine/ports';
import type { ComposedMail } from './message';

/** Timeouts of an SMTP session, in ms. */
export interface MailTimeouts {
  /** Until the connection is established. */
  readonly connectMs: number;
  /** Until the greeting, and as long again until encryption is established. */
  readonly greetingMs: number;
  /** For each later response, and each part of the mail that the server accepts. */
  readonly idleMs: number;
}

/** Largest response of a server, in bytes. */
const MAX_REPLY = 65_536;

/** An SMTP session over an established connection. */
export class MailSession {
  /** Whether the other end is this machine. */
  readonly isLocal: boolean;
  readonly #smtp: SMTPConnection;
  readonly #socket: Socket;
  /** Rejects when the session breaks. */
  readonly #broken: Promise<never>;
  #wasHandedOver = false;

  constructor(
    socket: Socket,
    server: MailServer,
    { timeouts, trusted }: { timeouts: MailTimeouts; trusted: readonly string[] },
  ) {
    this.#socket = socket;
    this.isLocal = /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '');
    this.#smtp = new SMTPConnection({
      connection: socket,
      host: server.host,
      port: server.port,
      ...securityOf(server),
      tls: { minVersion: 'TLSv1.2', ...(trusted.length > 0 ? { ca: [...trusted] } : {}) },
      connectionTimeout: 2 * timeouts.greetingMs,
      greetingTimeout: timeouts.greetingMs,
      socketTimeout: timeouts.idleMs,
      maxResponseSize: MAX_REPLY,
    });
    this.#broken = new Promise((_, reject) => {
      this.#smtp.once('error', reject);
      // A response that ends the session reports its own failure right after this event.
      this.#smtp.once('end', () => setImmediate(() => reject(new Error('The session ended.'))));
    });
    this.#broken.catch(() => undefined);
  }

  get isEncrypted(): boolean {
    return this.#smtp.secure;
  }

  /** Whether the server supports authentication. */
  get offersLogin(): boolean {
    return this.#smtp.allowsAuth;
  }

  /** Whether the server had received the whole mail when the session broke: it may have been delivered. */
  get wasHandedOver(): boolean {
    return this.#wasHandedOver;
  }

  /** Waits for the greeting and starts encryption. */
  open(): Promise<void> {
    return this.#step<void>((done) => this.#smtp.connect((error) => done(error ?? null)));
  }

  login(user: string, password: string): Promise<unknown> {
    return this.#step((done) => this.#smtp.login({ user, pass: password }, done));
  }

  send({ from, recipients, content }: ComposedMail): Promise<SMTPConnectionSendInfo> {
    const stream = Readable.from(content);
    stream.once('end', () => {
      this.#wasHandedOver = true;
    });
    const envelope = { from, to: [...recipients], size: content.length };
    return this.#step((done) => this.#smtp.send(envelope, stream, (error, info) => done(error, info)));
  }

  /** Sends QUIT without waiting for the server to close. */
  quit(): void {
    this.#smtp.quit();
    this.#smtp.close();
  }

  /** Ends the session immediately. */
  destroy(): void {
    this.#smtp.close();
    this.#socket.destroy();
  }

  #step<T>(start: (done: (error: Error | null, value?: T) => void) => void): Promise<T> {
    const answered = new Promise<T>((resolve, reject) => {
      // Guaranteed by nodemailer: the callback gets either an error or a value.
      start((error, value) => (error ? reject(error) : resolve(value as T)));
    });
    return Promise.race([answered, this.#broken]);
  }
}

/** Options of nodemailer for the four security modes; those with encryption verify certificates. */
function securityOf({ host, security }: MailServer): SMTPConnectionOptions {
  const name = isIP(host) === 0 ? { servername: host } : {};
  switch (security) {
    case 'tls':
      return { ...name, secure: true };
    case 'starttls':
      return { ...name, secure: false, requireTLS: true };
    case 'opportunistic':
      return { ...name, secure: false, opportunisticTLS: true };
    case 'none':
      return { secure: false, ignoreTLS: true };
  }
}
