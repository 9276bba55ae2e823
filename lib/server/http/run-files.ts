import { essenceOf, isHarmlessType } from '@/engine';
import { getFile } from '../services/files/get';
import { attachment } from './files';
import type { RequestContext } from './serve';

/** Sends a file of a run: always as a download, never as a page of this origin. */
export async function sendFile(
  ctx: RequestContext,
  input: { runId: string; file: string },
): Promise<Response> {
  const { file, content } = await getFile(ctx, input);
  return new Response(viewOf(content), {
    headers: {
      'content-type': harmless(file.contentType),
      'content-length': String(content.length),
      'content-disposition': attachment(file.name),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      // The file may expire.
      'cache-control': 'private, no-cache',
    },
  });
}

/** The content as the body of a response; only shared memory is copied. */
function viewOf(content: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = content;
  return buffer instanceof ArrayBuffer
    ? new Uint8Array(buffer, byteOffset, byteLength)
    : new Uint8Array(content);
}

/** Types with active content are sent as bytes. */
function harmless(contentType: string): string {
  return isHarmlessType(contentType) ? essenceOf(contentType) : 'application/octet-stream';
}
