import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { openText, reencryptTexts, sealedToText } from '../../secrets/sealed-text';
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
  return { hash: hashOf(token).toString('hex'), sealed: sealedToText(sealed) };
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
  const token = await openText(ctx.keys, tokenSealed, contextOf(id));
  return token === undefined ? null : `/api/v1/hooks/${id}/${token}`;
}

/**
 * Brings the addresses of all webhooks under the key that encrypts now, as `reencryptSecrets` does. One that no key opens
 * stays as it is: calls of it go on, but it is shown no more.
 * @throws KeyFileError
 */
export async function reencryptTokens({ sql, keys }: Pick<ServiceContext, 'sql' | 'keys'>): Promise<void> {
  const rows = (await sealedTokens(sql)).map(({ id, sealed }) => ({ id, sealed, context: contextOf(id) }));
  await reencryptTexts(keys, rows, ({ id, sealed: from }, to) => moveToken(sql, { id, from, to }));
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
