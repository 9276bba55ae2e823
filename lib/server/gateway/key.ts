import { createHash, randomBytes } from 'node:crypto';

const START = 'pwk_';
const BYTES = 32;
/** Enough to recognise a key in a list: 48 of its 256 bits. */
const SHOWN = START.length + 8;

/** A new key for callers of a deployment: 256 random bits. */
export function newKey(): string {
  return `${START}${randomBytes(BYTES).toString('base64url')}`;
}

/** What is stored instead of a key: SHA-256 in hex. A slow hash would add nothing to 256 random bits. */
export function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** The beginning of a key, which lists show. */
export function prefixOfKey(key: string): string {
  return key.slice(0, SHOWN);
}
