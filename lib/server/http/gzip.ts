import type { ServerResponse } from 'node:http';

/** Whether the caller accepts gzip. */
export function takesGzip({ headers }: Request): boolean {
  return /\bgzip\b/.test(headers.get('accept-encoding') ?? '');
}

/** A copy of `content-encoding`, which Next removes from responses of routes. */
const BODY_ENCODING = 'x-body-encoding';

/** Headers of a gzipped body. */
export const GZIPPED = { 'content-encoding': 'gzip', [BODY_ENCODING]: 'gzip' };

/** Restores `content-encoding` from the copy. */
export function restoreEncoding(response: ServerResponse): void {
  const encoding = response.getHeader(BODY_ENCODING);
  if (encoding === undefined) return;
  response.removeHeader(BODY_ENCODING);
  response.setHeader('content-encoding', encoding);
}
