import type { Sql } from 'postgres';
import { listSecrets, moveSecret, type SecretRow } from '../store/secrets';
import { rewrap, SealBroken } from './cipher';
import type { KeyRing } from './key-ring';
import type { MasterKey } from './master-key';
import { findKey, SecretUnreadable } from './read';

/** The result of re-encryption with the first key. */
export interface Rotation {
  readonly moved: number;
  /** Names of unchanged secrets whose key is missing or does not open them. */
  readonly left: readonly string[];
  /** Names of readable secrets that stay under a key outside PIPEWRIGHT_KEY. */
  readonly kept: readonly string[];
}

/**
 * Re-encrypts every secret whose key may be replaced with the current key, so that older keys can be removed.
 * Secrets are moved one by one: after an interruption every secret still opens with the key that it names.
 * @throws KeyFileError
 */
export async function reencryptSecrets(sql: Sql, keys: KeyRing): Promise<Rotation> {
  const all = await listSecrets(sql);
  // Without secrets no key is needed, so an unreadable key file does not matter.
  const to = all.length === 0 ? undefined : await keys.current();
  if (!to) return { moved: 0, left: [], kept: [] };
  const rows = all.filter(({ keyId }) => keyId !== to.id);
  const left: string[] = [];
  const kept: string[] = [];
  for (const row of rows) {
    const sealed = await rewrapped(row, to, keys);
    if (!sealed) left.push(row.name);
    else if (keys.mayReplace(row.keyId)) await moveSecret(sql, row, sealed);
    else kept.push(row.name);
  }
  return { moved: rows.length - left.length - kept.length, left, kept };
}

async function rewrapped(row: SecretRow, to: MasterKey, keys: KeyRing) {
  try {
    return rewrap(row, row, await findKey(row, keys), to);
  } catch (error) {
    if (error instanceof SecretUnreadable || error instanceof SealBroken) return undefined;
    throw error;
  }
}
