import { createServer, type Http2Server, type ServerHttp2Session } from 'node:http2';
import { createEndpointHandler } from '@restatedev/restate-sdk/node';
import { completePromise } from './node20';
import type { Turns } from './turns';
import { runWorkflow } from './workflow';

/** Levels of the SDK's log that an operator should know of; it also warns of what it tries again by itself. */
const TOLD_LEVELS: ReadonlySet<string> = new Set(['error']);

/** How often to tell that connections are lost, in ms. */
const LOSS_TOLD_MS = 10_000;

export interface EndpointOptions {
  readonly turns: Turns;
  readonly host: string;
  readonly port: number;
  /** Keys of Restate whose requests are taken; empty for everybody who reaches the port. */
  readonly identityKeys: readonly string[];
  readonly log: (line: string) => void;
}

/** Where Restate sends what is to be done. */
export interface Endpoint {
  readonly port: number;
  close(): Promise<void>;
}

/** Listens for Restate. @throws Error when the port is taken, saying what to do */
export async function openEndpoint(options: EndpointOptions): Promise<Endpoint> {
  completePromise();
  const { turns, host, port, identityKeys, log } = options;
  const say = sayer(log);
  const handler = createEndpointHandler({
    services: [runWorkflow(turns)],
    identityKeys: [...identityKeys],
    logger: ({ level }, ...message) => {
      if (TOLD_LEVELS.has(level)) say(message.map(String).join(' '));
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

/** Tells what the SDK says; that a connection was lost, which every run says for itself, once in a while. */
function sayer(log: (line: string) => void): (text: string) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (text) => {
    if (!text.startsWith('Got abort error from connection')) log(`Restate: ${text}`);
    else if (performance.now() - toldAt > LOSS_TOLD_MS) {
      toldAt = performance.now();
      log('A connection to Restate was lost. Runs go on when it calls again.');
    }
  };
}

function listen(server: Http2Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') reject(error);
      else {
        const advice = 'Give every process on this machine a RESTATE_SERVICE_PORT of its own.';
        reject(new Error(`Port ${port}, on which Restate would reach this process, is taken. ${advice}`));
      }
    });
    server.listen(port, host, () => resolve());
  });
}
