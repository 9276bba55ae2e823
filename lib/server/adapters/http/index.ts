import { ActionError } from '@/engine';
import type { Http, HttpRequest, HttpResponse } from '@/engine/ports';
import { deadlineOf } from '../../deadline';
import { abortFailure } from '../egress/failures';
import { exchange } from './exchange';
import type { Answer, Hop } from './hop';
import type { HttpOptions } from './options';
import { nextHop, redirectTarget } from './redirect';
import { callable } from './url';

const LIMIT_BYTES = 10_000_000;
const TOTAL_MS = 300_000;
const CONNECT_MS = 10_000;
const MAX_REDIRECTS = 5;

/** Sends a request, a GET by default, and returns the response unread. */
export type Download = (
  request: Pick<HttpRequest, 'url' | 'headers' | 'signal' | 'secrets' | 'maxRedirects' | 'body'> & {
    readonly method?: 'GET' | 'POST';
  },
) => Promise<Answer>;

/** Creates the client for all outgoing HTTP of steps. */
export function createHttp(options: HttpOptions): Http {
  const { totalMs = TOTAL_MS } = options;
  return async (request) => {
    const url = callable(request.url);
    const deadline = deadlineOf(request.signal, totalMs, () => tooLong(url, totalMs));
    try {
      if (deadline.signal.aborted) throw abortFailure(deadline.signal, url.host);
      return await readAnswer(firstHop(url, request, deadline.signal), request, options);
    } finally {
      deadline.done();
    }
  };
}

/**
 * Sends a request and returns the response unread, for content that does not fit into memory or arrives over time. The caller
 * sets time limits.
 * @throws ActionError
 */
export function createDownload(options: HttpOptions): Download {
  return (request) => {
    const url = callable(request.url);
    // A compressed response has other bytes, and a range of it cannot be resumed.
    const headers = { ...request.headers, 'accept-encoding': 'identity' };
    return follow(firstHop(url, { method: 'GET', ...request, headers }, request.signal), request, options);
  };
}

/** Sends the request and reads the response, after redirects. */
async function readAnswer(first: Hop, request: HttpRequest, options: HttpOptions): Promise<HttpResponse> {
  const limitBytes = Math.min(request.limitBytes ?? Infinity, options.limitBytes ?? LIMIT_BYTES);
  const answer = await follow(first, request, options);
  return answer.read({ limitBytes, reserve: request.reserve });
}

/** Sends the request and follows redirects; every hop passes all checks again. */
async function follow(
  first: Hop,
  request: Pick<HttpRequest, 'maxRedirects'>,
  options: HttpOptions,
): Promise<Answer> {
  const mostRedirects = Math.min(request.maxRedirects ?? MAX_REDIRECTS, MAX_REDIRECTS);
  let hop = first;
  for (let redirects = 0; ; redirects++) {
    const answer = await exchange(hop, options);
    const location = mostRedirects === 0 ? undefined : redirectTarget(answer);
    if (location === undefined) return answer;
    answer.discard();
    if (redirects === mostRedirects) throw endless(first.url, mostRedirects);
    hop = nextHop(hop, answer.status, location);
  }
}

function firstHop(url: URL, request: HttpRequest, signal: AbortSignal): Hop {
  const { method, headers, body, secrets = [], connectTimeoutSeconds } = request;
  return {
    url,
    method: method.toUpperCase(),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    body: typeof body === 'string' ? Buffer.from(body, 'utf8') : body,
    signal,
    secrets,
    connectMs: connectTimeoutSeconds === undefined ? CONNECT_MS : connectTimeoutSeconds * 1000,
  };
}

function endless(url: URL, most: number): ActionError {
  const times = most === 1 ? 'once' : `${most} times`;
  return new ActionError('rejected', `${url.host} redirected more than ${times}. Check the address.`);
}

function tooLong(url: URL, ms: number): ActionError {
  return new ActionError('timeout', `${url.host} did not complete its response within ${ms / 1000} s.`);
}
