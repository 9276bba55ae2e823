import { connect, type Socket } from 'node:net';

/** Delay before the next address is tried concurrently, in ms. RFC 8305, section 5. */
const HEAD_START_MS = 250;
const MAX_ADDRESSES = 8;

/**
 * Connects to the first of these literal addresses that responds, with staggered concurrent attempts.
 * @throws the signal's reason, or an AggregateError with the error of each address
 */
export function connectToFirst(
  addresses: readonly string[],
  port: number,
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const waiting = addresses.slice(0, MAX_ADDRESSES);
    const errors: Error[] = [];
    const trying = new Set<Socket>();
    let timer: NodeJS.Timeout | undefined;

    const end = (winner?: Socket) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      for (const socket of trying) if (socket !== winner) socket.destroy();
      trying.clear();
    };
    const abort = () => {
      end();
      reject(signal.reason);
    };
    const tryNext = () => {
      clearTimeout(timer);
      const host = waiting.shift();
      if (host === undefined) return;
      const socket = connect({ host, port, noDelay: true });
      trying.add(socket);
      socket.once('connect', () => {
        if (!trying.has(socket)) return;
        end(socket);
        resolve(socket);
      });
      // Never removed: an error before the caller adds its listener must not end the process.
      socket.on('error', (error) => {
        if (!trying.delete(socket)) return;
        errors.push(error);
        if (waiting.length > 0) return tryNext();
        if (trying.size > 0) return;
        end();
        reject(new AggregateError(errors));
      });
      timer = setTimeout(tryNext, HEAD_START_MS);
    };

    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    tryNext();
  });
}
