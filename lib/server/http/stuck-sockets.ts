import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Node publishes every request here before it is handled. Node.js, diagnostics channel, built-in channels.
 */
const CHANNEL = 'http.server.request.start';

/** How long the connection of a stream may accept no data, in ms: eight heartbeats. */
export const STUCK_MS = 120_000;

/** The path of event streams, the only unlimited responses. */
const STREAM = '/events';

/**
 * Closes connections of event streams that accept no data: a vanished reader looks exactly like a slow one.
 * Returns a function that stops the check without closing connections.
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
    // A working stream has heartbeats: no byte in either direction means that the reader accepts none.
    const close = () => socket.destroy();
    socket.setTimeout(stuckMs, close);
    response.once('close', () => socket.off('timeout', close));
  };
  subscribe(CHANNEL, onRequest);
  return () => unsubscribe(CHANNEL, onRequest);
}
