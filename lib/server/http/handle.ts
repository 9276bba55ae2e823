import type { App } from '../compose';
import { checkCaller } from './caller';
import { errorBody, statusOf } from './errors';
import { takesGzip } from './gzip';
import { jsonAnswer, longJsonAnswer } from './json-answer';

/** A request to a route, with its server. */
export interface Call {
  readonly app: App;
  readonly request: Request;
}

/** A route handler of Next; an endpoint reads its path itself. */
export type RouteHandler = (request: Request) => Promise<Response>;

export interface HandleOptions {
  /**
   * Accepts changes from other sites: the route authorizes the caller itself.
   * @default false
   */
  readonly fromAnywhere?: boolean;
}

/**
 * Returns a factory of route handlers that check the caller, call the use case, and send its result as JSON,
 * or a refusal as `{ code, message, details }`. `http/edge` has already checked the caller; this check also
 * holds where Next is not behind it.
 */
export function createHandle(open: () => Promise<App>) {
  return function handle(
    work: (call: Call) => unknown,
    { fromAnywhere = false }: HandleOptions = {},
  ): RouteHandler {
    return async (request) => {
      const app = await open();
      try {
        const changes = !fromAnywhere && request.method !== 'GET' && request.method !== 'HEAD';
        checkCaller(request.headers, { changes, allowedHosts: app.allowedHosts });
        const result = await work({ app, request });
        const answer = result instanceof Response ? result : await longJsonAnswer(result, takesGzip(request));
        return request.method === 'HEAD' ? withoutBody(answer) : answer;
      } catch (error) {
        const body = errorBody(error, app.report);
        return jsonAnswer(body, statusOf(body));
      }
    };
  };
}

/** Next answers HEAD with the handler of GET and never reads its body: a stream would stay open. */
async function withoutBody({ body, status, headers }: Response): Promise<Response> {
  await body?.cancel();
  return new Response(null, { status, headers });
}
