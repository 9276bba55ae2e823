import { TooLarge } from '../services/errors';

/**
 * The whole body of a request. Stops reading after `maxBytes`.
 * @throws TooLarge
 */
export async function limitedBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > maxBytes) throw tooLarge(maxBytes);
  // A body cannot exceed its content length, and reading it as a whole costs half.
  if (announced !== null) return checked(new Uint8Array(await request.arrayBuffer()), maxBytes);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the stream.
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function checked(body: Uint8Array, maxBytes: number): Uint8Array {
  if (body.byteLength > maxBytes) throw tooLarge(maxBytes);
  return body;
}

const KILOBYTE = 1024;

function tooLarge(maxBytes: number): TooLarge {
  return new TooLarge(
    `The body is larger than ${Math.floor(maxBytes / KILOBYTE)} kB. Send less, or send the address of the content.`,
  );
}
