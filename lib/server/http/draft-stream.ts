import type { DraftHead } from '@/lib/contracts/pipelines';
import type { OpenTab } from '@/lib/contracts/presence';
import { Unavailable } from '../services/errors';
import { doesNotExist } from '../services/not-found';
import { findHead } from '../store/pipeline-head';
import type { RequestContext } from './serve';
import { HEARTBEAT_MS, streamHeaders } from './sse';

/** Limit of open streams of a process. */
const MAX_WATCHERS = 2000;

/**
 * Streams the state of a draft, and the tabs in which the pipeline is open: the current ones, then each change, until the
 * pipeline is deleted. A slow reader gets only the newest state.
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

function draftEvents(
  { app, request, draftFeed, presence }: RequestContext,
  id: string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const ends = AbortSignal.any([request.signal, app.closing]);
  let leave = () => {};
  /** The newest state, and the newest list of tabs, that a slow reader has not got yet. */
  const unsent = new Map<'head' | 'presence', string>();
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
        const offer = (kind: 'head' | 'presence', text: string) => {
          if ((controller.desiredSize ?? 0) > 0) send(text);
          else unsent.set(kind, text);
        };
        const stop = draftFeed.watch(id, (head) => {
          if (head === undefined) return end('event: end\ndata: {}\n\n');
          offer('head', message(head));
        });
        const stopPresence = presence.watch(id, (tabs) => offer('presence', presenceMessage(tabs)));
        const open = presence.tabsOf(id);
        if (open.length > 0) offer('presence', presenceMessage(open));
        leave = () => {
          stop();
          stopPresence();
          clearInterval(heartbeat);
          ends.removeEventListener('abort', onEnd);
        };
        if (ends.aborted) onEnd();
        else ends.addEventListener('abort', onEnd, { once: true });
      },
      pull(controller) {
        for (const text of unsent.values()) controller.enqueue(encoder.encode(text));
        unsent.clear();
      },
      cancel: () => leave(),
    },
    { highWaterMark: 4 },
  );
}

function message({ revision, version, edited }: DraftHead): string {
  return `id: ${revision}\ndata: ${JSON.stringify({ revision, version, edited })}\n\n`;
}

function presenceMessage(tabs: readonly OpenTab[]): string {
  return `event: presence\ndata: ${JSON.stringify({ tabs })}\n\n`;
}
