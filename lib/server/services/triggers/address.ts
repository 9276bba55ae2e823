import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { open, rewrap, SealBroken } from '../../secrets/cipher';
import { KeyFileError } from '../../secrets/key-file';
import type { Sealed } from '../../store/secrets';
import { moveToken, type StoredToken, sealedTokens, type TriggerRow } from '../../store/triggers';
import type { ServiceContext } from '../context';
import { sealValue } from '../secrets/seal';

/** 256 bits cannot be guessed. */
const TOKEN_BYTES = 32;

/** What a sealed token belongs to. */
const contextOf = (id: string) => ({ id, name: 'webhook address', version: 1, hosts: [] });

/** A new unguessable part for the address of a webhook, as it is stored. @throws Unavailable without a key */
export async function newToken(ctx: ServiceContext, triggerId: string): Promise<StoredToken> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const sealed = await sealValue(ctx, token, contextOf(triggerId));
  return { hash: hashOf(token).toString('hex'), sealed: toText(sealed) };
}

/** Whether a caller knows the address; takes the same time whatever is wrong, and when there is no webhook. */
export function isToken(given: string, stored: string | null | undefined): boolean {
  const expected = Buffer.from(stored ?? '', 'hex');
  const actual = hashOf(given);
  const isComparable = expected.length === actual.length;
  return timingSafeEqual(actual, isComparable ? expected : Buffer.alloc(actual.length)) && isComparable;
}

/** The path to call a webhook at; null when no key of this server opens it: it then needs a new address. */
export async function addressOf(
  ctx: Pick<ServiceContext, 'keys'>,
  { id, tokenSealed }: Pick<TriggerRow, 'id' | 'tokenSealed'>,
): Promise<string | null> {
  if (tokenSealed === null) return null;
  const sealed = fromText(tokenSealed);
  try {
    const key = await ctx.keys.find(sealed.keyId);
    return key ? `/api/v1/hooks/${id}/${open(sealed, contextOf(id), key)}` : null;
  } catch (error) {
    if (error instanceof SealBroken || error instanceof KeyFileError) return null;
    throw error;
  }
}

/**
 * Brings the addresses of all webhooks under the key that encrypts now, as `reencryptSecrets` does. One that no key opens
 * stays as it is: calls of it go on, but it is shown no more.
 * @throws KeyFileError
 */
export async function reencryptTokens({ sql, keys }: Pick<ServiceContext, 'sql' | 'keys'>): Promise<void> {
  const rows = await sealedTokens(sql);
  const newest = rows.length === 0 ? undefined : await keys.current();
  if (!newest) return;
  for (const { id, sealed: from } of rows) {
    const sealed = fromText(from);
    const isOlder = sealed.keyId !== newest.id && keys.mayReplace(sealed.keyId);
    const key = isOlder ? await keys.find(sealed.keyId) : undefined;
    const to = key && rewrapped(() => rewrap(sealed, contextOf(id), key, newest));
    if (to) await moveToken(sql, { id, from, to: toText(to) });
  }
}

function rewrapped(work: () => Sealed): Sealed | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof SealBroken) return undefined;
    throw error;
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

const bytes = z.base64().transform((text) => Buffer.from(text, 'base64'));
const sealedSchema = z.object({
  keyId: z.string(),
  wrappedKey: bytes,
  iv: bytes,
  tag: bytes,
  ciphertext: bytes,
});

function toText({ keyId, wrappedKey, iv, tag, ciphertext }: Sealed): string {
  const text = (part: Uint8Array) => Buffer.from(part).toString('base64');
  return JSON.stringify({
    keyId,
    wrappedKey: text(wrappedKey),
    iv: text(iv),
    tag: text(tag),
    ciphertext: text(ciphertext),
  });
}

function fromText(text: string): Sealed {
  return sealedSchema.parse(JSON.parse(text));
}
