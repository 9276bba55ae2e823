import type { ActionContext } from '../../action-context';
import { settingVariable } from '../../channels';
import { ActionError } from '../../errors';
import type { MailAttachment, MailReceipt, MailServer } from '../../ports';
import {
  isMailbox,
  type Mailbox,
  parseMailbox,
  parseMailboxes,
  uniqueMailboxes,
  writeMailbox,
} from './mail_address';
import { mailLine } from './mail_line';
import { parseSmtpUrl } from './smtp_url';

/** Published limits. */
export const MAX_RECIPIENTS = 20;
export const MAX_MAIL_BYTES = 10_000_000;
const MAX_SUBJECT = 500;
/** Timeout of sending one mail, in seconds. */
const MAIL_SECONDS = 300;

/** Addresses as written in one parameter. */
export interface WrittenAddresses {
  readonly path: string;
  readonly written: string | readonly string[] | undefined;
}

/** The parameters of a mail before any check. */
export interface MailDraft {
  readonly smtp: string | undefined;
  readonly from: string | undefined;
  readonly replyTo: string | undefined;
  readonly to: WrittenAddresses;
  readonly cc?: WrittenAddresses;
  readonly bcc?: WrittenAddresses;
  readonly subject: { readonly path: string; readonly written: string };
  readonly body: string;
  readonly bodyType: 'text' | 'html';
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly MailAttachment[];
}

/**
 * Checks a mail completely and sends it to the server of the step or of the installation.
 * @returns the response for each recipient; at least one was accepted
 * @throws ActionError `invalid_params`, `rejected`, `connection_error`, `timeout`
 */
export async function sendMail(draft: MailDraft, ctx: ActionContext): Promise<MailReceipt> {
  const lists = recipientsOf(draft);
  const subject = mailLine(draft.subject.written, draft.subject.path, MAX_SUBJECT);
  checkSize(draft);
  const server = await serverOf(draft, ctx);
  const from = await senderOf(draft, server, ctx);
  const replyTo = draft.replyTo === undefined ? undefined : parseMailbox(draft.replyTo, 'params.reply_to');
  const receipt = await ctx.mail({
    server,
    messageId: await messageId(ctx.idempotencyKey, from),
    from: writeMailbox(from),
    ...lists,
    ...(replyTo === undefined ? {} : { replyTo: writeMailbox(replyTo) }),
    subject,
    ...(draft.bodyType === 'html' ? { html: draft.body } : { text: draft.body }),
    headers: { 'auto-submitted': 'auto-generated', ...draft.headers },
    attachments: draft.attachments,
    signal: ctx.deadline(MAIL_SECONDS),
  });
  if (receipt.accepted.length === 0) throw nobodyAccepted(receipt, server);
  for (const { address, reason } of receipt.rejected) ctx.log.warning(`${address} was rejected: ${reason}`);
  return receipt;
}

/** Each address once, at its first occurrence. */
function recipientsOf({ to, cc, bcc }: MailDraft): { to: string[]; cc: string[]; bcc: string[] } {
  const read = (list: WrittenAddresses | undefined) =>
    list?.written === undefined ? [] : parseMailboxes(list.written, list.path);
  const lists = { to: read(to), cc: read(cc), bcc: read(bcc) };
  if (lists.to.length === 0)
    throw invalid(to.path, `${to.path} has no recipients. Enter an address such as jo@example.org.`);
  const all = uniqueMailboxes([...lists.to, ...lists.cc, ...lists.bcc]);
  if (all.length > MAX_RECIPIENTS) {
    throw invalid(
      to.path,
      `The email has ${all.length} recipients. The limit is ${MAX_RECIPIENTS}. Use a mailing list or a loop.`,
    );
  }
  const selected = (list: readonly Mailbox[]) =>
    list.filter((mailbox) => all.includes(mailbox)).map(writeMailbox);
  return { to: selected(lists.to), cc: selected(lists.cc), bcc: selected(lists.bcc) };
}

function checkSize({ body, attachments }: MailDraft): void {
  const sizes = [new TextEncoder().encode(body).length, ...attachments.map(({ content }) => content.length)];
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= MAX_MAIL_BYTES) return;
  const megabytes = (total / 1_000_000).toFixed(1);
  throw invalid(
    attachments.length > 0 ? 'params.attachments' : 'params.body',
    `The email is ${megabytes} MB. The limit is ${MAX_MAIL_BYTES / 1_000_000} MB. Send a link instead of the file.`,
  );
}

async function serverOf({ smtp }: MailDraft, ctx: ActionContext): Promise<MailServer> {
  if (smtp !== undefined) return parseSmtpUrl(smtp, 'params.smtp');
  const setting = await ctx.setting('smtp_url');
  if (setting !== undefined) return parseSmtpUrl(setting, settingVariable('smtp_url'));
  throw new ActionError(
    'invalid_params',
    `No mail server is configured. Set ${settingVariable('smtp_url')} for this installation, or set smtp of the email step to {{secrets.<name>}}. A notification to the channel inbox needs no configuration.`,
  );
}

/** The step's own sender, else the installation's, else the user name when it is an address. */
async function senderOf({ from }: MailDraft, server: MailServer, ctx: ActionContext): Promise<Mailbox> {
  if (from !== undefined) return parseMailbox(from, 'params.from');
  const setting = await ctx.setting('mail_from');
  if (setting !== undefined) return parseMailbox(setting, settingVariable('mail_from'));
  if (server.user !== undefined && isMailbox(server.user)) return parseMailbox(server.user, 'params.smtp');
  throw invalid(
    'params.from',
    `The email has no sender. Set ${settingVariable('mail_from')} for this installation, or set from of the email step.`,
  );
}

/** The same for every attempt of a step, so that mail programs show a repeated mail once. */
async function messageId(key: string, from: Mailbox): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  const hex = Array.from(new Uint8Array(digest).subarray(0, 16), (byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  return `<${hex.join('')}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`;
}

function nobodyAccepted({ rejected }: MailReceipt, { host }: MailServer): ActionError {
  const reasons = rejected.map(({ address, reason }) => `${address}: ${reason}`).join('; ');
  return new ActionError('rejected', `${host} rejected all recipients. ${reasons}.`);
}

function invalid(path: string, message: string): ActionError {
  return new ActionError('invalid_params', message, { path });
}
