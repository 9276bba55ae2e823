import { createServer, type Http2Server, type ServerHttp2Session } from 'node:http2';
import { createEndpointHandler } from '@restatedev/restate-sdk/node';
import { completePromise } from './node20';
import type { Turns } from './turns';
import { runWorkflow } from './workflow';

/** SDK log levels that are passed to operators; the SDK also warns about what it retries. */
const LOGGED_LEVELS: ReadonlySet<string> = new Set(['error']);

/** Interval for reporting lost connections, in ms. */
const LOSS_INTERVAL_MS = 10_000;

export interface EndpointOptions {
  readonly turns: Turns;
  readonly host: string;
  readonly port: number;
  /** Restate keys whose requests are accepted; empty to accept all requests. */
  readonly identityKeys: readonly string[];
  readonly log: (line: string) => void;
}

/** The endpoint that Restate calls. */
export interface Endpoint {
  readonly port: number;
  close(): Promise<void>;
}

/** Listens for Restate. @throws Error with instructions when the port is in use */
export async function openEndpoint(options: EndpointOptions): Promise<Endpoint> {
  completePromise();
  const { turns, host, port, identityKeys, log } = options;
  const write = throttledLog(log);
  const handler = createEndpointHandler({
    services: [runWorkflow(turns)],
    identityKeys: [...identityKeys],
    logger: ({ level }, ...message) => {
      if (LOGGED_LEVELS.has(level)) write(message.map(String).join(' '));
    },
  });
  const server = createServer((request, response) => handler(request, response));
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
  });
  await listen(server, host, port);
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      for (const session of sessions) session.destroy();
      return closed;
    },
  };
}

/** Logs messages of the SDK. Lost connections, which every run reports, are logged at an interval. */
function throttledLog(log: (line: string) => void): (text: string) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (text) => {
    if (!text.startsWith('Got abort error from connection')) log(`Restate: ${text}`);
    else if (performance.now() - loggedAt > LOSS_INTERVAL_MS) {
      loggedAt = performance.now();
      log('A connection to Restate was lost. Runs continue when Restate reconnects.');
    }
  };
}

function listen(server: Http2Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') reject(error);
      else {
        const advice = 'Set a different RESTATE_SERVICE_PORT for every process on this machine.';
        reject(new Error(`Port ${port}, where this process listens for Restate, is in use. ${advice}`));
      }
    });
    server.listen(port, host, () => resolve());
  });
}
