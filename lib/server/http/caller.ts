import { Forbidden } from '../services/errors';

/** Headers of a request; `Headers` and Next's own type satisfy it. */
export interface RequestHeaders {
  get(name: string): string | null;
}

/** Names of this machine, with and without brackets. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export interface CallerOptions {
  /** Whether the request may change data, so that its origin is checked. */
  readonly changes: boolean;
  /** Host names besides those of this machine, from PIPEWRIGHT_HOSTS. */
  readonly allowedHosts: readonly string[];
  /**
   * Whether the connection arrived on a loopback address: only there the names of this machine are accepted.
   * @default true
   */
  readonly isLocal?: boolean;
  /**
   * The port on which the server listens without TLS.
   * @default unknown
   */
  readonly port?: number;
}

/**
 * Accepts a request if its `Host` is a name of this server, which a page of another site cannot forge by
 * pointing its own name at this machine, and, if it changes data, by its origin.
 * @throws Forbidden
 */
export function checkCaller(headers: RequestHeaders, options: CallerOptions): void {
  const host = headers.get('host')?.toLowerCase() ?? '';
  const url = readHost(host);
  if (!url || !isOurs(url.hostname, options)) {
    throw new Forbidden(
      `This server does not accept the host name "${host}". Add the name to PIPEWRIGHT_HOSTS, or use localhost on the machine of the server.`,
    );
  }
  if (!options.changes || isProgram(headers)) return;
  if (saysNothing(headers)) {
    throw new Forbidden(
      'The request has no origin. A program must send it with "content-type: application/json".',
    );
  }
  if (!isSameOrigin(headers, host, isPlain(url, options.port))) {
    throw new Forbidden('The request comes from another site. Reload Pipewright and try again.');
  }
}

function readHost(host: string): URL | undefined {
  return host === '' || /[/@\\?#\s]/.test(host) ? undefined : parse(`http://${host}`);
}

function isOurs(name: string, { allowedHosts, isLocal = true }: CallerOptions): boolean {
  return (isLocal && LOOPBACK.has(name)) || allowedHosts.some((allowed) => allowed.toLowerCase() === name);
}

/** Whether no TLS proxy can be in between: pages of the server then have the scheme `http`. */
function isPlain({ hostname, port }: URL, ownPort: number | undefined): boolean {
  return LOOPBACK.has(hostname) || Number(port || 80) === ownPort;
}

/** Browsers send one of these with every request that changes data, except forms in old browsers. */
function saysNothing(headers: RequestHeaders): boolean {
  return headers.get('origin') === null && headers.get('sec-fetch-site') === null;
}

/**
 * Whether no page of another site can have sent this request. A page sends this content type to another site
 * only after a preflight request, which this server never grants (Fetch standard, "CORS-safelisted
 * request-header"), and both requests have an `Origin`. A request of this type without these headers is
 * therefore from a program.
 */
function isProgram(headers: RequestHeaders): boolean {
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  return type.trim().toLowerCase() === 'application/json' && saysNothing(headers);
}

function isSameOrigin(headers: RequestHeaders, host: string, isPlainHttp: boolean): boolean {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  if (origin === null) return site !== null;
  const url = parse(origin);
  const schemes = isPlainHttp ? ['http:'] : ['http:', 'https:'];
  return url !== undefined && schemes.includes(url.protocol) && isSameHost(url, host);
}

/** The default port is optional. */
function isSameHost(origin: URL, host: string): boolean {
  return origin.host === parse(`${origin.protocol}//${host}`)?.host;
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
