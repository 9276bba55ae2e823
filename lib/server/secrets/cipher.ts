import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Sealed } from '../store/secrets';
import type { MasterKey } from './master-key';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** The context of a sealed value, which must be identical to open it. */
export interface SealContext {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly hosts: readonly string[];
}

/** A sealed value cannot be opened: wrong key, wrong context, or changed bytes. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

/** Encrypts a value for a context. */
export function seal(value: string, context: SealContext, key: MasterKey): Sealed {
  const dataKey = randomBytes(KEY_BYTES);
  const { iv, tag, ciphertext } = encrypt(dataKey, Buffer.from(value, 'utf8'), valueContext(context));
  return { keyId: key.id, wrappedKey: wrap(dataKey, context, key), iv, tag, ciphertext };
}

/** Decrypts a value. @throws SealBroken */
export function open(sealed: Sealed, context: SealContext, key: MasterKey): string {
  const dataKey = unwrap(sealed, context, key);
  return decrypt(dataKey, sealed, valueContext(context)).toString('utf8');
}

/**
 * Wraps the data key with another master key, without decrypting the value.
 * @throws SealBroken
 */
export function rewrap(sealed: Sealed, context: SealContext, from: MasterKey, to: MasterKey): Sealed {
  const dataKey = unwrap(sealed, context, from);
  return { ...sealed, keyId: to.id, wrappedKey: wrap(dataKey, context, to) };
}

function wrap(dataKey: Buffer, context: SealContext, key: MasterKey): Buffer {
  const { iv, tag, ciphertext } = encrypt(key.bytes, dataKey, keyContext(context, key));
  return Buffer.concat([iv, tag, ciphertext]);
}

function unwrap({ keyId, wrappedKey }: Sealed, context: SealContext, key: MasterKey): Buffer {
  const isWhole = wrappedKey.length === IV_BYTES + TAG_BYTES + KEY_BYTES;
  if (!isWhole || keyId !== key.id) throw new SealBroken('The data key is not one of this master key.');
  const parts = {
    iv: wrappedKey.subarray(0, IV_BYTES),
    tag: wrappedKey.subarray(IV_BYTES, IV_BYTES + TAG_BYTES),
    ciphertext: wrappedKey.subarray(IV_BYTES + TAG_BYTES),
  };
  return decrypt(key.bytes, parts, keyContext(context, key));
}

type Box = Pick<Sealed, 'iv' | 'tag' | 'ciphertext'>;

function encrypt(key: Buffer, plain: Buffer, context: Buffer): Box {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES }).setAAD(context);
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return { iv, tag: cipher.getAuthTag(), ciphertext };
}

function decrypt(key: Buffer, { iv, tag, ciphertext }: Box, context: Buffer): Buffer {
  // By default Node accepts shorter tags, which can be guessed.
  if (iv.length !== IV_BYTES || tag.length !== TAG_BYTES)
    throw new SealBroken('A part has the wrong length.');
  try {
    const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES }).setAAD(context);
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
  } catch (error) {
    throw new SealBroken('It was not encrypted with this key for this place, or was changed.', {
      cause: error,
    });
  }
}

/** JSON, so that different contexts have different texts. */
function valueContext({ id, name, version, hosts }: SealContext): Buffer {
  return Buffer.from(JSON.stringify(['pipewright secret', id, name, version, hosts]));
}

function keyContext({ id, name, version, hosts }: SealContext, key: MasterKey): Buffer {
  return Buffer.from(JSON.stringify(['pipewright data key', key.id, id, name, version, hosts]));
}
