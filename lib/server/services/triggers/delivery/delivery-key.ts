import { createHash } from 'node:crypto';
import type { WebhookConfig } from '@/lib/contracts/triggers';
import { Invalid } from '../../errors';

/** Longest key, in characters. */
const MAX_KEY = 255;

/** Headers with ids of deliveries, which identify repetitions; the first one present counts. */
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
 * The key by which a repeated delivery is recognised. For signed calls it is the signed id or the signature
 * of the body, so that a recorded call cannot be replayed with a new id. Otherwise it is the sender's id, if
 * any.
 * @param headers of a call with a valid signature
 * @throws Invalid when the id is too long
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

/** Hex digits may be in either case. The signature itself is not stored. */
function signedBody(signature: string): string {
  return `signed ${createHash('sha256').update(signature.toLowerCase()).digest('hex')}`;
}
