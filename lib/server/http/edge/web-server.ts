import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorBody } from '@/lib/contracts/errors';
import { errorBody, type Report, statusOf } from '../errors';
import { callsAction, holdShallowBody } from './action-body';
import type { RequestCheck } from './check';
import { limitConnections } from './connections';
import { addDataHeaders, addSecurityHeaders } from './headers';
import type { ConnectionLimits } from './limits';
import { writeRawAnswer, writeUnreadable } from './raw-answer';
import { createStreamLimit } from './streams';

/** Handlers for requests that pass the checks. */
export interface Handlers {
  request(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Without it, upgrade requests are handled like any other. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>;
}

/** Answers requests that do not go to Next. */
export interface DirectHandler {
  accepts(request: IncomingMessage): boolean;
  /** Never rejects. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Answers a request that a check refused. */
  refuse(response: ServerResponse, body: ErrorBody): void;
}

export interface WebServerOptions {
  readonly checks: readonly RequestCheck[];
  readonly limits: ConnectionLimits;
  readonly isDevelopment: boolean;
  readonly report: Report;
  /** @default none */
  readonly direct?: DirectHandler;
}

/**
 * Creates an HTTP server that checks each request before its handler runs, adds security headers to each
 * response, and closes connections that send too slowly.
 */
export function createWebServer(options: WebServerOptions, handlers: Handlers): Server {
  const { limits, isDevelopment, report } = options;
  const limitStreams = createStreamLimit(limits.streamsPerClient);
  const responses = new WeakMap<Duplex, ServerResponse>();
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
      keepAliveTimeout: limits.keepAliveMs,
    },
    (request, response) => {
      responses.set(request.socket, response);
      if (options.direct?.accepts(request)) return answerDirectly(options, options.direct, request, response);
      addSecurityHeaders(request, response, isDevelopment);
      try {
        check(options.checks, request);
        limitStreams(request, response);
      } catch (error) {
        refuse(request, response, errorBody(error, report));
        return;
      }
      const answer = () => handlers.request(request, response);
      const answered = callsAction(request) ? holdShallowBody(request).then(answer) : answer();
      answered.catch((error: unknown) => {
        const body = errorBody(error, report);
        if (response.headersSent) response.destroy();
        else refuse(request, response, body);
      });
    },
  );
  limitConnections(server, limits.connections);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = responses.get(socket);
    // A second response would be read as part of the first.
    if (response?.headersSent && !response.writableFinished) socket.destroy();
    else writeUnreadable(socket, error.code);
  });
  if (handlers.upgrade) server.on('upgrade', checkUpgrade(options, handlers.upgrade));
  return server;
}

function answerDirectly(
  { checks, report }: WebServerOptions,
  direct: DirectHandler,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  addDataHeaders(response);
  try {
    check(checks, request);
  } catch (error) {
    direct.refuse(response, errorBody(error, report));
    return;
  }
  void direct.handle(request, response);
}

function check(checks: readonly RequestCheck[], request: IncomingMessage): void {
  for (const each of checks) each(request);
}

function checkUpgrade({ checks, report }: WebServerOptions, upgrade: NonNullable<Handlers['upgrade']>) {
  return (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    try {
      check(checks, request);
    } catch (error) {
      const body = errorBody(error, report);
      writeRawAnswer(socket, statusOf(body), body.message);
      return;
    }
    upgrade(request, socket, head).catch(() => socket.destroy());
  };
}

function refuse(request: IncomingMessage, response: ServerResponse, body: ErrorBody): void {
  const isApi = request.url?.startsWith('/api/');
  response.writeHead(statusOf(body), {
    'content-type': isApi ? 'application/json' : 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    // Further data from the client is not read.
    connection: 'close',
  });
  response.end(isApi ? JSON.stringify(body) : `${body.message}\n`);
}
