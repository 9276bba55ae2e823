import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookConfig } from '@/lib/contracts/triggers';
import { readSecret, SecretUnreadable } from '../../../secrets/read';
import { findSecret } from '../../../store/secrets';
import type { ServiceContext } from '../../context';
import { standardProblem } from './standard-signature';

/** The parts of a call that authenticate the caller. */
export interface Proof {
  readonly headers: { get(name: string): string | null };
}

/** A secret that a webhook needs is not available. */
export class SecretMissing extends Error {
  override readonly name = 'SecretMissing';
}

/**
 * Why the header with the secret is refused; undefined when it matches.
 * @throws SecretMissing
 */
export async function wrongHeader(
  ctx: ServiceContext,
  { header }: WebhookConfig,
  { headers }: Proof,
): Promise<string | undefined> {
  if (!header) return undefined;
  const secret = await secretOf(ctx, header.secret);
  const given = headers.get(header.name);
  if (given === null) return `The header ${header.name} is missing.`;
  return isEqual(given, secret) ? undefined : `The header ${header.name} does not match the secret.`;
}

/**
 * Why the signature of the body is refused; undefined when it matches.
 * @throws SecretMissing
 */
export async function wrongSignature(
  ctx: ServiceContext,
  { signature }: WebhookConfig,
  { headers, body }: Proof & { readonly body: Uint8Array },
): Promise<string | undefined> {
  if (!signature) return undefined;
  const { header, prefix, kind } = signature;
  const secret = await secretOf(ctx, signature.secret);
  if (kind === 'standard') return standardProblem({ headers, body, secret, now: ctx.now() });
  const expected = createHmac('sha256', secret).update(body).digest();
  const given = headers.get(header);
  if (given === null) return `The signature in the header ${header} is missing.`;
  const digest = given.startsWith(prefix) ? digestOf(given.slice(prefix.length)) : undefined;
  if (digest && timingSafeEqual(digest, expected)) return undefined;
  return `The signature in the header ${header} is wrong: it must be "${prefix}" and the HMAC-SHA-256 of the body in hex.`;
}

const HEX_DIGEST = /^[0-9a-f]{64}$/i;

function digestOf(hex: string): Buffer | undefined {
  return HEX_DIGEST.test(hex) ? Buffer.from(hex, 'hex') : undefined;
}

/** Compares in constant time, regardless of lengths. */
function isEqual(left: string, right: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(left), hash(right));
}

async function secretOf({ sql, keys }: ServiceContext, name: string): Promise<string> {
  const row = await findSecret(sql, name);
  if (!row)
    throw new SecretMissing(
      `The secret ${name} of the webhook does not exist. Add it in Settings, or choose another one in the trigger.`,
    );
  try {
    return await readSecret(row, keys);
  } catch (error) {
    if (error instanceof SecretUnreadable) throw new SecretMissing(error.message, { cause: error });
    throw error;
  }
}
