import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { openText, reencryptTexts, sealedToText } from '../../secrets/sealed-text';
import { moveToken, type StoredToken, sealedTokens, type TriggerRow } from '../../store/triggers';
import type { ServiceContext } from '../context';
import { sealValue } from '../secrets/seal';

/** 256 bits cannot be guessed. */
const TOKEN_BYTES = 32;

/** The context of a sealed token. */
const contextOf = (id: string) => ({ id, name: 'webhook address', version: 1, hosts: [] });

/**
 * A new random token for the address of a webhook, in its stored form.
 * @throws Unavailable without a key
 */
export async function newToken(ctx: ServiceContext, triggerId: string): Promise<StoredToken> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const sealed = await sealValue(ctx, token, contextOf(triggerId));
  return { hash: hashOf(token).toString('hex'), sealed: sealedToText(sealed) };
}

/** Whether a caller has the right token; takes the same time in all cases, also without a webhook. */
export function isToken(given: string, stored: string | null | undefined): boolean {
  const expected = Buffer.from(stored ?? '', 'hex');
  const actual = hashOf(given);
  const isComparable = expected.length === actual.length;
  return timingSafeEqual(actual, isComparable ? expected : Buffer.alloc(actual.length)) && isComparable;
}

/** The path of a webhook; null when no key of this server decrypts it and the webhook needs a new address. */
export async function addressOf(
  ctx: Pick<ServiceContext, 'keys'>,
  { id, tokenSealed }: Pick<TriggerRow, 'id' | 'tokenSealed'>,
): Promise<string | null> {
  if (tokenSealed === null) return null;
  const token = await openText(ctx.keys, tokenSealed, contextOf(id));
  return token === undefined ? null : `/api/v1/hooks/${id}/${token}`;
}

/**
 * Re-encrypts the addresses of all webhooks with the current key, as `reencryptSecrets` does. An address
 * without a key is unchanged: calls still work, but it cannot be displayed.
 * @throws KeyFileError
 */
export async function reencryptTokens({ sql, keys }: Pick<ServiceContext, 'sql' | 'keys'>): Promise<void> {
  const rows = (await sealedTokens(sql)).map(({ id, sealed }) => ({ id, sealed, context: contextOf(id) }));
  await reencryptTexts(keys, rows, ({ id, sealed: from }, to) => moveToken(sql, { id, from, to }));
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
