import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { GZIPPED } from './gzip';

const zip = promisify(gzip);

/** Shorter bodies are sent as they are: to compress one costs the server more than it spares the network. */
const MIN_COMPRESSED_CHARACTERS = 4096;

const HEADERS = {
  'content-type': 'application/json',
  // Compressed here or not at all: Next compresses answers of routes in some of its versions only.
  'cache-control': 'no-store, no-transform',
};

function textOf(value: unknown): string {
  // Nothing at all is null, as JSON has no other word for it.
  return JSON.stringify(value ?? null);
}

/** A value as the JSON body of an answer that nobody may keep. */
export function jsonAnswer(value: unknown, status = 200): Response {
  return new Response(textOf(value), { status, headers: HEADERS });
}

/** The same for values that may be long: a long one is compressed where the caller takes that. */
export async function longJsonAnswer(value: unknown, takesGzip: boolean): Promise<Response> {
  const text = textOf(value);
  if (text.length < MIN_COMPRESSED_CHARACTERS) return new Response(text, { headers: HEADERS });
  const headers = { ...HEADERS, vary: 'accept-encoding' };
  if (!takesGzip) return new Response(text, { headers });
  const body = new Uint8Array(await zip(text));
  return new Response(body, { headers: { ...headers, ...GZIPPED } });
}
