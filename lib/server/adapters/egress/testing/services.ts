import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import { ActionError } from '@/engine';
import type { HttpRequest } from '@/engine/ports';
import type { Certificate } from './certificates';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/**
 * Starts a server on a free port of 127.0.0.1.
 * @returns the port
 */
export async function listen(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/**
 * Starts an HTTP service for the duration of the test.
 * @returns its address
 */
export async function serve(handler: Handler): Promise<string> {
  const server = http.createServer(handler);
  const port = await listen(server);
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}`;
}

/** As `serve`, with TLS. @returns the port */
export async function serveTls(certificate: Certificate, handler: Handler): Promise<number> {
  const server = https.createServer(certificate, handler);
  // Clients that do not trust the certificate disconnect.
  server.on('tlsClientError', () => undefined);
  const port = await listen(server);
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return port;
}

/**
 * Starts a TCP service for the duration of the test.
 * @returns its address
 */
export async function serveRaw(onConnection: (socket: net.Socket) => void): Promise<string> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    onConnection(socket);
  });
  const port = await listen(server);
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${port}`;
}

/** A GET without a deadline, with overrides. */
export function request(url: string, overrides: Partial<HttpRequest> = {}): HttpRequest {
  return { url, method: 'GET', headers: {}, signal: new AbortController().signal, ...overrides };
}

/**
 * The ActionError with which a promise rejects.
 * @throws when it settles otherwise
 */
export async function failureOf(promise: Promise<unknown>): Promise<ActionError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ActionError) return error;
  throw new Error(`Expected an ActionError, got ${String(error)}`, { cause: error });
}
