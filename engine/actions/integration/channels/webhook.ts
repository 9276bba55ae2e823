import type { ActionContext } from '../../../action-context';
import { type Delivery, type Notice, recipientList } from './notice';
import { adviceFor, postJson, refusal, webhookTarget } from './post';

/** A notification as the JSON that is sent to a webhook. */
export function webhookBody(
  notice: Notice,
  ctx: Pick<ActionContext, 'idempotencyKey' | 'step'>,
  sentAt: Date,
): string {
  const { message, title, severity, priority } = notice;
  return JSON.stringify({
    message,
    title,
    severity,
    priority,
    recipients: notice.recipients === undefined ? undefined : recipientList(notice),
    run_id: ctx.idempotencyKey.split('/')[0],
    step_id: ctx.step.id,
    sent_at: sentAt.toISOString(),
    idempotency_key: ctx.idempotencyKey,
  });
}

/**
 * The signature of a body: `t=<unix seconds>,v1=<HMAC-SHA-256 of "t.body", hex>`. The time is signed too, so that a
 * receiver can refuse replayed requests.
 */
export async function signature(secret: string, body: string, sentAt: Date): Promise<string> {
  const seconds = Math.floor(sentAt.getTime() / 1000);
  const bytes = (text: string) => new TextEncoder().encode(text);
  const key = await crypto.subtle.importKey('raw', bytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const signed = await crypto.subtle.sign('HMAC', key, bytes(`${seconds}.${body}`));
  const hex = Array.from(new Uint8Array(signed), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `t=${seconds},v1=${hex}`;
}

/** Posts JSON to any address; delivered with any 2xx. */
export async function sendWebhook(
  notice: Notice,
  { webhookUrl, webhookSecret }: { webhookUrl: string | undefined; webhookSecret: string | undefined },
  ctx: ActionContext,
): Promise<Delivery> {
  const target = await webhookTarget({ given: webhookUrl, setting: 'webhook_url', what: 'webhook' }, ctx);
  const secret = webhookSecret ?? (await ctx.setting('webhook_signing_key'));
  const sentAt = new Date();
  const body = webhookBody(notice, ctx, sentAt);
  const headers: Record<string, string> = {};
  if (secret !== undefined) headers['x-pipewright-signature'] = await signature(secret, body, sentAt);
  const answer = await postJson(target, { body, headers }, ctx);
  if (answer.status >= 200 && answer.status < 300) return { delivered: true, status_code: answer.status };
  throw refusal(target, answer, adviceFor(answer.status));
}
