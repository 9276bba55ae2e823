import type { Readable } from 'node:stream';
import { ActionError } from '@/engine';
import type { HttpRequest } from '@/engine/ports';

export interface CollectLimits {
  /** Largest body, in bytes. */
  readonly limitBytes: number;
  /** See `HttpRequest`. */
  readonly reserve: HttpRequest['reserve'];
}

/**
 * Reads to the end and counts decompressed bytes, so that a small compressed body cannot exceed the limit.
 */
export async function collect(
  stream: Readable,
  url: URL,
  { limitBytes, reserve }: CollectLimits,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes: Uint8Array = chunk;
    size += bytes.length;
    if (size > limitBytes) throw tooLarge(url, limitBytes);
    chunks.push(bytes);
    const room = reserve?.(bytes.length);
    if (room) await room;
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

export function tooLarge(url: URL, limitBytes: number): ActionError {
  const limit = limitBytes % 1_000_000 === 0 ? `${limitBytes / 1_000_000} MB` : `${limitBytes} bytes`;
  return new ActionError(
    'rejected',
    `The response of ${url.host} is larger than ${limit}. Request less data.`,
  );
}
