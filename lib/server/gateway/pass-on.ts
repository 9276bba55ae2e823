import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** How long a caller may leave data unread, in ms. */
const STUCK_MS = 120_000;

/** How a response ended. */
export type AnswerEnd = 'complete' | 'caller-left' | 'broken';

/**
 * Forwards a response as it arrives, with back-pressure. When the replica breaks off, the connection to the caller is
 * destroyed, because a normal end would look like a complete response.
 */
export function passOn(
  answer: IncomingMessage,
  response: ServerResponse,
  headers: OutgoingHttpHeaders,
): Promise<AnswerEnd> {
  // A closed response does not emit 'close' again.
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

/** Closes the connection of a caller that does not read. Silence of the replica does not count. */
function closeWhenStuck(response: ServerResponse): void {
  const look = () => {
    if (response.writableLength > 0) response.destroy();
    else response.setTimeout(STUCK_MS);
  };
  response.setTimeout(STUCK_MS);
  response.on('timeout', look);
}
