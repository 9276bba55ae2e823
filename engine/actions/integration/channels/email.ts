import type { ActionContext } from '../../../action-context';
import { ActionError } from '../../../errors';
import { sendMail } from '../mail_send';
import { type Delivery, firstLine, type Notice, recipientList, SEVERITY_LABELS, statusLine } from './notice';

const MAX_DERIVED_SUBJECT = 120;

/** The subject: the given one, otherwise title or first line, with the severity when it is above information. */
export function mailSubject({ message, title, severity }: Notice, subject: string | undefined): string {
  if (subject !== undefined) return subject;
  const called = title ?? firstLine(message, MAX_DERIVED_SUBJECT);
  if (called === '') return SEVERITY_LABELS[severity];
  return severity === 'info' ? called : `${SEVERITY_LABELS[severity]}: ${called}`;
}

// X-Priority as mail programs have read it since Eudora; Importance is RFC 2156.
const PRIORITIES: Record<string, Record<string, string>> = {
  urgent: { 'x-priority': '1', importance: 'high' },
  high: { 'x-priority': '2', importance: 'high' },
  normal: { 'x-priority': '3', importance: 'normal' },
  low: { 'x-priority': '5', importance: 'low' },
};

/** Headers that mail programs show as priority; none for a custom priority. */
export function priorityHeaders(priority: string | undefined): Record<string, string> {
  const name = priority?.trim().toLowerCase() ?? '';
  return Object.hasOwn(PRIORITIES, name) ? { ...PRIORITIES[name] } : {};
}

/** Mails the notice through the server of the installation; delivered when the server accepts every recipient. */
export async function sendByEmail(
  notice: Notice,
  { subject }: { subject: string | undefined },
  ctx: ActionContext,
): Promise<Delivery> {
  if (recipientList(notice).length === 0) {
    throw new ActionError(
      'invalid_params',
      'The channel email needs recipients. Add at least one email address.',
      {
        path: 'params.recipients',
      },
    );
  }
  const written = mailSubject(notice, subject);
  const receipt = await sendMail(
    {
      smtp: undefined,
      from: undefined,
      replyTo: undefined,
      to: { path: 'params.recipients', written: notice.recipients },
      subject: { path: subject === undefined ? 'params.title' : 'params.subject', written },
      body: `${notice.message}\n\n-- \n${statusLine(notice)}\n`,
      bodyType: 'text',
      headers: priorityHeaders(notice.priority),
      attachments: [],
    },
    ctx,
  );
  return { delivered: receipt.rejected.length === 0 };
}
