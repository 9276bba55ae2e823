import { Forbidden } from '../services/errors';

/** The headers a decision about the caller needs; both `Headers` and Next's own satisfy it. */
export interface RequestHeaders {
  get(name: string): string | null;
}

/** Names of this machine, with and without brackets. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Lets a request through when it is meant for this server: by its `Host`, which a page of another site that points its
 * name at this machine cannot forge, and, when it changes something, by where it comes from.
 * @param allowedHosts host names besides this machine's own, from PIPEWRIGHT_HOSTS
 * @throws Forbidden
 */
export function checkCaller(
  headers: RequestHeaders,
  options: { changes: boolean; allowedHosts: readonly string[] },
): void {
  const host = headers.get('host')?.toLowerCase() ?? '';
  if (!isOurs(host, options.allowedHosts)) {
    throw new Forbidden(
      `This server does not answer to "${host}". Add the name to PIPEWRIGHT_HOSTS, or open it as localhost.`,
    );
  }
  if (!options.changes || isProgram(headers)) return;
  if (saysNothing(headers)) {
    throw new Forbidden(
      'The request does not say where it comes from. A program sends it with "content-type: application/json".',
    );
  }
  if (!isSameOrigin(headers, host)) {
    throw new Forbidden('The request comes from another site. Reload Pipewright and try there.');
  }
}

function isOurs(host: string, allowedHosts: readonly string[]): boolean {
  const url = host === '' || /[/@\\?#\s]/.test(host) ? undefined : parse(`http://${host}`);
  if (!url) return false;
  return LOOPBACK.has(url.hostname) || allowedHosts.some((allowed) => allowed.toLowerCase() === url.hostname);
}

/** Browsers send one of these with everything that changes something; but old ones leave them out of forms. */
function saysNothing(headers: RequestHeaders): boolean {
  return headers.get('origin') === null && headers.get('sec-fetch-site') === null;
}

/**
 * Whether no page of another site can have sent this: a page sends this type to another site only after a preflight
 * request, which this server never grants (Fetch standard, "CORS-safelisted request-header"), and the preflight and what
 * follows it name their `Origin`. So what is of this type and says nothing is a program.
 */
function isProgram(headers: RequestHeaders): boolean {
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  return type.trim().toLowerCase() === 'application/json' && saysNothing(headers);
}

function isSameOrigin(headers: RequestHeaders, host: string): boolean {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  if (origin === null) return site !== null;
  const url = parse(origin);
  return url !== undefined && ['http:', 'https:'].includes(url.protocol) && isSameHost(url, host);
}

/** The default port may be written or left out. */
function isSameHost(origin: URL, host: string): boolean {
  return origin.host === parse(`${origin.protocol}//${host}`)?.host;
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
