import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/**
 * Ports below those that Linux (32768) and other systems (49152) choose themselves. A port that the system chose could
 * be taken by another connection or service before the test uses it.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 31_999;

/** A port of 127.0.0.1 that no program listens on, and that no other process is given while this one lives. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
}

/**
 * Takes the UDP port of the same number until this process ends, since a server may listen on its TCP port late, or
 * never: other tests on this machine would be given the port meanwhile.
 *
 * @returns false where it is taken
 */
function reserve(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = createSocket('udp4').unref();
    socket.once('error', (error) => {
      socket.close();
      refusal(resolve, reject)(error);
    });
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true));
  });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', refusal(resolve, reject));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

const refusal =
  (resolve: (isTaken: false) => void, reject: (error: Error) => void) => (error: NodeJS.ErrnoException) =>
    error.code === 'EADDRINUSE' ? resolve(false) : reject(error);
