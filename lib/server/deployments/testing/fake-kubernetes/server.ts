import { type IncomingMessage, request as requestOf, type ServerResponse } from 'node:http';
import { createServer, request as secureRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { TOKEN } from '../../../adapters/clusters/testing/api-server';
import type { Authority } from '../../../adapters/clusters/testing/authority';
import { Controllers, isReady } from './controllers';
import { ApiFailure, type ApiObject, type Resource } from './object';
import { mergePatch, Objects } from './objects';
import { type ApiTarget, discovery, resourceOf, targetOf } from './resources';
import { requireRight } from './rights';

/** Token of the account of an installation, which has the rights of its Role only. */
export const ACCOUNT_TOKEN = 'token-of-the-account';

/** Options of a simulated API server. */
export interface FakeOptions {
  /** Supported versions of `autoscaling`, the preferred one first. @default v2 and v1 */
  readonly autoscaling?: readonly string[];
}

/** A simulated Kubernetes API server in this process, with the controllers of deployments and garbage collection. */
export interface FakeKubernetes {
  readonly url: string;
  readonly objects: Objects;
  /** Method and path of each write, in order. */
  readonly writes: string[];
  /** Called before each request, with whether it is one of the installation; a thrown failure becomes the response. */
  before: (method: string, path: string, isAccount: boolean) => void;
  /** While false, connections are closed without a response. */
  isReachable: boolean;
  /** The controllers of deployments; their deadlines can be shortened. */
  readonly controllers: Pick<Controllers, 'secondMs'>;
  close(): Promise<void>;
}

/** Starts a server on a free port, with the conflicts, defaults, validation and discovery of kube-apiserver. */
export async function startFakeKubernetes(
  authority: Authority,
  options: FakeOptions = {},
): Promise<FakeKubernetes> {
  const { autoscaling = ['v2', 'v1'] } = options;
  let isDue = false;
  const objects: Objects = new Objects(() => {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      controllers.run();
    });
  });
  const controllers = new Controllers(objects, {
    pods: resourceOf('pods'),
    deployments: resourceOf('deployments'),
  });
  const timer = setInterval(() => controllers.run(), 50);
  const server = createServer({ ...authority.server, ca: authority.ca }, (request, response) => {
    if (!fake.isReachable) return request.socket.destroy();
    void answer(request, response).catch((error: unknown) => sendFailure(response, error));
  });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', headers } = request;
    const url = new URL(request.url ?? '/', 'https://api');
    const isAccount = headers.authorization === `Bearer ${ACCOUNT_TOKEN}`;
    if (!isAccount && headers.authorization !== `Bearer ${TOKEN}`)
      throw new ApiFailure(401, 'Unauthorized', 'Unauthorized');
    if (isAccount) requireRight(method, url.pathname, autoscaling);
    if (method !== 'GET') fake.writes.push(`${method} ${url.pathname}`);
    fake.before(method, url.pathname, isAccount);
    await route({ objects, autoscaling, url, request, response });
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeKubernetes = {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ objects, controllers, writes: [], before: () => undefined, isReachable: true },
    close: () => {
      clearInterval(timer);
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return fake;
}

interface Exchange {
  readonly objects: Objects;
  readonly autoscaling: readonly string[];
  readonly url: URL;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

async function route({ objects, autoscaling, url, request, response }: Exchange): Promise<void> {
  const { method = 'GET', headers } = request;
  if (url.pathname === '/readyz') return void response.end('ok');
  const found = discovery(url.pathname, autoscaling);
  if (found) return send(response, 200, found);
  const target = targetOf(url.pathname, autoscaling);
  if (!target) throw new ApiFailure(404, 'NotFound', 'the server could not find the requested resource');
  if (target.sub?.startsWith('proxy')) return proxy(objects, target, request, response);
  if (target.sub === 'log') return logsOf(objects, target, url.searchParams, response);
  const body = method === 'GET' ? undefined : bodyOf(await text(request));
  const answer = act({ objects, target, method, headers, query: url.searchParams, body });
  send(response, method === 'POST' ? 201 : 200, answer);
}

interface Call {
  readonly objects: Objects;
  readonly target: ApiTarget;
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly query: URLSearchParams;
  readonly body: unknown;
}

function act({ objects, target, method, headers, query, body }: Call): unknown {
  const { resource, namespace, name, sub } = target;
  if (name === undefined) {
    if (method === 'POST') return objects.create(resource, namespace, body as ApiObject);
    const items = objects.list(resource.kind, namespace, selectorOf(query));
    return { kind: `${resource.kind}List`, metadata: { resourceVersion: '1' }, items };
  }
  const object = objects.get(resource, namespace, name);
  if (sub === 'binding') return bind(objects, resource, object, body);
  if (sub === 'scale') return scale(objects, resource, object, { method, headers, body });
  if (method === 'GET') return object;
  if (method === 'DELETE') {
    const grace = (body as { gracePeriodSeconds?: number } | undefined)?.gracePeriodSeconds;
    return objects.delete(object, grace);
  }
  const next = method === 'PATCH' ? patched(object, headers, body) : (body as ApiObject);
  return objects.replace(resource, object, next, sub === 'status' ? 'status' : 'all');
}

function patched(object: ApiObject, headers: IncomingMessage['headers'], patch: unknown): ApiObject {
  if (headers['content-type'] !== 'application/merge-patch+json') {
    throw new ApiFailure(415, 'UnsupportedMediaType', 'the body of the request was in an unknown format');
  }
  return mergePatch(object, patch) as ApiObject;
}

function bind(objects: Objects, resource: Resource, pod: ApiObject, body: unknown): unknown {
  const { target } = body as { target: { name: string } };
  if (pod.spec.nodeName)
    throw new ApiFailure(409, 'Conflict', `pod ${pod.metadata.name} is already assigned`);
  objects.replace(resource, pod, { ...pod, spec: { ...pod.spec, nodeName: target.name } });
  return { kind: 'Status', status: 'Success' };
}

function scale(
  objects: Objects,
  resource: Resource,
  object: ApiObject,
  { method, headers, body }: Pick<Call, 'method' | 'headers' | 'body'>,
): unknown {
  const { name, namespace = '', resourceVersion = '' } = object.metadata;
  const current = {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, resourceVersion },
    spec: { replicas: object.spec.replicas },
    status: { replicas: object.status?.replicas ?? 0 },
  };
  if (method === 'GET') return current;
  const next = method === 'PATCH' ? patched(current, headers, body) : (body as ApiObject);
  const spec = { ...object.spec, replicas: next.spec.replicas };
  objects.replace(resource, object, { ...object, metadata: { ...object.metadata, ...next.metadata }, spec });
  return { ...current, spec: { replicas: next.spec.replicas } };
}

