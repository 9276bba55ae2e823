import { getPipeline } from '../services/pipelines/get';
import { runPayload } from '../services/runs/payload';
import type { RequestContext } from './serve';

/** Sends a pipeline's canonical text as a file, byte for byte. */
export async function exportPipeline(ctx: RequestContext, input: { id: string }): Promise<Response> {
  const { name, text } = await getPipeline(ctx, input);
  return jsonFile(text, { 'content-disposition': attachment(`${name}.json`), 'cache-control': 'no-store' });
}

/** Sends a large value of a run; with `?download=1` as a file. */
export async function sendPayload(
  ctx: RequestContext,
  { id, hash, download }: { id: string; hash: string; download?: string | undefined },
): Promise<Response> {
  const { body } = await runPayload(ctx, { id, hash });
  return jsonFile(body, {
    // The address contains the hash, so the content never changes.
    'cache-control': 'private, max-age=31536000, immutable',
    ...(download === '1' ? { 'content-disposition': attachment(`${hash.slice(0, 12)}.json`) } : {}),
  });
}

export function jsonFile(text: string, headers: Record<string, string>): Response {
  return new Response(text, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  });
}

/** A file name for every browser: an ASCII fallback, and the full name according to RFC 8187. */
export function attachment(name: string): string {
  const safe = name.replaceAll(/[\s\p{Cc}/\\:*?"<>|]+/gu, ' ').trim();
  const plain = safe.replaceAll(/[^\x20-\x7e]/g, '_');
  const encoded = encodeURIComponent(safe).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
