import { createHash, randomBytes } from 'node:crypto';

/** Length of a master key, in bytes. */
const KEY_BYTES = 32;

/** A key that wraps the data keys of secrets. */
export interface MasterKey {
  /** Stored with every secret that the key wraps; reveals nothing about the key. */
  readonly id: string;
  readonly bytes: Buffer;
}

/** A list of keys is invalid. The message never contains a part of it. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
}

const KEY_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/;
const HEX = /^[0-9a-fA-F]{64}$/;
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/;

/** Creates a random key. */
export function newMasterKey(): MasterKey {
  return keyOf(undefined, randomBytes(KEY_BYTES));
}

/**
 * Parses keys `key` or `id:key`, separated by commas or lines; the first one encrypts, all decrypt. Keys are
 * 32 bytes in base64 or hex; lines that begin with # are comments.
 * @throws MasterKeyError
 */
export function parseMasterKeys(text: string): MasterKey[] {
  const lines = text.split('\n').filter((line) => !line.trimStart().startsWith('#'));
  const entries = lines.flatMap((line) => line.split(',')).filter((entry) => entry.trim() !== '');
  const keys = entries.map((entry, index) => parseKey(entry.trim(), index + 1));
  const twice = keys.find(({ id }, index) => keys.findIndex((other) => other.id === id) !== index);
  if (twice) throw new MasterKeyError(`has two keys called ${twice.id}`);
  return keys;
}

/** The form that `parseMasterKeys` reads. */
export function formatMasterKey({ id, bytes }: MasterKey): string {
  return `${id}:${bytes.toString('base64')}`;
}

function parseKey(entry: string, position: number): MasterKey {
  const colon = entry.indexOf(':');
  const id = colon < 0 ? undefined : entry.slice(0, colon).trim();
  const text = entry.slice(colon + 1).trim();
  if (id !== undefined && !KEY_ID.test(id)) {
    throw new MasterKeyError(
      `must use only letters, digits, ".", "_" and "-" in names of keys, but the name of key ${position} has other characters`,
    );
  }
  const bytes = decode(text);
  if (bytes?.length !== KEY_BYTES) {
    throw new MasterKeyError(
      `must contain keys of 32 bytes in base64 or hex, but key ${position} is not one; create one with \`openssl rand -base64 32\``,
    );
  }
  return keyOf(id, bytes);
}

function decode(text: string): Buffer | undefined {
  if (HEX.test(text)) return Buffer.from(text, 'hex');
  return BASE64.test(text) ? Buffer.from(text, 'base64') : undefined;
}

/** The id of an unnamed key is its fingerprint, so that another key cannot be confused with it. */
function keyOf(id: string | undefined, bytes: Buffer): MasterKey {
  const fingerprint = createHash('sha256').update('pipewright master key').update(bytes).digest('hex');
  return { id: id ?? `k-${fingerprint.slice(0, 12)}`, bytes };
}
