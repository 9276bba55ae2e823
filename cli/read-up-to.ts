import type { Readable } from 'node:stream';

/** The text of a stream; undefined when it exceeds the limit, after which reading stops. */
export async function readUpTo(stream: Readable, maxBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let left = maxBytes;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    left -= bytes.length;
    if (left < 0) return undefined;
  }
  return Buffer.concat(chunks).toString();
}
