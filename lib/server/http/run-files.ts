import { essenceOf, isHarmlessType } from '@/engine';
import { getFile } from '../services/files/get';
import { attachment } from './files';
import type { RequestContext } from './serve';

/** Answers a file that a run made: always to be kept, never to be shown as a page of ours. */
export async function sendFile(
  ctx: RequestContext,
  input: { runId: string; file: string },
): Promise<Response> {
  const { file, content } = await getFile(ctx, input);
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
