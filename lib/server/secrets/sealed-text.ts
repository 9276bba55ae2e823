import { z } from 'zod';
import type { Sealed } from '../store/secrets';
import { open, rewrap, SealBroken, type SealContext } from './cipher';
import { KeyFileError } from './key-file';
import type { KeyRing } from './key-ring';

const bytes = z.base64().transform((text) => Buffer.from(text, 'base64'));
const sealedSchema = z.object({
  keyId: z.string(),
  wrappedKey: bytes,
  iv: bytes,
  tag: bytes,
  ciphertext: bytes,
});

/** A sealed value for a column of text. */
export function sealedToText({ keyId, wrappedKey, iv, tag, ciphertext }: Sealed): string {
  const text = (part: Uint8Array) => Buffer.from(part).toString('base64');
  return JSON.stringify({
    keyId,
    wrappedKey: text(wrappedKey),
    iv: text(iv),
    tag: text(tag),
    ciphertext: text(ciphertext),
  });
}

function sealedFromText(text: string): Sealed {
  return sealedSchema.parse(JSON.parse(text));
}

/** The value of a column; undefined when no available key opens it. */
export async function openText(
  keys: Pick<KeyRing, 'find'>,
  text: string,
  context: SealContext,
): Promise<string | undefined> {
  const sealed = sealedFromText(text);
  try {
    const key = await keys.find(sealed.keyId);
    return key && open(sealed, context, key);
  } catch (error) {
    if (error instanceof SealBroken || error instanceof KeyFileError) return undefined;
    throw error;
  }
}

/** A sealed value of a row. */
export interface SealedRow {
  readonly context: SealContext;
  readonly sealed: string;
}

/**
 * Brings sealed values under the key that encrypts now. One that no key opens, or whose key may not be replaced, stays.
 * @param move writes a value that was `row.sealed`
 * @throws KeyFileError
 */
export async function reencryptTexts<R extends SealedRow>(
  keys: KeyRing,
  rows: readonly R[],
  move: (row: R, to: string) => Promise<void>,
): Promise<void> {
  const newest = rows.length === 0 ? undefined : await keys.current();
  if (!newest) return;
  for (const row of rows) {
    const sealed = sealedFromText(row.sealed);
    const isOlder = sealed.keyId !== newest.id && keys.mayReplace(sealed.keyId);
    const key = isOlder ? await keys.find(sealed.keyId) : undefined;
    const to = key && rewrapped(() => rewrap(sealed, row.context, key, newest));
    if (to) await move(row, sealedToText(to));
  }
}

function rewrapped(work: () => Sealed): Sealed | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof SealBroken) return undefined;
    throw error;
  }
}
