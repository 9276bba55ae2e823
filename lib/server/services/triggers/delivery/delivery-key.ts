import { createHash } from 'node:crypto';
import type { WebhookConfig } from '@/lib/contracts/triggers';
import { Invalid } from '../../errors';

/** Longest key, in characters. */
const MAX_KEY = 255;

/** Headers by which senders name a delivery, so that a repetition is known again; the first one there counts. */
const KEY_HEADERS = [
  'idempotency-key',
  // Standard Webhooks, Svix.
  'webhook-id',
  'svix-id',
  'x-github-delivery',
  'x-gitlab-event-uuid',
  'x-shopify-webhook-id',
];

interface DeliveryHeaders {
  get(name: string): string | null;
}

/**
 * What makes a delivery the same as an earlier one. Where calls are signed only what is signed counts, so that nobody
 * gives a recorded delivery a new name: the signed id, or the signature of the body. Otherwise it is the name that the
 * sender gives, if any.
 * @param headers of a call whose signature was found right
 * @throws Invalid when the name is too long
 */
export function deliveryKey(
  { signature }: Pick<WebhookConfig, 'signature'>,
  headers: DeliveryHeaders,
): string | undefined {
  if (signature?.kind === 'body') return signedBody(headers.get(signature.header) ?? '');
  for (const name of signature ? ['webhook-id'] : KEY_HEADERS) {
    const key = headers.get(name)?.trim();
    if (!key) continue;
    if (key.length > MAX_KEY)
      throw new Invalid(`${name} has more than ${MAX_KEY} characters. Send a shorter one.`);
    return `key ${name}: ${key}`;
  }
  return undefined;
}

/** The digits may be written in either case. The signature itself is not stored. */
function signedBody(signature: string): string {
  return `signed ${createHash('sha256').update(signature.toLowerCase()).digest('hex')}`;
}
