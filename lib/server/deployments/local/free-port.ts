import { createServer } from 'node:net';

/** A free port on the loopback address that is not reserved. @param isTaken whether a port is reserved for a replica */
export async function freePort(isTaken: (port: number) => boolean): Promise<number> {
  for (;;) {
    const port = await anyPort();
    if (!isTaken(port)) return port;
  }
}

function anyPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
