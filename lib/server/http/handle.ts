import type { App } from '../compose';
import { checkCaller } from './caller';
import { errorBody, statusOf } from './errors';
import { takesGzip } from './gzip';
import { jsonAnswer, longJsonAnswer } from './json-answer';

/** One request to a route, with the server that answers it. */
export interface Call<P> {
  readonly app: App;
  readonly request: Request;
  /** Named parts of the path. */
  readonly params: P;
  /** The query; of a name that is given twice, the last one. */
  readonly query: Readonly<Record<string, string>>;
}

type RouteHandler<P> = (request: Request, context: { params: Promise<P> }) => Promise<Response>;

export interface HandleOptions {
  /** Takes changes from other sites too: the route itself checks who calls. @default false */
  readonly fromAnywhere?: boolean;
}

/**
 * Makes the function that makes route handlers: checks the caller, does the work, and answers its result as JSON, or
 * the refusal as `{ code, message, details }`.
 */
export function createHandle(open: () => Promise<App>) {
  return function handle<P extends Record<string, string> = Record<string, string>>(
    work: (call: Call<P>) => unknown,
    { fromAnywhere = false }: HandleOptions = {},
  ): RouteHandler<P> {
    return async (request, context) => {
      const app = await open();
      try {
        const changes = !fromAnywhere && request.method !== 'GET' && request.method !== 'HEAD';
        checkCaller(request.headers, { changes, allowedHosts: app.allowedHosts });
        const query = Object.fromEntries(new URL(request.url).searchParams);
        const result = await work({ app, request, params: await context.params, query });
        return result instanceof Response ? result : await longJsonAnswer(result, takesGzip(request));
      } catch (error) {
        const body = errorBody(error, app.report);
        return jsonAnswer(body, statusOf(body));
      }
    };
  };
}
