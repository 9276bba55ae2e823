import type { App } from '../compose';
import { checkCaller } from './caller';
import { errorBody, statusOf } from './errors';
import { takesGzip } from './gzip';
import { jsonAnswer, longJsonAnswer } from './json-answer';

/** One request to a route, with the server that answers it. */
export interface Call {
  readonly app: App;
  readonly request: Request;
}

/** A route as Next calls it; an endpoint reads its path itself. */
export type RouteHandler = (request: Request) => Promise<Response>;

export interface HandleOptions {
  /** Takes changes from other sites too: the route itself checks who calls. @default false */
  readonly fromAnywhere?: boolean;
}

/**
 * Makes the function that makes route handlers: checks the caller, does the work, and answers its result as JSON, or
 * the refusal as `{ code, message, details }`.
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
        return result instanceof Response ? result : await longJsonAnswer(result, takesGzip(request));
      } catch (error) {
        const body = errorBody(error, app.report);
        return jsonAnswer(body, statusOf(body));
      }
    };
  };
}
