import { isIP, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import SMTPConnection, {
  type SMTPConnectionOptions,
  type SMTPConnectionSendInfo,
} from 'nodemailer/lib/smtp-connection';
import type { MailServer } from '@/engine/ports';
import type { ComposedMail } from './message';

/** Longest waits for a mail server, in ms. */
export interface MailTimeouts {
  /** Until the connection stands. */
  readonly connectMs: number;
  /** Until the greeting, and as long again until encryption stands. */
  readonly greetingMs: number;
  /** For anything later: each answer, and each part of the mail that the server takes. */
  readonly idleMs: number;
}

/** More than any server has to say in one answer, in bytes. */
const MAX_REPLY = 65_536;

/** One conversation with a mail server over a connection that stands. */
export class MailSession {
  /** Whether the other end is this machine. */
  readonly isLocal: boolean;
  readonly #smtp: SMTPConnection;
  readonly #socket: Socket;
  /** Rejects when the conversation breaks, whatever was going on. */
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
      // An answer that ends the conversation reports its own failure right after this.
      this.#smtp.once('end', () => setImmediate(() => reject(new Error('The conversation ended.'))));
    });
    this.#broken.catch(() => undefined);
  }

  get isEncrypted(): boolean {
    return this.#smtp.secure;
  }

  /** Whether the server asks for user and password. */
  get offersLogin(): boolean {
    return this.#smtp.allowsAuth;
  }

  /** Whether the server had all of the mail when the conversation broke: it may have been delivered. */
  get wasHandedOver(): boolean {
    return this.#wasHandedOver;
  }

  /** Waits for the greeting, and encrypts. */
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

  /** Takes leave; the other end may close at its leisure. */
  quit(): void {
    this.#smtp.quit();
    this.#smtp.close();
  }

  /** Ends at once, in the middle of whatever is going on. */
  destroy(): void {
    this.#smtp.close();
    this.#socket.destroy();
  }

  #step<T>(start: (done: (error: Error | null, value?: T) => void) => void): Promise<T> {
    const answered = new Promise<T>((resolve, reject) => {
      // Guaranteed by nodemailer: a value comes with every call that brings no error.
      start((error, value) => (error ? reject(error) : resolve(value as T)));
    });
    return Promise.race([answered, this.#broken]);
  }
}

/** What the four kinds of protection are to nodemailer; certificates are checked in each that encrypts. */
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
