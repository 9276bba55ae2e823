import type { Sql } from 'postgres';
import { listSecrets, moveSecret, type SecretRow } from '../store/secrets';
import { rewrap, SealBroken } from './cipher';
import type { KeyRing } from './key-ring';
import type { MasterKey } from './master-key';
import { findKey, SecretUnreadable } from './read';

/** What became of the secrets that another than the first key had sealed. */
export interface Rotation {
  readonly moved: number;
  /** Names of those that stayed as they were, since their key is missing or does not open them. */
  readonly left: readonly string[];
  /** Names of those that a key outside PIPEWRIGHT_KEY still seals: they open, and stay under it. */
  readonly kept: readonly string[];
}

/**
 * Brings every secret whose key may be replaced under the key that encrypts now, so that older keys can be taken away. Each
 * is moved by itself: cut off at any moment, every secret still opens with the key it names.
 * @throws KeyFileError
 */
export async function reencryptSecrets(sql: Sql, keys: KeyRing): Promise<Rotation> {
  const all = await listSecrets(sql);
  // Without secrets nobody needs a key, and one that cannot be read is no matter.
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
