import { wholeNumberText } from '@/lib/contracts/whole-number';
import { Invalid } from '../services/errors';
import type { Watch, WatchEnd } from '../services/runs/watch';
import type { EventLine } from '../store/event-lines';
import type { EventBatch } from '../store/run-tail';

/** Interval of heartbeats: proxies close connections that are idle for 30 to 60 s. */
export const HEARTBEAT_MS = 15_000;

/** Bytes per write. At most two such pieces wait: one here and one in the socket. */
const PIECE_BYTES = 64 * 1024;

/** Headers of a stream of server-sent events. */
export const streamHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // Otherwise nginx buffers events.
  'x-accel-buffering': 'no',
};

const sequence = wholeNumberText({ min: 0 });

/**
 * The event after which a stream resumes: `Last-Event-ID` of a reconnecting browser, otherwise `?after=`.
 * @throws Invalid
 */
export function resumeAfter(request: Request): number {
  const text = request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after') ?? '0';
  const parsed = sequence.safeParse(text);
  if (!parsed.success) {
    throw new Invalid(`"${text}" is not the sequence number of an event. Send its decimal digits alone.`);
  }
  return parsed.data;
}

/**
 * Sends batches of events as server-sent events, each with its sequence as id, then the reason for the end:
 * `event: end` when the run has ended, `event: resync` when the reader lags too far behind. When `stop`
 * aborts, the stream closes without a reason, so that the browser reconnects. Nothing is read for a
 * connection that does not accept data.
 */
export function eventStream(watch: Watch, stop: AbortController): Response {
  const encoder = new TextEncoder();
  let heartbeat: NodeJS.Timeout | undefined;
  let unsent: Uint8Array = new Uint8Array();
  const leave = () => {
    clearInterval(heartbeat);
    // An abandoned generator would watch the run forever.
    watch.return('stopped').catch(() => undefined);
  };
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      // The client has left meanwhile: nothing will read the stream, or cancel it.
      if (stop.signal.aborted) {
        leave();
        controller.close();
        return;
      }
      // Sends the headers before the first event.
      controller.enqueue(encoder.encode(': open\n\n'));
      heartbeat = setInterval(() => {
        // Heartbeats would accumulate on a stuck connection.
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': alive\n\n'));
      }, HEARTBEAT_MS);
      stop.signal.addEventListener('abort', leave, { once: true });
    },
    async pull(controller) {
      try {
        if (unsent.length === 0) {
          const { done, value } = await watch.next();
          if (done) {
            controller.enqueue(encoder.encode(lastWord(value)));
            controller.close();
            stop.abort();
            return;
          }
          unsent = encoded(value);
        }
        controller.enqueue(unsent.subarray(0, PIECE_BYTES));
        unsent = unsent.subarray(PIECE_BYTES);
      } catch (error) {
        controller.error(error);
        stop.abort();
      }
    },
    cancel() {
      stop.abort();
    },
  });
  return new Response(stream, { headers: streamHeaders });
}

function lastWord(end: WatchEnd): string {
  if (end === 'stopped') return ': closing\n\n';
  return `event: ${end === 'ended' ? 'end' : 'resync'}\ndata: {}\n\n`;
}

/** Encodes a batch once for all connections. */
const bytesOfBatches = new WeakMap<EventBatch, Uint8Array>();

function encoded(batch: EventBatch): Uint8Array {
  const known = bytesOfBatches.get(batch);
  if (known) return known;
  const bytes = Buffer.from(batch.map(message).join(''));
  bytesOfBatches.set(batch, bytes);
  return bytes;
}

function message({ seq, text }: EventLine): string {
  return `id: ${seq}\ndata: ${text}\n\n`;
}
