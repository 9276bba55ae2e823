import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Ports below those that Linux (32768) and other systems (49152) choose themselves. A port that the system chose could
 * be taken by another connection or service before the test uses it.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 31_999;

/** Ports that this process was given: its servers may not listen on them yet. */
const given = new Set<number>();

/** A port of 127.0.0.1 that no program listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
