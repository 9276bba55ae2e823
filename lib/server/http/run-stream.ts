import type { Call } from './handle';
import { eventStream, resumeAfter } from './sse';

/** Answers the events of a run as a stream: those there are, then those to come. */
export async function streamRun({ app, request, params }: Call<{ id: string }>): Promise<Response> {
  const stop = new AbortController();
  const onAbort = () => stop.abort();
  request.signal.addEventListener('abort', onAbort, { once: true });
  app.closing.addEventListener('abort', onAbort, { once: true });
  stop.signal.addEventListener('abort', () => app.closing.removeEventListener('abort', onAbort));
  const input = { id: params.id, after: resumeAfter(request), signal: stop.signal };
  try {
    return eventStream(await app.runs.watch(input), stop);
  } catch (error) {
    stop.abort();
    throw error;
  }
}
