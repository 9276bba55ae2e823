import { once } from 'node:events';
import http, { type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that a notification service received. */
export interface PostedNotice {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Its response; `never` sends none. */
export type ChatAnswer =
  | { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
  | 'never';

/** A service on this machine that responds according to the path. */
export interface ChatServices {
  /** Without a trailing slash. */
  readonly origin: string;
  readonly posted: PostedNotice[];
  /** Settles when the caller of a `never` has disconnected. */
  readonly abandoned: Promise<void>;
  close(): Promise<void>;
}

/** Responses of Slack's incoming webhooks and of Teams' workflows by path, from their documentation. */
export const CHAT_ANSWERS: Readonly<Record<string, ChatAnswer>> = {
  '/slack/ok': { status: 200, body: 'ok' },
  '/slack/invalid_payload': { status: 400, body: 'invalid_payload' },
  '/slack/action_prohibited': { status: 403, body: 'action_prohibited' },
  '/slack/no_service': { status: 404, body: 'no_service' },
  '/slack/channel_not_found': { status: 404, body: 'channel_not_found' },
  '/slack/channel_is_archived': { status: 410, body: 'channel_is_archived' },
  '/slack/429': { status: 429, body: 'rate_limited', headers: { 'retry-after': '30' } },
  '/slack/500': { status: 500, body: 'rollup_error' },
  '/slack/page': { status: 200, body: '<!doctype html><title>Sign in</title>' },
  '/teams/202': { status: 202 },
  '/teams/200': { status: 200, body: '1' },
  '/teams/400': { status: 400, body: '{"error":{"code":"TriggerInputSchemaMismatch"}}' },
  '/teams/401': { status: 401, body: '{"error":{"code":"DirectApiAuthorizationRequired"}}' },
  '/teams/403': { status: 403, body: '{"error":{"code":"AuthorizationFailed"}}' },
  '/teams/404': { status: 404, body: '{"error":{"code":"WorkflowNotFound"}}' },
  '/teams/410': { status: 410, body: '{"error":{"code":"WorkflowDisabled"}}' },
  '/teams/429': { status: 429, headers: { 'retry-after': '30' } },
  '/teams/500': { status: 500 },
  '/hook/204': { status: 204 },
  '/hook/302': { status: 302, headers: { location: '/slack/ok' } },
  '/hook/500': { status: 500 },
  '/slow': 'never',
};

/** Starts the services on a free port. */
export async function startChatServices(): Promise<ChatServices> {
  const posted: PostedNotice[] = [];
  let abandon: () => void = () => undefined;
  const abandoned = new Promise<void>((resolve) => {
    abandon = resolve;
  });
  const server = http.createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    posted.push({ method: request.method ?? '', path, headers: request.headers, body: await text(request) });
    const answer = CHAT_ANSWERS[path] ?? { status: 404 };
    if (answer === 'never') {
      response.once('close', abandon);
      return;
    }
    response.writeHead(answer.status, { ...answer.headers }).end(answer.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    posted,
    abandoned,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
