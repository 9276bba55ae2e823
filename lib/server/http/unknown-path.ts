import type { App } from '../compose';
import { NotFound } from '../services/errors';
import { createHandle, type RouteHandler } from './handle';

/** The refusal of a path that the API does not have. */
export function unknownPath(pathname: string): NotFound {
  return new NotFound(`The API has no path ${pathname}. See /api/v1/openapi.json for its paths.`);
}

/** Returns a route handler that refuses every request, so that programs receive JSON and not a page. */
export function createRefusal(open: () => Promise<App>): RouteHandler {
  return createHandle(open)(({ request }) => {
    throw unknownPath(new URL(request.url).pathname);
  });
}
