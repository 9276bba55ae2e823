import type { IncomingMessage } from 'node:http';
import { GatewayError } from './errors';

/** Largest body of a request, in bytes: enough for a long conversation with images. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** Limit of all bodies in memory, in bytes. */
const MAX_ALL_BYTES = 256 * 1024 * 1024;

/** The body of a request. In memory, so that it can be sent again to another replica. */
export interface RequestBody {
  readonly bytes: Buffer;
  /** Releases the memory of the body. */
  release(): void;
}

/** Reads request bodies within the memory limits. */
export class Bodies {
  #bytes = 0;

  /** Reads a complete body. @throws GatewayError when it is too large; rejects when the caller disconnects */
  read(request: IncomingMessage): Promise<RequestBody> {
    if (Number(request.headers['content-length']) > MAX_BODY_BYTES) return Promise.reject(tooLarge());
    // A closed request emits nothing any more.
    if (request.destroyed) return Promise.reject(new CallerLeft());
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const release = () => {
        this.#bytes -= bytes;
        bytes = 0;
      };
      const fail = (error: unknown) => {
        chunks.length = 0;
        release();
        request.off('data', add);
        reject(error);
      };
      const add = (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        this.#bytes += chunk.length;
        if (bytes > MAX_BODY_BYTES) fail(tooLarge());
        else if (this.#bytes > MAX_ALL_BYTES) fail(full());
      };
      request.on('data', add);
      request.once('end', () => {
        const [only] = chunks;
        resolve({ bytes: only && chunks.length === 1 ? only : Buffer.concat(chunks), release });
      });
      request.once('error', fail);
      request.once('close', () => {
        if (!request.readableEnded) fail(new CallerLeft());
      });
    });
  }
}

/** The caller closed the connection before its request ended, or before it was answered. */
export class CallerLeft extends Error {
  override readonly name = 'CallerLeft';

  constructor() {
    super('The caller disconnected.');
  }
}

function tooLarge(): GatewayError {
  const limit = MAX_BODY_BYTES / 1024 / 1024;
  return new GatewayError(
    413,
    'request_too_large',
    `The request is larger than ${limit} MB. Send a smaller one.`,
  );
}

function full(): GatewayError {
  return new GatewayError(
    503,
    'overloaded',
    'The gateway has too many large requests in memory. Try again later.',
    { retrySeconds: 1 },
  );
}
