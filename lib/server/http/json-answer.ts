/** Shorter bodies are sent as they are: to compress one costs the server more than it spares the network. */
const MIN_COMPRESSED_CHARACTERS = 4096;

/** A value as the JSON body of an answer that nobody may keep. */
export function jsonAnswer(value: unknown, status = 200): Response {
  // Nothing at all is null, as JSON has no other word for it.
  const body = JSON.stringify(value ?? null);
  const isShort = body.length < MIN_COMPRESSED_CHARACTERS;
  return new Response(body, {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': isShort ? 'no-store, no-transform' : 'no-store',
    },
  });
}
