import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { runEventEndpoints } from '@/lib/contracts/endpoints/run-events';
import type { App } from '../compose';
import { sendSnapshot } from '../http/run-snapshot';
import { streamRun } from '../http/run-stream';
import { createServe } from '../http/serve';

/** The routes that follow a run, over real connections. */
export interface RouteServer {
  /** URL of a run, for `/events` and `/snapshot` below it. */
  urlOf(runId: string): string;
  readonly port: number;
  close(): Promise<void>;
}

export interface RouteServerOptions {
  /** Number of bytes after which a connection is cut; undefined never cuts it. */
  readonly cutAfter?: () => number | undefined;
}

const PATH = /^\/api\/v1\/runs\/([^/]+)\/(events|snapshot)$/;

/** Serves the event stream and the snapshots of an app's runs. */
export async function serveRoutes(app: App, options: RouteServerOptions = {}): Promise<RouteServer> {
  const serve = createServe(() => Promise.resolve(app));
  const routes = {
    events: serve(runEventEndpoints.events, streamRun),
    snapshot: serve(runEventEndpoints.snapshot, sendSnapshot),
  };
  const answer = async (message: IncomingMessage, response: ServerResponse) => {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const url = new URL(message.url ?? '/', 'http://localhost:3000');
    const [, , kind = 'events'] = PATH.exec(url.pathname) ?? [];
    const headers = new Headers(
      Object.entries(message.headers).map(([name, value]) => [name, String(value)] as [string, string]),
    );
    const request = new Request(url, { headers, signal: gone.signal });
    const answered = await routes[kind === 'snapshot' ? 'snapshot' : 'events'](request);
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    if (!answered.body) return response.end();
    // Both types declare the same class.
    const body = Readable.fromWeb(answered.body as NodeStream<Uint8Array>);
    cutting(body, response, options.cutAfter?.());
    await pipeline(body, response);
  };
  // A stalled test must not meet connections that the server is just closing.
  const server = createServer({ keepAliveTimeout: 0 }, (message, response) => {
    // The tests break connections on purpose; the client notices.
    answer(message, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (runId) => `http://127.0.0.1:${port}/api/v1/runs/${runId}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function cutting(body: Readable, response: ServerResponse, bytes: number | undefined): void {
  if (bytes === undefined) return;
  let left = bytes;
  body.on('data', (chunk: Uint8Array) => {
    left -= chunk.length;
    if (left < 0) response.socket?.destroy();
  });
}
