import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { GZIPPED } from './gzip';

const zip = promisify(gzip);

/** Shorter bodies are sent uncompressed: compressing them costs more than it saves. */
const MIN_COMPRESSED_CHARACTERS = 4096;

const HEADERS = {
  'content-type': 'application/json',
  // Compressed here or not at all: only some versions of Next compress responses of routes.
  'cache-control': 'no-store, no-transform',
};

function textOf(value: unknown): string {
  // JSON has no undefined.
  return JSON.stringify(value ?? null);
}

/** A JSON response that must not be cached. */
export function jsonAnswer(value: unknown, status = 200): Response {
  return new Response(textOf(value), { status, headers: HEADERS });
}

/** As `jsonAnswer`, with compression of long values if the caller accepts gzip. */
export async function longJsonAnswer(value: unknown, takesGzip: boolean): Promise<Response> {
  const text = textOf(value);
  if (text.length < MIN_COMPRESSED_CHARACTERS) return new Response(text, { headers: HEADERS });
  const headers = { ...HEADERS, vary: 'accept-encoding' };
  if (!takesGzip) return new Response(text, { headers });
  const body = new Uint8Array(await zip(text));
  return new Response(body, { headers: { ...headers, ...GZIPPED } });
}
