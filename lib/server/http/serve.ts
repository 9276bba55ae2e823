import type { z } from 'zod';
import { type BodyLimits, type Endpoint, readPath } from '@/lib/contracts/endpoint';
import type { App } from '../compose';
import type { ServiceContext } from '../services/context';
import { Invalid } from '../services/errors';
import { createHandle, type RouteHandler } from './handle';
import { jsonAnswer } from './json-answer';
import { jsonBody } from './json-body';
import { unknownPath } from './unknown-path';

/** The context of a use case with the server and the request. */
export interface RequestContext extends ServiceContext {
  readonly app: App;
  readonly request: Request;
}

/** The use case of an endpoint. A `Response` is sent unchanged. */
type Service<I extends z.ZodObject, A extends z.ZodType> = (
  ctx: RequestContext,
  input: z.output<I>,
) => z.output<A> | Response | Promise<z.output<A> | Response>;

/**
 * Returns a factory of route handlers that read the input of an endpoint, call its service and send the
 * result.
 */
export function createServe(open: () => Promise<App>) {
  const handle = createHandle(open);
  return function serve<I extends z.ZodObject, A extends z.ZodType>(
    endpoint: Endpoint<I, A>,
    service: Service<I, A>,
  ): RouteHandler {
    const { fromAnywhere } = endpoint;
    return handle(
      async ({ app, request }) => {
        const input = endpoint.input.parse(await readInput(endpoint, request));
        const answer = await service({ ...app.context, app, request }, input);
        if (answer instanceof Response) return answer;
        const status = endpoint.statusOf(answer);
        return status === 200 ? answer : jsonAnswer(answer, status);
      },
      { fromAnywhere },
    );
  };
}

async function readInput({ path, body, headers }: Endpoint, request: Request): Promise<object> {
  const { pathname, searchParams } = new URL(request.url);
  const sent = Object.entries(headers).flatMap(([field, name]) => {
    const value = request.headers.get(name);
    return value === null ? [] : [[field, value]];
  });
  return {
    ...(body === undefined ? Object.fromEntries(searchParams) : {}),
    ...(typeof body === 'object' ? await fieldsOf(request, body) : {}),
    ...Object.fromEntries(sent),
    ...pathFields(path, pathname),
  };
}

async function fieldsOf(request: Request, limits: BodyLimits): Promise<object> {
  const type = request.headers.get('content-type') ?? '';
  if (!limits.anyType && !/^application\/json\b/i.test(type)) {
    throw new Invalid('The body must be JSON: send it with "content-type: application/json".');
  }
  return Object(await jsonBody(request, limits));
}

function pathFields(path: string, pathname: string): Record<string, string> {
  try {
    const fields = readPath(path, pathname);
    if (fields) return fields;
  } catch (error) {
    throw new Invalid(`The path ${pathname} is not encoded as a URL. Encode it as UTF-8.`, { cause: error });
  }
  throw unknownPath(pathname);
}
