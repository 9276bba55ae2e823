import { Invalid } from '../errors';

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

/** What the sender calls a delivery; undefined when it gives it no name. @throws Invalid when it is too long */
export function deliveryKey(headers: { get(name: string): string | null }): string | undefined {
  for (const name of KEY_HEADERS) {
    const key = headers.get(name)?.trim();
    if (!key) continue;
    if (key.length > MAX_KEY)
      throw new Invalid(`${name} has more than ${MAX_KEY} characters. Send a shorter one.`);
    return `${name}: ${key}`;
  }
  return undefined;
}
