import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** The hash of a file, which can be updated with more bytes. @param start hashed before the bytes of the file */
export async function hashOf(
  path: string,
  algorithm: 'sha256' | 'sha1' | 'md5',
  start?: string,
): Promise<Hash> {
  const hash = createHash(algorithm);
  if (start !== undefined) hash.update(start);
  for await (const chunk of createReadStream(path, { highWaterMark: 1_000_000 })) hash.update(chunk);
  return hash;
}
