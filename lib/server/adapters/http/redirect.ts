import { ActionError, MASK, maskBytes, maskText } from '@/engine';
import type { RevealedSecret } from '@/engine/ports';
import type { Answer, Hop } from './hop';
import { problemOf } from './url';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** The location of a redirect, as written; undefined for other responses. */
export function redirectTarget({ status, headers }: Answer): string | undefined {
  return REDIRECTS.has(status) ? headers.location : undefined;
}

/** Headers without secrets, which may be sent to another origin. */
const SAFE_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-language',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'if-range',
  'range',
  'user-agent',
]);

const BODY_HEADERS = new Set(['content-encoding', 'content-language', 'content-type']);

/**
 * The request that follows a redirect. Headers that may contain credentials are not sent to another origin.
 * @throws ActionError `rejected`
 */
export function nextHop(hop: Hop, status: number, location: string): Hop {
  const url = resolve(location, hop);
  const becomesGet = status === 303 ? hop.method !== 'HEAD' : status < 303 && hop.method === 'POST';
  const body = becomesGet ? undefined : hop.body;
  const kept = Object.entries(hop.headers).filter(([name]) => !(becomesGet && BODY_HEADERS.has(name)));
  const next = {
    ...hop,
    url,
    method: becomesGet ? 'GET' : hop.method,
    headers: Object.fromEntries(kept),
    body,
  };
  return url.origin === hop.url.origin ? next : withoutCredentials(next, hop.url);
}

function resolve(location: string, { url: from, secrets }: Hop): URL {
  const refuse = (why: string) => new ActionError('rejected', `${from.host} redirects to ${why}.`);
  if (!URL.canParse(location, from.href)) throw refuse('an address that is not a URL');
  const url = new URL(location, from);
  const named = url.origin === from.origin ? undefined : secretInAuthority(location, secrets);
  if (named !== undefined) {
    throw refuse(`an address whose host is a part of the secret ${named.name}, which is not looked up`);
  }
  const problem = problemOf(url);
  if (problem !== undefined) throw refuse(`an address that ${problem}`);
  if (from.protocol === 'https:' && url.protocol === 'http:') {
    throw refuse(
      `http://${url.host}, which is not encrypted; call that address directly if this is intended`,
    );
  }
  return url;
}

/** The part of an address before its path, in any spelling. */
const HEAD = /^\s*(?:[a-z][a-z0-9+.-]*:[/\\]*|[/\\]{2,})[^/?#\\]*/i;

/**
 * A secret that begins before the path of an address: as a host it would appear in DNS queries and errors.
 */
function secretInAuthority(location: string, secrets: readonly RevealedSecret[]): RevealedSecret | undefined {
  const head = HEAD.exec(location)?.[0].length ?? 0;
  return secrets.find(({ value }) => {
    const at = maskText(location, [value]).indexOf(MASK);
    return at >= 0 && at < head;
  });
}

/**
 * The request for another origin, and the secrets still in it: the dialer decides whether they may go there.
 */
function withoutCredentials(hop: Hop, from: URL): Hop {
  const carried = secretsIn(hop.body, hop.secrets);
  const [first] = carried;
  if (first !== undefined) {
    throw new ActionError(
      'rejected',
      `${from.host} redirects to ${hop.url.host} with a body that contains the secret ${first.name}, which is not forwarded. Call that address directly if this is intended.`,
    );
  }
  const safe = Object.entries(hop.headers).filter(
    ([name, value]) => SAFE_HEADERS.has(name) && secretsIn(Buffer.from(value), hop.secrets).length === 0,
  );
  return {
    ...hop,
    headers: Object.fromEntries(safe),
    secrets: secretsIn(Buffer.from(hop.url.href), hop.secrets),
  };
}

/** The secrets that occur in a text, in any common encoding. */
function secretsIn(
  content: Uint8Array | undefined,
  secrets: readonly RevealedSecret[],
): readonly RevealedSecret[] {
  if (content === undefined || secrets.length === 0) return [];
  return secrets.filter(({ value }) => maskBytes(content, [value]) !== content);
}