/** Parses the label selector of a list: comma-separated equalities. */
function selectorOf(query: URLSearchParams): Record<string, string> {
  const parts = (query.get('labelSelector') ?? '').split(',').filter((part) => part !== '');
  return Object.fromEntries(parts.map((part) => part.split('=', 2) as [string, string]));
}

/** Forwards a request to a pod, or to a ready pod of a service, as the proxy of the API server does. */
function proxy(
  objects: Objects,
  target: ApiTarget,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { resource, namespace, name = '', sub = '' } = target;
  const [, service = ''] = /^(?:https?:)?([^:]+)/.exec(name) ?? [];
  const object = objects.get(resource, namespace, service);
  const selector: Record<string, string> = object.spec.selector ?? {};
  const pods = objects.list('Pod', namespace, selector).filter(isReady);
  const pod = pods[Math.floor(Math.random() * pods.length)];
  if (!pod)
    throw new ApiFailure(503, 'ServiceUnavailable', `no endpoints available for service "${service}"`);
  const port = pod.spec.containers[0].ports[0].containerPort;
  const { search } = new URL(request.url ?? '/', 'https://api');
  const { authorization: _, host: __, ...headers } = request.headers;
  const sent = requestOf(
    {
      host: pod.status.podIP,
      port,
      method: request.method,
      path: sub.slice('proxy'.length) + search,
      headers,
    },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  sent.once('error', (error) =>
    sendFailure(response, new ApiFailure(503, 'ServiceUnavailable', error.message)),
  );
  response.once('close', () => sent.destroy());
  request.pipe(sent);
}

/** Reads the logs of a pod from the kubelet of its node, as the API server does. */
function logsOf(objects: Objects, target: ApiTarget, query: URLSearchParams, response: ServerResponse): void {
  const pod = objects.get(target.resource, target.namespace, target.name ?? '');
  const node = objects.find('Node', undefined, pod.spec.nodeName ?? '');
  if (!node)
    throw new ApiFailure(400, 'BadRequest', `pod ${pod.metadata.name} does not have a host assigned`);
  const container = query.get('container') ?? pod.spec.containers[0].name;
  const port = node.status.daemonEndpoints.kubeletEndpoint.Port;
  const path = `/containerLogs/${pod.metadata.namespace}/${pod.metadata.name}/${container}?${query}`;
  // As for an API server without --kubelet-certificate-authority.
  const options = { host: node.status.addresses[0].address, port, path, rejectUnauthorized: false };
  secureRequest(options, (answer) => {
    response.writeHead(answer.statusCode ?? 502, { 'content-type': 'text/plain' });
    answer.pipe(response);
  })
    .once('error', (error) => sendFailure(response, new ApiFailure(500, 'InternalError', error.message)))
    .end();
}

function bodyOf(json: string): unknown {
  try {
    return json === '' ? undefined : JSON.parse(json);
  } catch {
    throw new ApiFailure(400, 'BadRequest', 'the object provided is unrecognized');
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function sendFailure(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  const { code, reason, message } =
    error instanceof ApiFailure ? error : new ApiFailure(500, 'InternalError', String(error));
  send(response, code, { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message });
}
