import MailComposer from 'nodemailer/lib/mail-composer';
import { ActionError } from '@/engine';
import { hasControl, type Mailbox, parseMailbox, uniqueMailboxes } from '@/engine/actions';
import type { MailRequest } from '@/engine/ports';

/** A mail ready to be sent. */
export interface ComposedMail {
  readonly from: string;
  /** Each address once: to, cc, bcc. */
  readonly recipients: readonly string[];
  readonly content: Buffer;
}

/** Names of headers that pipelines may set; RFC 5322, section 2.2. */
const HEADER_NAME = /^(x-[a-z-]+|importance|auto-submitted)$/;
const MESSAGE_ID = /^<[\w.+-]+@[\w.-]+>$/;
const CONTENT_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(;\s?[\w-]+=("[^"\\\r\n]*"|[\w!#$&^.+-]+))*$/;

/**
 * Composes the mail according to RFC 5322. Checks the type of every part again: the composer would treat an
 * object as a file name or an address to fetch.
 * @throws ActionError `invalid_params`
 */
export async function composeMail(request: MailRequest): Promise<ComposedMail> {
  const from = parseMailbox(text(request.from, 'from'), 'from');
  const to = mailboxes(request.to, 'to');
  const cc = mailboxes(request.cc, 'cc');
  const bcc = mailboxes(request.bcc, 'bcc');
  const composer = new MailComposer({
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: 'win',
    from: asComposed(from),
    to: to.map(asComposed),
    cc: cc.map(asComposed),
    ...(request.replyTo === undefined
      ? {}
      : { replyTo: asComposed(parseMailbox(text(request.replyTo, 'reply_to'), 'reply_to')) }),
    subject: line(request.subject, 'subject'),
    messageId: matching(request.messageId, MESSAGE_ID, 'message_id'),
    headers: headersOf(request),
    ...(request.text === undefined ? {} : { text: text(request.text, 'text') }),
    ...(request.html === undefined ? {} : { html: text(request.html, 'html') }),
    attachments: request.attachments.map(({ filename, contentType, content }) => ({
      filename: line(filename, 'filename'),
      contentType: matching(contentType, CONTENT_TYPE, 'content_type'),
      content: bytes(content),
    })),
  });
  return {
    from: from.address,
    recipients: uniqueMailboxes([...to, ...cc, ...bcc]).map(({ address }) => address),
    content: await composer.compile().build(),
  };
}

function mailboxes(written: readonly string[], what: string): Mailbox[] {
  return written.map((one) => parseMailbox(text(one, what), what));
}

/** Name and address separately, so that the composer does not parse them. */
function asComposed({ address, name = '' }: Mailbox): { address: string; name: string } {
  return { address, name };
}

function headersOf({ headers }: MailRequest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      matching(name.toLowerCase(), HEADER_NAME, 'header'),
      line(value, name),
    ]),
  );
}

function text(value: unknown, what: string): string {
  if (typeof value === 'string') return value;
  throw new ActionError('invalid_params', `The mail’s ${what} is not text.`);
}

function line(value: unknown, what: string): string {
  const written = text(value, what);
  if (!hasControl(written)) return written;
  throw new ActionError('invalid_params', `The mail’s ${what} contains a line break or a control character.`);
}

function matching(value: unknown, pattern: RegExp, what: string): string {
  const written = line(value, what);
  if (pattern.test(written)) return written;
  throw new ActionError('invalid_params', `The mail’s ${what} is not valid in an email.`);
}

function bytes(value: unknown): Buffer {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  throw new ActionError('invalid_params', 'The content of an attachment is not binary data.');
}
