import type { SecretRow } from '../store/secrets';
import { open, SealBroken } from './cipher';
import { KeyFileError } from './key-file';
import type { KeyRing } from './key-ring';

/** A stored secret cannot be decrypted. */
export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable';
}

/** The value of a stored secret. @throws SecretUnreadable */
export async function readSecret(row: SecretRow, keys: KeyRing): Promise<string> {
  const key = await findKey(row, keys);
  try {
    return open(row, row, key);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new SecretUnreadable(
      `The secret ${row.name} cannot be decrypted with the key ${row.keyId}. A different key has this name, or the database was edited manually. Enter the value of the secret again in Settings.`,
      { cause: error },
    );
  }
}

/**
 * The key that sealed a secret.
 * @throws SecretUnreadable
 */
export async function findKey({ name, keyId }: SecretRow, keys: KeyRing) {
  const key = await keys.find(keyId).catch((error: unknown) => {
    if (!(error instanceof KeyFileError)) throw error;
    throw new SecretUnreadable(`The secret ${name} cannot be read. ${error.message}`, { cause: error });
  });
  if (key) return key;
  throw new SecretUnreadable(
    `The secret ${name} cannot be read: it was encrypted with the key ${keyId}, which this server does not have. Add that key to PIPEWRIGHT_KEY or the key file, or enter the value again in Settings.`,
  );
}
