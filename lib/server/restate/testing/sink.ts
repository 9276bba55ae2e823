import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';

/** A service that notes what it is asked, and answers when the test lets it. */
export interface Sink {
  readonly url: string;
  /** `METHOD /path` of every request, oldest first. */
  readonly asked: readonly string[];
  /** Resolves once it has been asked this so often. */
  untilAsked(what: string, times?: number): Promise<void>;
  /** Answers what was held back, and everything from now on at once. */
  release(): void;
  /** Holds back again what begins with `/held`. */
  hold(): void;
  close(): Promise<void>;
}

/** Starts one; requests for paths that begin with `/held` wait for `release`. */
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
