import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { closeStuckSockets } from './stuck-sockets';

const STUCK_MS = 300;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Opens a stream that writes as fast as it is read; resolves when the server's side is closed. */
async function openStream(path: string) {
  const server = createServer((_, response) => {
    const write = () => response.write('x'.repeat(1024 * 1024));
    response.on('drain', write);
    write();
    server.emit('answering', response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  closing.unshift(() => socket.destroy());
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    server.once('answering', (response) => response.once('close', () => resolve()));
  });
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  return { socket, closed };
}

it('closes the connection of a stream that is not read', async () => {
  closing.push(closeStuckSockets(STUCK_MS));
  const { socket, closed } = await openStream('/api/v1/runs/run_1/events?after=3');
  socket.pause();
  await closed;
});

it('does not close a stream that is read, or other responses', async () => {
  // A process that is stopped for longer than the limit would close the stream that is read.
  const stuckMs = 10 * STUCK_MS;
  closing.push(closeStuckSockets(stuckMs));
  const read = await openStream('/api/v1/runs/run_1/events');
  const other = await openStream('/api/v1/runs/run_1/snapshot');
  read.socket.resume();
  other.socket.pause();
  const states: string[] = [];
  void read.closed.then(() => states.push('read'));
  void other.closed.then(() => states.push('other'));
  await new Promise((resolve) => setTimeout(resolve, 1.5 * stuckMs));
  expect(states).toEqual([]);
});
