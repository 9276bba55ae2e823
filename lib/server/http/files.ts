import type { Call } from './handle';

/** Answers a pipeline's canonical text as a file, byte for byte. */
export async function exportPipeline({ app, params }: Call<{ id: string }>): Promise<Response> {
  const { name, text } = await app.pipelines.get({ id: params.id });
  return jsonFile(text, { 'content-disposition': attachment(`${name}.json`), 'cache-control': 'no-store' });
}

/** Answers a large value of a run; with `?download=1` as a file. */
export async function sendPayload({ app, params, query }: Call<{ id: string; hash: string }>) {
  const { body } = await app.runs.payload({ id: params.id, hash: params.hash });
  return jsonFile(body, {
    // The address is the content's hash: it never answers anything else.
    'cache-control': 'private, max-age=31536000, immutable',
    ...(query.download === '1'
      ? { 'content-disposition': attachment(`${params.hash.slice(0, 12)}.json`) }
      : {}),
  });
}

function jsonFile(text: string, headers: Record<string, string>): Response {
  return new Response(text, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  });
}

/** A file name for every browser: plain letters, and the whole name as RFC 8187 has it. */
export function attachment(name: string): string {
  const safe = name.replaceAll(/[\s\p{Cc}/\\:*?"<>|]+/gu, ' ').trim();
  const plain = safe.replaceAll(/[^\x20-\x7e]/g, '_');
  const encoded = encodeURIComponent(safe).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
