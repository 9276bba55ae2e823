import { type SealContext, seal } from '../../secrets/cipher';
import { KeyFileError } from '../../secrets/key-file';
import type { MasterKey } from '../../secrets/master-key';
import type { Sealed } from '../../store/secrets';
import { neededKeys } from '../../store/secrets';
import type { ServiceContext } from '../context';
import { Unavailable } from '../errors';

/**
 * Seals a value with the current key; the first secret creates a key.
 * @throws Unavailable
 */
export async function sealValue(ctx: ServiceContext, value: string, context: SealContext): Promise<Sealed> {
  try {
    return seal(value, context, await encryptionKey(ctx));
  } catch (error) {
    if (error instanceof KeyFileError) throw new Unavailable(error.message, { cause: error });
    throw error;
  }
}

/** With secrets of a missing key, no new key is created: it would prevent restoring the missing one. */
async function encryptionKey({ sql, keys }: ServiceContext): Promise<MasterKey> {
  const known = await keys.current();
  if (known) return known;
  const [needed, ...more] = await neededKeys(sql);
  if (needed === undefined) return keys.currentOrNew();
  // Another process may just have created the key and the first secret.
  const made = await keys.current();
  if (made) return made;
  throw new Unavailable(
    `The secret was not stored: the stored secrets are encrypted with the key ${[needed, ...more].join(', ')}, which this server does not have. Add it to PIPEWRIGHT_KEY or the key file. If it is lost, set a new PIPEWRIGHT_KEY, or delete the secrets that cannot be read.`,
  );
}
