import { z } from 'zod';
import { Invalid } from '../services/errors';
import type { EventLine } from '../store/load';

/** How often a silent stream says that it lives: proxies cut connections that are idle for 30 to 60 s. */
const HEARTBEAT_MS = 15_000;

const sequence = z.coerce.number().int().min(0);

/** After which event a stream goes on: where the browser's own reconnection says, else `?after=`. @throws Invalid */
export function resumeAfter(request: Request): number {
  const text = request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after') ?? '0';
  const parsed = sequence.safeParse(text);
  if (!parsed.success) throw new Invalid(`"${text}" is not the sequence number of an event.`);
  return parsed.data;
}

/**
 * Sends batches of events as server-sent events, each with its sequence as id, then `event: end`. When `stop` aborts
 * the stream just closes, so that the browser comes back for the rest.
 */
export function eventStream(batches: AsyncGenerator<EventLine[], void>, stop: AbortController): Response {
  const encoder = new TextEncoder();
  let heartbeat: NodeJS.Timeout | undefined;
  const finish = () => clearInterval(heartbeat);
  const leave = () => {
    finish();
    // A generator that nobody asks any more would watch the run for ever.
    batches.return().catch(() => undefined);
  };
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      // Makes headers and first bytes go out before the first event.
      send(': open\n\n');
      heartbeat = setInterval(() => send(': alive\n\n'), HEARTBEAT_MS);
      stop.signal.addEventListener('abort', leave, { once: true });
    },
    async pull(controller) {
      try {
        const { done, value } = await batches.next();
        if (!done) return controller.enqueue(encoder.encode(value.map(message).join('')));
        if (!stop.signal.aborted) controller.enqueue(encoder.encode('event: end\ndata: {}\n\n'));
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      // Whatever listens for the end of this stream is let go, also when it ended by itself.
      stop.abort();
    },
    cancel() {
      stop.abort();
    },
  });
  return new Response(stream, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      // nginx would otherwise hold events back.
      'x-accel-buffering': 'no',
    },
  });
}

function message({ seq, text }: EventLine): string {
  return `id: ${seq}\ndata: ${text}\n\n`;
}
