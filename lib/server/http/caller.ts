import { Forbidden } from '../services/errors';

/** The headers a decision about the caller needs; both `Headers` and Next's own satisfy it. */
export interface RequestHeaders {
  get(name: string): string | null;
}

/** Names of this machine, with and without brackets. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export interface CallerOptions {
  /** Whether the request may change something, so that its origin matters. */
  readonly changes: boolean;
  /** Host names besides this machine's own, from PIPEWRIGHT_HOSTS. */
  readonly allowedHosts: readonly string[];
  /** Whether the connection came in on a loopback address: only there are the names of this machine answered. @default true */
  readonly isLocal?: boolean;
  /** The port on which the server itself listens, without TLS. @default unknown */
  readonly port?: number;
}

/**
 * Lets a request through when it is meant for this server: by its `Host`, which a page of another site that points its
 * name at this machine cannot forge, and, when it changes something, by where it comes from.
 * @throws Forbidden
 */
export function checkCaller(headers: RequestHeaders, options: CallerOptions): void {
  const host = headers.get('host')?.toLowerCase() ?? '';
  const url = readHost(host);
  if (!url || !isOurs(url.hostname, options)) {
    throw new Forbidden(
      `This server does not answer to "${host}". Add the name to PIPEWRIGHT_HOSTS, or use localhost on the machine of the server.`,
    );
  }
  if (!options.changes || isProgram(headers)) return;
  if (saysNothing(headers)) {
    throw new Forbidden(
      'The request does not say where it comes from. A program sends it with "content-type: application/json".',
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

/** Whether no proxy with TLS can stand between: then pages of the server have the scheme `http`. */
function isPlain({ hostname, port }: URL, ownPort: number | undefined): boolean {
  return LOOPBACK.has(hostname) || Number(port || 80) === ownPort;
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

function isSameOrigin(headers: RequestHeaders, host: string, isPlainHttp: boolean): boolean {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  if (origin === null) return site !== null;
  const url = parse(origin);
  const schemes = isPlainHttp ? ['http:'] : ['http:', 'https:'];
  return url !== undefined && schemes.includes(url.protocol) && isSameHost(url, host);
}

/** The default port may be written or left out. */
function isSameHost(origin: URL, host: string): boolean {
  return origin.host === parse(`${origin.protocol}//${host}`)?.host;
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
