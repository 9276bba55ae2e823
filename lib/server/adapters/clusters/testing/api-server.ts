import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Json, JsonObject } from '@/engine';
import type { Authority } from './authority';

/** The token that the API server accepts. */
export const TOKEN = 'token-Kx8Vw2mPq7Rt';

/** The response of a path: JSON, text, a status, or none. */
export type Reply =
  | { readonly status?: number; readonly json?: Json; readonly text?: string; readonly location?: string }
  | 'silence';

/** An HTTPS server that simulates a Kubernetes API server. */
export interface ApiServer {
  readonly url: string;
  /** Paths with queries, in order. */
  readonly asked: string[];
  /** Responses by path without query; a function receives the query. */
  readonly replies: Map<string, Reply | ((query: URLSearchParams) => Reply)>;
  close(): Promise<void>;
}

/** Starts a server on a free loopback port. It accepts a bearer token or a client certificate of its authority. */
export async function startApiServer(authority: Authority): Promise<ApiServer> {
  const asked: string[] = [];
  const replies: ApiServer['replies'] = new Map();
  const trust = { ...authority.server, ca: authority.ca, requestCert: true, rejectUnauthorized: false };
  const server = createServer(trust, (request, response) => {
    const { pathname, search, searchParams } = new URL(request.url ?? '/', 'https://api');
    asked.push(pathname + search);
    if (!isKnown(request)) return send(response, { status: 401, json: { kind: 'Status', code: 401 } });
    const reply = replies.get(pathname) ?? { status: 404, json: { kind: 'Status', code: 404 } };
    send(response, typeof reply === 'function' ? reply(searchParams) : reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    replies,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function isKnown(request: IncomingMessage): boolean {
  const socket = request.socket as TLSSocket;
  return socket.authorized || request.headers.authorization === `Bearer ${TOKEN}`;
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'silence') return;
  const { status = 200, json, text = '', location } = reply;
  response.writeHead(status, {
    'content-type': json === undefined ? 'text/plain' : 'application/json',
    ...(location === undefined ? {} : { location }),
  });
  response.end(json === undefined ? text : JSON.stringify(json));
}

/** A list in the format of the API. */
export const listOf = (items: readonly JsonObject[], next = ''): Reply => ({
  json: { kind: 'List', metadata: next === '' ? {} : { continue: next }, items: [...items] },
});

/** A node in the format of the API. */
export function nodeOf(
  name: string,
  parts: {
    readonly allocatable?: Record<string, string>;
    readonly labels?: Record<string, string>;
    readonly conditions?: JsonObject[];
    readonly unschedulable?: boolean;
  } = {},
): JsonObject {
  const { allocatable = { cpu: '4', memory: '16Gi' }, labels = {}, conditions = [READY] } = parts;
  return {
    metadata: { name, labels },
    spec: parts.unschedulable ? { unschedulable: true } : {},
    status: { allocatable, conditions },
  };
}

export const READY = { type: 'Ready', status: 'True' };

/** A pod with resource requests on a node. */
export const podOf = (nodeName: string, requests: Record<string, string>): JsonObject => ({
  metadata: { name: 'pod' },
  spec: { nodeName, containers: [{ name: 'main', resources: { requests } }] },
});

/** Configures the responses of a healthy cluster with one node. */
export function answerWell(server: ApiServer): void {
  server.replies.clear();
  server.replies.set('/readyz', { text: 'ok' });
  server.replies.set('/version', { json: { gitVersion: 'v1.34.2' } });
  server.replies.set('/api/v1/nodes', listOf([nodeOf('a')]));
  server.replies.set('/api/v1/pods', listOf([]));
}
