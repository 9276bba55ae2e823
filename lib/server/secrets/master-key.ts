import { createHash, randomBytes } from 'node:crypto';

/** Length of a master key, in bytes. */
const KEY_BYTES = 32;

/** A key that wraps the data keys of secrets. */
export interface MasterKey {
  /** Stands beside every secret that the key wraps; never says anything about the key. */
  readonly id: string;
  readonly bytes: Buffer;
}

/** What is wrong with a list of keys; never holds any of it. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
}

const KEY_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/;
const HEX = /^[0-9a-fA-F]{64}$/;
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/;

/** Makes a key nobody else has. */
export function newMasterKey(): MasterKey {
  return keyOf(undefined, randomBytes(KEY_BYTES));
}

/**
 * Reads `key` or `id:key`, several of them with commas or on lines of their own; the first one encrypts, all decrypt.
 * Keys are 32 bytes in base64 or hex; lines that begin with # say nothing.
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

/** As `parseMasterKeys` reads it. */
export function formatMasterKey({ id, bytes }: MasterKey): string {
  return `${id}:${bytes.toString('base64')}`;
}

function parseKey(entry: string, position: number): MasterKey {
  const colon = entry.indexOf(':');
  const id = colon < 0 ? undefined : entry.slice(0, colon).trim();
  const text = entry.slice(colon + 1).trim();
  if (id !== undefined && !KEY_ID.test(id)) {
    throw new MasterKeyError(
      `must name its keys with letters, digits, ".", "_" and "-", but the name of key ${position} is not so`,
    );
  }
  const bytes = decode(text);
  if (bytes?.length !== KEY_BYTES) {
    throw new MasterKeyError(
      `must hold keys of 32 bytes in base64 or hex, but key ${position} is not one; \`openssl rand -base64 32\` makes one`,
    );
  }
  return keyOf(id, bytes);
}

function decode(text: string): Buffer | undefined {
  if (HEX.test(text)) return Buffer.from(text, 'hex');
  return BASE64.test(text) ? Buffer.from(text, 'base64') : undefined;
}

/** A key without a name is called after its fingerprint, so that another key never passes for it. */
function keyOf(id: string | undefined, bytes: Buffer): MasterKey {
  const fingerprint = createHash('sha256').update('pipewright master key').update(bytes).digest('hex');
  return { id: id ?? `k-${fingerprint.slice(0, 12)}`, bytes };
}
