import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Tolerance between the time of a delivery and the database's time, in seconds. Standard Webhooks,
 * "Verifying".
 */
const TOLERANCE_SECONDS = 300;

/** Marks secrets whose value is a key in base64. */
const BASE64_SECRET = 'whsec_';

/** A call with a signature by Standard Webhooks: https://www.standardwebhooks.com. */
export interface SignedCall {
  readonly headers: { get(name: string): string | null };
  readonly body: Uint8Array;
  readonly secret: string;
  readonly now: Date;
}

/** Why the Standard Webhooks headers are refused; undefined when id, time and body are signed and recent. */
export function standardProblem({ headers, body, secret, now }: SignedCall): string | undefined {
  const id = headers.get('webhook-id');
  const timestamp = headers.get('webhook-timestamp');
  const signatures = headers.get('webhook-signature');
  if (!id || timestamp === null || signatures === null) {
    return 'The headers webhook-id, webhook-timestamp and webhook-signature must all be sent.';
  }
  if (!/^\d{1,12}$/.test(timestamp))
    return 'The header webhook-timestamp is not a number of seconds since 1970.';
  const expected = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest();
  if (!signatures.split(' ').some((each) => isSignature(each, expected))) {
    return 'No signature in the header webhook-signature matches: send "v1," and the HMAC-SHA-256 of "id.timestamp.body" in base64.';
  }
  const age = now.getTime() / 1000 - Number(timestamp);
  if (Math.abs(age) <= TOLERANCE_SECONDS) return undefined;
  const side = age > 0 ? 'in the past' : 'in the future';
  return `The header webhook-timestamp is more than ${TOLERANCE_SECONDS / 60} minutes ${side}. Sign the delivery again when it is sent.`;
}

function isSignature(text: string, expected: Buffer): boolean {
  const [version, value = ''] = text.split(',', 2);
  const given = Buffer.from(value, 'base64');
  return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
}

function keyOf(secret: string): Buffer {
  if (!secret.startsWith(BASE64_SECRET)) return Buffer.from(secret, 'utf8');
  return Buffer.from(secret.slice(BASE64_SECRET.length), 'base64');
}
