import type { IncomingMessage } from 'node:http';
import { MAX_DOCUMENT_LEVELS, tooDeep } from '@/engine';
import { Invalid } from '../../services/errors';

/** A document or equally deep parameters, in an object, in the list of arguments. */
const MAX_LEVELS = MAX_DOCUMENT_LEVELS + 2;

/** A larger body is passed on without buffering: Next refuses it by its size. */
const MAX_HELD_BYTES = 12 * 1024 * 1024;

/** Whether a request calls a server action with JSON, which React parses before our code runs. */
export function callsAction({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  const isForm = headers['content-type']?.startsWith('multipart/') ?? false;
  return method === 'POST' && headers['next-action'] !== undefined && !isForm;
}

/**
 * Buffers the body of a request until it is complete, then makes it readable as if it had just arrived. Call
 * before any of it has arrived. Never settles when the client disconnects first.
 * @throws Invalid as soon as the nesting exceeds the limit, which would overflow React's stack
 */
export function holdShallowBody(request: IncomingMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    const depth = new JsonDepth();
    const push = request.push.bind(request);
    let buffered: Buffer[] = [];
    let bytes = 0;
    const release = () => {
      request.push = push;
      for (const chunk of buffered) push(chunk);
      buffered = [];
      resolve();
    };
    request.push = (chunk: Buffer | null): boolean => {
      if (chunk === null) {
        release();
        return push(null);
      }
      buffered.push(chunk);
      bytes += chunk.length;
      if (depth.add(chunk) > MAX_LEVELS) {
        // The rest is not read.
        buffered = [];
        request.push = () => true;
        reject(new Invalid(`The input of the action ${tooDeep(MAX_LEVELS)}. Send it with fewer levels.`));
      } else if (bytes > MAX_HELD_BYTES) release();
      return true;
    };
  });
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Measures the nesting depth of JSON, chunk by chunk. */
class JsonDepth {
  #level = 0;
  #deepest = 0;
  #isInString = false;
  #isEscaped = false;

  /** Returns the deepest level so far. */
  add(chunk: Buffer): number {
    for (const code of chunk) {
      if (this.#isInString) this.#addToString(code);
      else if (code === QUOTE) this.#isInString = true;
      else this.#addSign(code);
    }
    return this.#deepest;
  }

  #addToString(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === BACKSLASH) this.#isEscaped = true;
    else if (code === QUOTE) this.#isInString = false;
  }

  /** Braces differ from brackets in one bit. */
  #addSign(code: number): void {
    if ((code | 0x20) === 0x7b) this.#deepest = Math.max(this.#deepest, ++this.#level);
    else if ((code | 0x20) === 0x7d) this.#level -= 1;
  }
}
