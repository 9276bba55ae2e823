import { createHash, randomBytes } from 'node:crypto';

const START = 'pwk_';
const BYTES = 32;
/** Length of the prefix that identifies a key in a list: 48 of its 256 bits. */
const SHOWN = START.length + 8;

/** A new key for callers of a deployment: 256 random bits. */
export function newKey(): string {
  return `${START}${randomBytes(BYTES).toString('base64url')}`;
}

/** The stored form of a key: SHA-256 in hex. A slow hash adds nothing to 256 random bits. */
export function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** The prefix of a key that lists show. */
export function prefixOfKey(key: string): string {
  return key.slice(0, SHOWN);
}
