import type { EventBatch, RunTail } from '../../store/run-tail';
import type { ServiceContext } from '../context';
import { Unavailable } from '../errors';
import { noSuchRun } from './missing';

/** Limit of open streams of a process: each takes about 60 kB and a write for each batch. */
const MAX_WATCHERS = 2000;

export interface WatchRunInput {
  readonly id: string;
  /** The last known event. */
  readonly after: number;
  /** Ends the watch. */
  readonly signal: AbortSignal;
  /**
   * A watcher that lags by more events gets the end `behind` instead of all events.
   * @default no limit
   */
  readonly mostBehind?: number;
}

/**
 * Why a watch has ended: all events of an ended run were sent, the signal aborted, or the watcher lags too
 * far behind.
 */
export type WatchEnd = 'ended' | 'stopped' | 'behind';

/** Batches of events, then the reason for the end. */
export type Watch = AsyncGenerator<EventBatch, WatchEnd>;

/**
 * The events of a run after `after` in batches: existing ones, then new ones. Reads on demand, and once for
 * all watchers of this process.
 * @throws NotFound
 * @throws Unavailable when the process has too many watchers
 */
export async function watchRun(ctx: ServiceContext, input: WatchRunInput): Promise<Watch> {
  if (ctx.feed.watchers >= MAX_WATCHERS) {
    throw new Unavailable(
      `The server streams ${MAX_WATCHERS} live runs, which is the limit. Try again in a moment.`,
    );
  }
  const { tail, stop } = ctx.feed.watch(input.id);
  const isThere = await tail.look().catch((error: unknown) => {
    stop();
    throw error;
  });
  if (isThere) return begun(follow(tail, input, stop));
  stop();
  throw noSuchRun(ctx, input.id);
}

async function* follow(
  tail: RunTail,
  { after, signal, mostBehind = Number.POSITIVE_INFINITY }: WatchRunInput,
  stop: () => void,
): AsyncGenerator<EventBatch, WatchEnd> {
  let sent = after;
  try {
    // Moves the generator into `try`: a generator that was never advanced would not run its `finally`.
    yield [];
    while (tail.newest - sent <= mostBehind) {
      const batch = await tail.next(sent, signal);
      if (!batch) return signal.aborted ? 'stopped' : 'ended';
      yield batch;
      sent = batch.at(-1)?.seq ?? sent;
    }
    return 'behind';
  } finally {
    stop();
  }
}

async function begun(watch: Watch): Promise<Watch> {
  await watch.next();
  return watch;
}
