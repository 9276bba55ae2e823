import { randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves files of random bytes in a process of its own: `/1000` has 1000 MB. */
const PIECE = randomBytes(1_000_000);

const server = createServer(async ({ url = '' }, response) => {
  const pieces = Number(url.slice(1));
  response.writeHead(200, { 'content-length': pieces * PIECE.length, etag: `"${pieces}"` });
  for (let sent = 0; sent < pieces; sent += 1) {
    if (!response.write(PIECE)) await drained(response);
  }
  response.end();
});

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.once('drain', resolve));
}

server.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port);
});
