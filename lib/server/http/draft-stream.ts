import type { DraftHead } from '@/lib/contracts/pipelines';
import { Unavailable } from '../services/errors';
import { doesNotExist } from '../services/not-found';
import { findHead } from '../store/pipeline-head';
import type { RequestContext } from './serve';
import { HEARTBEAT_MS, streamHeaders } from './sse';

/** Limit of open streams of a process. */
const MAX_WATCHERS = 2000;

/**
 * Streams the state of a draft: the current one, then each change, until the pipeline is deleted. A slow reader gets
 * only the newest state.
 */
export async function streamDraft(ctx: RequestContext, { id }: { id: string }): Promise<Response> {
  if (ctx.draftFeed.watchers >= MAX_WATCHERS) {
    throw new Unavailable(
      `The server streams ${MAX_WATCHERS} open pipelines, which is the limit. Try again in a moment.`,
    );
  }
  if ((await findHead(ctx.sql, id)) === undefined) throw doesNotExist('pipeline', id);
  return new Response(draftEvents(ctx, id), { headers: streamHeaders });
}

function draftEvents({ app, request, draftFeed }: RequestContext, id: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const ends = AbortSignal.any([request.signal, app.closing]);
  let leave = () => {};
  let unsent: string | undefined;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = (text: string) => controller.enqueue(encoder.encode(text));
        const heartbeat = setInterval(() => {
          if ((controller.desiredSize ?? 0) > 0) send(': alive\n\n');
        }, HEARTBEAT_MS);
        const end = (last: string) => {
          leave();
          send(last);
          controller.close();
        };
        const onEnd = () => end(': closing\n\n');
        // Sends the headers before the first state.
        send(': open\n\n');
        const stop = draftFeed.watch(id, (head) => {
          if (head === undefined) return end('event: end\ndata: {}\n\n');
          if ((controller.desiredSize ?? 0) > 0) send(message(head));
          else unsent = message(head);
        });
        leave = () => {
          stop();
          clearInterval(heartbeat);
          ends.removeEventListener('abort', onEnd);
        };
        if (ends.aborted) onEnd();
        else ends.addEventListener('abort', onEnd, { once: true });
      },
      pull(controller) {
        if (unsent === undefined) return;
        controller.enqueue(encoder.encode(unsent));
        unsent = undefined;
      },
      cancel: () => leave(),
    },
    { highWaterMark: 4 },
  );
}

function message({ revision, version, edited }: DraftHead): string {
  return `id: ${revision}\ndata: ${JSON.stringify({ revision, version, edited })}\n\n`;
}
