import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { GZIPPED, takesGzip } from './gzip';
import type { RequestContext } from './serve';
import { resumeAfter } from './sse';

const unzip = promisify(gunzip);

/** Sends a run's compact journal after `?after=` as JSON; the event stream continues from its end. */
export async function sendSnapshot(
  { app, request }: RequestContext,
  { id }: { id: string },
): Promise<Response> {
  const { content } = await app.runs.snapshot({ id, after: resumeAfter(request) });
  const isZipped = takesGzip(request);
  const body = isZipped ? content : await unzip(content);
  return new Response(new Uint8Array(body), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
      ...(isZipped ? GZIPPED : {}),
    },
  });
}
