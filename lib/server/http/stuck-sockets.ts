import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What Node says about every request before anybody handles it. Node.js, diagnostics channel, built-in channels. */
const CHANNEL = 'http.server.request.start';

/** How long a stream's connection may take nothing of what it was sent, in ms: eight heartbeats. */
export const STUCK_MS = 120_000;

/** Streams are the only answers that are written for as long as somebody reads them. */
const STREAM = '/events';

/**
 * Closes connections of event streams that take nothing any more: a reader that is gone without a word looks exactly
 * like one that is slow. Answers a function that stops looking. Connections that are open stay as they are.
 */
export function closeStuckSockets(stuckMs = STUCK_MS): () => void {
  const onRequest = (message: unknown) => {
    const { request, response, socket } = message as {
      request: IncomingMessage;
      response: ServerResponse;
      socket: Socket;
    };
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (!path.endsWith(STREAM)) return;
    // A stream that works has a heartbeat: no byte in either direction means that the other side takes none.
    const close = () => socket.destroy();
    socket.setTimeout(stuckMs, close);
    response.once('close', () => socket.off('timeout', close));
  };
  subscribe(CHANNEL, onRequest);
  return () => unsubscribe(CHANNEL, onRequest);
}
