import { Invalid } from '../services/errors';
import { type HookAnswer, receiveHook } from '../services/triggers/delivery/receive';
import { jsonAnswer } from './json-answer';
import { limitedBody } from './limited-body';
import { sentHeaders } from './sent-headers';
import type { RequestContext } from './serve';

/** Largest body of a webhook call, in bytes. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

/**
 * Responds to a call of a webhook: 202 with the started run, or the output of the run if the trigger waits
 * for it. A failed run is 502, as for a gateway whose upstream failed.
 */
export async function answerHook(
  ctx: RequestContext,
  input: { id: string; token: string },
): Promise<Response> {
  const { app, request } = ctx;
  const answer = await receiveHook(ctx, {
    ...input,
    method: request.method,
    headers: sentHeaders(request.headers),
    query: new URL(request.url).searchParams,
    body: () => bodyOf(request),
    signal: AbortSignal.any([request.signal, app.closing]),
  });
  return jsonAnswer(answer.body, STATUS[answer.kind]);
}

const STATUS: Readonly<Record<HookAnswer['kind'], number>> = {
  accepted: 202,
  kept: 202,
  completed: 200,
  failed: 502,
};

function bodyOf(request: Request): Promise<Uint8Array> {
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new Invalid(`The body is compressed (${encoding}). Send it uncompressed.`);
  }
  return limitedBody(request, MAX_BODY_BYTES);
}
