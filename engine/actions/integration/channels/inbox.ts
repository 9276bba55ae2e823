import type { ActionContext } from '../../../action-context';
import { type Delivery, type Notice, recipientList, shorten } from './notice';

/** Longest texts that are stored, in UTF-16 units. */
const MAX_MESSAGE = 20_000;
const MAX_LINE = 500;
const MAX_RECIPIENTS = 100;

/** Stores the notice in the inbox; without a server, writes it to the log of the run. */
export async function sendToInbox(notice: Notice, ctx: ActionContext): Promise<Delivery> {
  const { message, title, severity, priority } = notice;
  if (message.length > MAX_MESSAGE) {
    ctx.log.warning(`The message is longer than ${MAX_MESSAGE} characters. The inbox shows its beginning.`);
  }
  const delivered = await ctx.inbox.put({
    message: shorten(message, MAX_MESSAGE),
    title: title && shorten(title, MAX_LINE),
    severity,
    priority: priority && shorten(priority, MAX_LINE),
    recipients: recipientList(notice)
      .slice(0, MAX_RECIPIENTS)
      .map((recipient) => shorten(recipient, MAX_LINE)),
  });
  if (!delivered) {
    const text = title === undefined ? message : `${title}: ${message}`;
    ctx.log.warning(`This run has no server, so the inbox does not store the notice. ${text}`);
  }
  return { delivered };
}
