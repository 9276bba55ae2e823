import { essenceOf, isHarmlessType } from '@/engine/media-types';
import type { RunFiles } from '@/lib/contracts/files';
import { attachment } from './files';
import type { Call } from './handle';

/** Answers which files a run made. */
export function sendFiles({ app, params, query }: Call<{ id: string }>): Promise<RunFiles> {
  const { after, limit } = query;
  return app.files.list({ runId: params.id, ...(after ? { after } : {}), ...(limit ? { limit } : {}) });
}

/** Answers a file that a run made: always to be kept, never to be shown as a page of ours. */
export async function sendFile({ app, params }: Call<{ id: string; file: string }>): Promise<Response> {
  const { file, content } = await app.files.get({ runId: params.id, file: params.file });
  return new Response(Buffer.from(content), {
    headers: {
      'content-type': harmless(file.contentType),
      'content-length': String(content.length),
      'content-disposition': attachment(file.name),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      // A file may expire.
      'cache-control': 'private, no-cache',
    },
  });
}

/** Types of which a browser might run something are answered as bytes. */
function harmless(contentType: string): string {
  return isHarmlessType(contentType) ? essenceOf(contentType) : 'application/octet-stream';
}
