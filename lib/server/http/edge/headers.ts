import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { restoreEncoding } from '../gzip';
import { recordSentHeaders } from '../sent-headers';

/** Browser features, all of which are disabled. */
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

/** Defaults for every response. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'permissions-policy': PERMISSIONS.map((name) => `${name}=()`).join(', '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** For data: a browser that opens the response as a page runs none of it. */
const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const DATA_HEADERS = Object.entries({ ...SECURITY_HEADERS, 'content-security-policy': DATA_POLICY });

/** Adds security headers to a response with data that does not come from Next. */
export function addDataHeaders(response: ServerResponse): void {
  for (const [name, value] of DATA_HEADERS) response.setHeader(name, value);
}

/** The policy of a page: scripts by nonce, and scripts that they load. React Flow sets inline styles. */
function pagePolicy(nonce: string, isDevelopment: boolean): string {
  return [
    "default-src 'self'",
    // React reconstructs the server's stack traces with eval, in development only.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    // Only the PDF files of runs permit it: every other response refuses to be framed.
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The response of a worker's script sets the policy of the worker. */
function assetPolicy(isDevelopment: boolean): string {
  const scripts = `script-src 'self'${isDevelopment ? " 'unsafe-eval'" : ''}`;
  return `default-src 'self'; ${scripts}; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** Passes the nonce to the rendering of the page. */
export const NONCE_HEADER = 'x-nonce';

/**
 * Adds security headers to a response, unless the route sets them. The nonce of a page is in the request,
 * where Next reads it too.
 */
export function addSecurityHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  isDevelopment: boolean,
): void {
  const policy = passPolicy(request, isDevelopment);
  addWhenWritten(response, { ...SECURITY_HEADERS, 'content-security-policy': policy });
}

/** The policy of the response. A page finds it, and its nonce, in the headers of the request. */
function passPolicy({ headers, url = '' }: IncomingMessage, isDevelopment: boolean): string {
  delete headers['content-security-policy-report-only'];
  delete headers['content-security-policy'];
  if (url.startsWith('/api/')) {
    recordSentHeaders(headers);
    return DATA_POLICY;
  }
  const nonce = randomBytes(16).toString('base64');
  headers[NONCE_HEADER] = nonce;
  if (url.startsWith('/_next/static/')) return assetPolicy(isDevelopment);
  const policy = pagePolicy(nonce, isDevelopment);
  headers['content-security-policy'] = policy;
  return policy;
}

/** The headers of the route are known only then. Setting ours earlier would make Next add a second value. */
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
