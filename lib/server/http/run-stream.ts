import { watchRun } from '../services/runs/watch';
import type { RequestContext } from './serve';
import { eventStream, resumeAfter } from './sse';

/** Events by which a reader that supports snapshots may lag before it must fetch one. */
const MOST_BEHIND = 1000;

/**
 * Streams the events of a run: existing ones, then new ones. With `?resync=1`, a reader that lags far behind
 * must fetch a snapshot first.
 */
export async function streamRun(
  ctx: RequestContext,
  { id, resync }: { id: string; resync?: string | undefined },
): Promise<Response> {
  const { app, request } = ctx;
  const stop = new AbortController();
  const onAbort = () => stop.abort();
  request.signal.addEventListener('abort', onAbort, { once: true });
  app.closing.addEventListener('abort', onAbort, { once: true });
  stop.signal.addEventListener('abort', () => app.closing.removeEventListener('abort', onAbort));
  // A client may leave before its request gets here.
  if (request.signal.aborted || app.closing.aborted) onAbort();
  try {
    const watch = await watchRun(ctx, {
      id,
      after: resumeAfter(request),
      signal: stop.signal,
      ...(resync === '1' ? { mostBehind: MOST_BEHIND } : {}),
    });
    return eventStream(watch, stop);
  } catch (error) {
    stop.abort();
    throw error;
  }
}
