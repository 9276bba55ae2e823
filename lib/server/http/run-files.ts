import { essenceOf, isHarmlessType } from '@/engine';
import { getFile } from '../services/files/get';
import { attachment } from './files';
import type { RequestContext } from './serve';

/** Sends a file of a run as a download, or a PDF file for the viewer of the browser; never as a page of this origin. */
export async function sendFile(
  ctx: RequestContext,
  input: { runId: string; file: string; view?: '1' | undefined },
): Promise<Response> {
  const { file, content } = await getFile(ctx, input);
  const type = harmless(file.contentType);
  const isShown = input.view === '1' && type === PDF && startsAsPdf(content);
  return new Response(viewOf(content), {
    headers: {
      'content-type': type,
      'content-length': String(content.length),
      'content-disposition': isShown ? 'inline' : attachment(file.name),
      'x-content-type-options': 'nosniff',
      'content-security-policy': `sandbox; default-src 'none'${isShown ? "; frame-ancestors 'self'" : ''}`,
      ...(isShown ? { 'x-frame-options': 'SAMEORIGIN' } : {}),
      'cross-origin-resource-policy': 'same-origin',
      // The file may expire.
      'cache-control': 'private, no-cache',
    },
  });
}

const PDF = 'application/pdf';

/** Whether a content has the first bytes of a PDF file. ISO 32000-2, section 7.5.2. */
function startsAsPdf(content: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(content.subarray(0, 5)) === '%PDF-';
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
