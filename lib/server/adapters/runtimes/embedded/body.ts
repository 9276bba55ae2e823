import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error';

/** Maximum size of a request, in bytes: far larger than any context. */
const MAX_BYTES = 10_000_000;

/** The JSON of a request. @throws ApiError 400, 413 or 415 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\b/i.test(type)) {
    throw new ApiError(415, 'invalid_request', 'The request must have the content type application/json.');
  }
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    if (!Buffer.isBuffer(part)) continue;
    length += part.length;
    if (length > MAX_BYTES)
      throw new ApiError(413, 'request_too_large', `The request has more than ${MAX_BYTES} bytes.`);
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString());
  } catch {
    throw new ApiError(400, 'invalid_request', 'The request is not JSON.');
  }
}
