import type { IncomingHttpHeaders } from 'node:http';

/**
 * Request headers that are forwarded to a replica. All others are dropped: credentials, cookies, headers of the
 * connection and of proxies, and those of this installation.
 */
const FORWARDED = [
  'accept',
  'accept-encoding',
  'accept-language',
  'baggage',
  'content-encoding',
  'content-type',
  'openai-beta',
  'traceparent',
  'tracestate',
  'user-agent',
  'x-request-id',
] as const;

/**
 * Response headers that are dropped: those of the connection (RFC 9110, section 7.6.1), and those that only this server
 * may set.
 */
const NOT_PASSED_ON = new Set([
  'alt-svc',
  'clear-site-data',
  'connection',
  'content-security-policy',
  'keep-alive',
  'location',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'refresh',
  'service-worker-allowed',
  'set-cookie',
  'set-cookie2',
  'strict-transport-security',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'www-authenticate',
]);
const OWN_PREFIXES = ['access-control-', 'cross-origin-', 'ratelimit', 'pipewright-', 'x-frame-'];

/** Headers of the request to a replica. */
export function replicaHeaders(
  headers: IncomingHttpHeaders,
  body: Buffer | undefined,
  own: Readonly<Record<string, string>>,
): Record<string, string | string[]> {
  const sent: Record<string, string | string[]> = { ...own };
  for (const name of FORWARDED) {
    const value = headers[name];
    if (value !== undefined) sent[name] = value;
  }
  if (body) sent['content-length'] = String(body.length);
  return sent;
}

/** Response headers of a replica that the caller receives. */
export function callerHeaders(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const dropped = namesIn(headers.connection);
  const passed: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    const isOwn = NOT_PASSED_ON.has(name) || OWN_PREFIXES.some((prefix) => name.startsWith(prefix));
    if (value !== undefined && !isOwn && !dropped.includes(name)) passed[name] = value;
  }
  return passed;
}

/** The names in a list of headers, in lower case. */
function namesIn(list = ''): string[] {
  return list.split(',').map((name) => name.trim().toLowerCase());
}
