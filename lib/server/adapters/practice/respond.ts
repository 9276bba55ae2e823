import type { Json } from '@/engine';
import { Lru } from '../../lru';
import { MARK_HEADER } from '../http/mark';
import { findOrder, listOrders, shipOrder } from './orders';

/** A request to the practice service. */
export interface PracticeRequest {
  readonly method: string;
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A response of the practice service. */
export interface PracticeAnswer {
  readonly status: number;
  readonly body: Json;
  readonly headers?: Readonly<Record<string, string>>;
  /** Delay of the response, in ms. @default 0 */
  readonly delayMs?: number;
}

/** Longest delay, in seconds. */
const MAX_DELAY_SECONDS = 60;
const MAX_EVERY = 100;
/** Largest number of keys whose requests are counted. */
const MAX_KEYS = 1000;

const HELP = {
  service: 'Practice service of Pipewright',
  paths: {
    '/healthy': 'Returns 200.',
    '/slow?seconds=2': `Returns 200 after this time, at most ${MAX_DELAY_SECONDS} s.`,
    '/fail?status=503': 'Returns this status, from 400 to 599.',
    '/flaky?every=3&key=a': 'Returns 200 to every third request with this key, and 503 to the others.',
    '/redirect?to=/healthy': 'Redirects to this URL.',
    '/orders': 'Returns a list of orders.',
    '/orders/1001': 'Returns one order.',
    'POST /orders/1001/ship': 'Ships an order. Order 1007 is out of stock and returns 409.',
    'POST /echo': 'Returns the method, query, headers and body of the request.',
  },
};

/** The responses of the practice service: the same for the same request, except for `/flaky`, which counts. */
export function createPracticeAnswers(): (request: PracticeRequest) => PracticeAnswer {
  const counts = new Lru<number>({ maxWeight: MAX_KEYS });
  const flaky = ({ searchParams: query }: URL): PracticeAnswer => {
    const every = numberOf(query.get('every'), { from: 1, to: MAX_EVERY, otherwise: 3 });
    const key = `${every} ${query.get('key') ?? ''}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    const body = { request: count, every };
    return count % every === 0 ? ok({ status: 'healthy', ...body }) : unavailable(body);
  };
  const paths: Readonly<Record<string, (request: PracticeRequest) => PracticeAnswer>> = {
    '/': () => ok(HELP),
    '/healthy': () => ok({ status: 'healthy' }),
    '/slow': ({ url }) => slow(url),
    '/fail': ({ url }) => fail(url),
    '/flaky': ({ url }) => flaky(url),
    '/redirect': ({ url }) => redirect(url),
    '/orders': () => ok(listOrders()),
    '/echo': echo,
  };
  return (request) => {
    const { pathname } = request.url;
    const answer = Object.hasOwn(paths, pathname) ? paths[pathname]?.(request) : order(request);
    return answer ?? { status: 404, body: { error: `The path ${pathname} does not exist.`, ...HELP } };
  };
}

function ok(body: Json): PracticeAnswer {
  return { status: 200, body };
}

function unavailable(body: object): PracticeAnswer {
  return { status: 503, body: { status: 'unavailable', ...body } };
}

function slow({ searchParams: query }: URL): PracticeAnswer {
  const seconds = numberOf(query.get('seconds'), { from: 0, to: MAX_DELAY_SECONDS, otherwise: 2 });
  return { ...ok({ status: 'healthy', seconds }), delayMs: seconds * 1000 };
}

function fail({ searchParams: query }: URL): PracticeAnswer {
  const status = Math.trunc(numberOf(query.get('status'), { from: 400, to: 599, otherwise: 503 }));
  return { status, body: { status: 'failed', code: status } };
}

function redirect({ searchParams: query }: URL): PracticeAnswer {
  // Percent-encoded, so that no line break ends the header.
  const location = encodeURI(query.get('to') ?? '/healthy');
  return { status: 302, body: { location }, headers: { location } };
}

function echo({ method, url, headers, body }: PracticeRequest): PracticeAnswer {
  const { [MARK_HEADER]: _, ...shown } = headers;
  return ok({ method, query: Object.fromEntries(url.searchParams), headers: shown, body: jsonOr(body) });
}

function order({ method, url }: PracticeRequest): PracticeAnswer | undefined {
  const [, id = '', command] = /^\/orders\/(\d+)(\/ship)?$/.exec(url.pathname) ?? [];
  if (command === undefined) {
    const found = findOrder(id);
    return found === undefined ? undefined : ok(found);
  }
  if (method === 'POST') return shipOrder(id);
  return { status: 405, body: { error: 'Use POST to ship an order.' }, headers: { allow: 'POST' } };
}

/** The body as JSON if it is valid JSON, otherwise as text. */
function jsonOr(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A number of the query within limits. */
function numberOf(
  text: string | null,
  { from, to, otherwise }: { readonly from: number; readonly to: number; readonly otherwise: number },
): number {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? Math.min(to, Math.max(from, value)) : otherwise;
}
