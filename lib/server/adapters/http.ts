import { ActionError } from '@/engine/errors';
import type { Http, HttpRequest } from '@/engine/ports';
import { type Answer, exchange, type Hop } from './http-exchange';
import { createGuard } from './http-guard';

/** Limits of outgoing HTTP. */
export interface HttpOptions {
  /** Ports on which our own server listens: requests to them are refused. */
  readonly ownPorts?: readonly number[];
  /** Largest answer, in bytes after decompression. @default 10,000,000 */
  readonly limitBytes?: number;
}

const LIMIT_BYTES = 10_000_000;
const MAX_REDIRECTS = 10;

/** The one module through which outgoing HTTP passes. */
export function createHttp({ ownPorts = [], limitBytes = LIMIT_BYTES }: HttpOptions = {}): Http {
  const guard = createGuard(ownPorts);
  return async (request) => {
    let hop = firstHop(request);
    for (let redirects = 0; ; redirects++) {
      const answer = await exchange(hop, guard);
      const target = redirectTarget(answer, hop);
      if (target === undefined) return answer.read(limitBytes);
      answer.discard();
      if (redirects === MAX_REDIRECTS) throw endless(request);
      hop = nextHop(hop, answer.status, target);
    }
  };
}

function firstHop({ url, method, headers, body, signal }: HttpRequest): Hop {
  if (!URL.canParse(url)) throw new ActionError('rejected', 'The address of the request is not a URL.');
  const target = new URL(url);
  if (target.username !== '' || target.password !== '') {
    throw new ActionError(
      'rejected',
      `The address of ${target.host} holds a user name or password; send an Authorization header instead.`,
    );
  }
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { url: target, method: method.toUpperCase(), headers: Object.fromEntries(lowerCase), body, signal };
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

function redirectTarget(answer: Answer, { url }: Hop): URL | undefined {
  const { location } = answer.headers;
  if (!REDIRECTS.has(answer.status) || location === undefined) return undefined;
  const refuse = (why: string) => {
    answer.discard();
    return new ActionError('rejected', `${url.host} redirects to ${why}.`);
  };
  if (!URL.canParse(location, url.href)) throw refuse('an address that is not a URL');
  const target = new URL(location, url);
  if (target.username !== '' || target.password !== '') {
    throw refuse('an address with a user name or password, which is not followed');
  }
  if (url.protocol === 'https:' && target.protocol === 'http:') {
    throw refuse(
      `http://${target.host}, which would give up encryption; call that address itself if you mean to`,
    );
  }
  return target;
}

/** Headers that say nothing secret and may follow to another origin. */
const SAFE_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-language',
  'content-type',
  'idempotency-key',
  'user-agent',
]);

const BODY_HEADERS = new Set(['content-encoding', 'content-language', 'content-type']);

function nextHop(hop: Hop, status: number, url: URL): Hop {
  const becomesGet = status === 303 ? hop.method !== 'HEAD' : status < 303 && hop.method === 'POST';
  const isSameOrigin = url.origin === hop.url.origin;
  const headers = Object.entries(hop.headers).filter(
    ([name]) => (isSameOrigin || SAFE_HEADERS.has(name)) && !(becomesGet && BODY_HEADERS.has(name)),
  );
  return {
    url,
    method: becomesGet ? 'GET' : hop.method,
    headers: Object.fromEntries(headers),
    body: becomesGet ? undefined : hop.body,
    signal: hop.signal,
  };
}

function endless({ url }: HttpRequest): ActionError {
  return new ActionError(
    'rejected',
    `${new URL(url).host} redirected more than ${MAX_REDIRECTS} times. Check the address.`,
  );
}
