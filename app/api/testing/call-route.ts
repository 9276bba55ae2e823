import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { type AnswerOf, type Endpoint, fillPath, type InputOf, pathNames } from '@/lib/contracts/endpoint';
import type { App } from '@/lib/server';

/** The key under which `openApp` finds the app of this process. */
const OPEN = Symbol.for('pipewright.app');

type Route = Partial<Record<Endpoint['method'], (request: Request) => Promise<Response>>>;

const ROUTES = join(import.meta.dirname, '..');
const unnamed = (path: string) => path.replaceAll(/:\w+|\[\w+\]/g, ':');

/** The files of the routes, by their path without its names. */
const files = new Map(
  readdirSync(ROUTES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('/route.ts'))
    .map((file) => [unnamed(`/api/${dirname(file)}`), join(ROUTES, file)]),
);

/** Makes the routes use an app. */
export function serveApp(app: App): void {
  Object.assign(globalThis, { [OPEN]: Promise.resolve(app) });
}

/** Sends a request of a program to the route of an endpoint. */
export async function callRoute<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: AnswerOf<E>; headers: Headers }> {
  const names = new Set(pathNames(endpoint.path));
  const rest = Object.entries(input).filter(([name]) => !names.has(name));
  const query =
    endpoint.body === undefined ? `?${new URLSearchParams(rest.map(([k, v]) => [k, String(v)]))}` : '';
  const request = new Request(`http://localhost:3000${fillPath(endpoint.path, input)}${query}`, {
    method: endpoint.method,
    headers: { host: 'localhost:3000', 'content-type': 'application/json', ...headers },
    ...(endpoint.body === undefined ? {} : { body: JSON.stringify(Object.fromEntries(rest)) }),
  });
  return sendRequest(endpoint, request);
}

/** The response to an accepted request, in the type of the endpoint. */
export async function accepted<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<AnswerOf<E>> {
  const { status, body } = await callRoute(endpoint, input);
  expect(Object.keys(endpoint.statuses), JSON.stringify(body)).toContain(String(status));
  return endpoint.answer.parse(body) as AnswerOf<E>;
}

/** Sends any request to the route of an endpoint. */
export async function sendRequest<E extends Endpoint>(endpoint: E, request: Request) {
  const file = files.get(unnamed(endpoint.path));
  const module: Route = file === undefined ? {} : await import(file);
  const route = module[endpoint.method];
  if (!route) throw new Error(`No route answers ${endpoint.method} ${endpoint.path}.`);
  const response = await route(request);
  return { status: response.status, body: await response.json(), headers: response.headers };
}
