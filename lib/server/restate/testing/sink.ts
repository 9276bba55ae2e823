import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';

/** A service that records requests, and responds when the test allows it. */
export interface Sink {
  readonly url: string;
  /** `METHOD /path` of every request, oldest first. */
  readonly asked: readonly string[];
  /** Resolves after this many requests. */
  untilAsked(what: string, times?: number): Promise<void>;
  /** Responds to delayed requests, and to all later ones immediately. */
  release(): void;
  /** Delays requests that begin with `/held` again. */
  hold(): void;
  close(): Promise<void>;
}

/** Starts one; requests whose path begins with `/held` wait for `release`. */
export async function startSink(): Promise<Sink> {
  const asked: string[] = [];
  const held: ServerResponse[] = [];
  const waiting: (() => void)[] = [];
  let isOpen = false;
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    for (const look of waiting.splice(0)) look();
    request.resume();
    response.setHeader('content-type', 'application/json');
    if (isOpen || !request.url?.startsWith('/held')) response.end('"pong"');
    else held.push(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    untilAsked: async (what, times = 1) => {
      while (asked.filter((each) => each === what).length < times) {
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    release: () => {
      isOpen = true;
      for (const response of held.splice(0)) response.end('"pong"');
    },
    hold: () => {
      isOpen = false;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
