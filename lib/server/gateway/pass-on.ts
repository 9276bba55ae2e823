import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** How long a caller may accept no data while some is waiting for it, in ms. */
const STUCK_MS = 120_000;

/** How an answer ended. */
export type AnswerEnd = 'complete' | 'caller-left' | 'broken';

/**
 * Passes an answer on as it arrives, as fast as the caller reads it. When the replica breaks it off, the connection of
 * the caller is cut: an end would look like a complete answer.
 */
export function passOn(
  answer: IncomingMessage,
  response: ServerResponse,
  headers: OutgoingHttpHeaders,
): Promise<AnswerEnd> {
  // It emits no second 'close'.
  if (response.closed) {
    answer.destroy();
    return Promise.resolve('caller-left');
  }
  return new Promise((resolve) => {
    let isBroken = false;
    const breakOff = () => {
      if (answer.complete) return;
      isBroken = true;
      response.destroy();
    };
    answer.once('error', breakOff);
    answer.once('close', breakOff);
    response.once('close', () => {
      if (response.writableFinished) return resolve('complete');
      answer.destroy();
      resolve(isBroken ? 'broken' : 'caller-left');
    });
    response.writeHead(answer.statusCode ?? 502, headers);
    if (headers['content-length'] === undefined) response.flushHeaders();
    closeWhenStuck(response);
    answer.pipe(response);
  });
}

/** A slow replica is no fault of the caller: only data that the caller does not take counts. */
function closeWhenStuck(response: ServerResponse): void {
  const look = () => {
    if (response.writableLength > 0) response.destroy();
    else response.setTimeout(STUCK_MS);
  };
  response.setTimeout(STUCK_MS);
  response.on('timeout', look);
}
