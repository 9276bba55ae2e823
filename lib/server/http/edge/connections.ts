import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { writeRawAnswer } from './raw-answer';

/**
 * Limits the open connections of a server. Beyond the limit, the one that has waited longest for another request is
 * closed for the new one; when all have a request in flight, the new one is refused.
 */
export function limitConnections(server: Server, most: number): void {
  /** Requests in flight by connection. */
  const open = new Map<Socket, number>();
  /** Connections between two requests, the longest idle first. */
  const idle = new Set<Socket>();
  const forget = (socket: Socket) => {
    open.delete(socket);
    idle.delete(socket);
  };
  const add = (socket: Socket, requests: number) => {
    const count = open.get(socket);
    if (count === undefined) return;
    open.set(socket, count + requests);
    if (count + requests === 0) idle.add(socket);
    else idle.delete(socket);
  };
  server.on('connection', (socket: Socket) => {
    open.set(socket, 0);
    socket.once('close', () => forget(socket));
    if (open.size <= most) return;
    const [longest] = idle;
    if (longest) {
      forget(longest);
      longest.destroy();
      return;
    }
    writeRawAnswer(
      socket,
      503,
      `The server has ${most} connections open, which is the limit. Try again in a moment.`,
    );
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    add(socket, 1);
    response.once('close', () => add(socket, -1));
  });
}
