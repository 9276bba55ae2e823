import type { ServerResponse } from 'node:http';

/** Whether the caller takes a body compressed with gzip. */
export function takesGzip({ headers }: Request): boolean {
  return /\bgzip\b/.test(headers.get('accept-encoding') ?? '');
}

/** Names the compression of a body a second time: Next takes `content-encoding` off the answers of routes. */
const BODY_ENCODING = 'x-body-encoding';

/** Headers of a body that is compressed with gzip. */
export const GZIPPED = { 'content-encoding': 'gzip', [BODY_ENCODING]: 'gzip' };

/** Puts `content-encoding` back where a route has named the compression of its body. */
export function restoreEncoding(response: ServerResponse): void {
  const encoding = response.getHeader(BODY_ENCODING);
  if (encoding === undefined) return;
  response.removeHeader(BODY_ENCODING);
  response.setHeader('content-encoding', encoding);
}
