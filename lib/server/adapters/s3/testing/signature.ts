import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * Whether a request is signed with a secret. An independent implementation of Amazon's "Signature Version 4",
 * so that it does not share mistakes with the signing code.
 */
export function isSignedWith(secret: string, request: IncomingMessage, body: Buffer): boolean {
  const [, scope = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(.+), SignedHeaders=(.+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? [];
  if (request.headers['x-amz-content-sha256'] !== sha256(body)) return false;
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical(request, names))];
  const key = scope.split('/').reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${secret}`);
  return hmac(key, text.join('\n')).toString('hex') === signature;
}

function canonical(request: IncomingMessage, names: string): string {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  return [
    request.method,
    path,
    query.split('&').sort().join('&'),
    ...names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    names,
    request.headers['x-amz-content-sha256'],
  ].join('\n');
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
