import { type SealContext, seal } from '../../secrets/cipher';
import { KeyFileError } from '../../secrets/key-file';
import type { MasterKey } from '../../secrets/master-key';
import type { Sealed } from '../../store/secrets';
import { neededKeys } from '../../store/secrets';
import type { ServiceContext } from '../context';
import { Unavailable } from '../errors';

/** Seals a value with the key that encrypts now; the first secret of all makes one. @throws Unavailable */
export async function sealValue(ctx: ServiceContext, value: string, context: SealContext): Promise<Sealed> {
  try {
    return seal(value, context, await encryptionKey(ctx));
  } catch (error) {
    if (error instanceof KeyFileError) throw new Unavailable(error.message, { cause: error });
    throw error;
  }
}

/** A new key beside secrets of a lost one would stand in the way of putting the lost one back. */
async function encryptionKey({ sql, keys }: ServiceContext): Promise<MasterKey> {
  const known = await keys.current();
  if (known) return known;
  const [needed, ...more] = await neededKeys(sql);
  if (needed === undefined) return keys.currentOrNew();
  // Another process may just have made the key and the first secret.
  const made = await keys.current();
  if (made) return made;
  throw new Unavailable(
    `Nothing was stored: the stored secrets were sealed with the key ${[needed, ...more].join(', ')}, which this server does not have. Put it back into PIPEWRIGHT_KEY or the key file. If it is lost, set a new PIPEWRIGHT_KEY, or delete the secrets that cannot be read.`,
  );
}
