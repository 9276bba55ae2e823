import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { restoreEncoding } from '../gzip';

/** What the product uses of a browser's devices: nothing. */
const PERMISSIONS = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'usb',
];

/** Sent with every answer that does not set them itself. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'permissions-policy': PERMISSIONS.map((name) => `${name}=()`).join(', '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** For answers that are data: a browser that opens one as a page runs nothing of it. */
const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The policy of a page: its own scripts by nonce, and what they load. React Flow sets styles inline. */
function pagePolicy(nonce: string, isDevelopment: boolean): string {
  return [
    "default-src 'self'",
    // React rebuilds the server's stack traces with eval, in development only.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Scripts of workers bring the policy that the worker runs under. */
function assetPolicy(isDevelopment: boolean): string {
  const scripts = `script-src 'self'${isDevelopment ? " 'unsafe-eval'" : ''}`;
  return `default-src 'self'; ${scripts}; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** Where the page's nonce is found while it is rendered. */
export const NONCE_HEADER = 'x-nonce';

/**
 * Gives the answer to a request the headers that protect its reader, where the route sets none of its own. A page
 * finds its nonce in the request, where Next looks for it too.
 */
export function addSecurityHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  isDevelopment: boolean,
): void {
  const { headers } = request;
  delete headers['content-security-policy-report-only'];
  delete headers['content-security-policy'];
  const nonce = randomBytes(16).toString('base64');
  headers[NONCE_HEADER] = nonce;
  let policy = pagePolicy(nonce, isDevelopment);
  if (request.url?.startsWith('/api/')) policy = DATA_POLICY;
  else if (request.url?.startsWith('/_next/static/')) policy = assetPolicy(isDevelopment);
  else headers['content-security-policy'] = policy;
  addWhenWritten(response, { ...SECURITY_HEADERS, 'content-security-policy': policy });
}

/** Only then is it known what the route itself has set; Next would add a second value to one that is there. */
function addWhenWritten(response: ServerResponse, defaults: Readonly<Record<string, string>>): void {
  response.writeHead = new Proxy(response.writeHead, {
    apply(writeHead, self, args) {
      for (const [name, value] of Object.entries(defaults)) {
        if (!response.hasHeader(name)) response.setHeader(name, value);
      }
      restoreEncoding(response);
      return Reflect.apply(writeHead, self, args);
    },
  });
}
