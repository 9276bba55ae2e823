import type { EventBatch, RunTail } from '../../store/run-tail';
import type { ServiceContext } from '../context';
import { Unavailable } from '../errors';
import { noSuchRun } from './missing';

/** Streams that one process keeps open: about 60 kB each, and an answer to every one of them for each batch. */
const MAX_WATCHERS = 2000;

/** Which run to watch, and from where. */
export interface WatchRunInput {
  readonly id: string;
  /** The last event that is known. */
  readonly after: number;
  /** Ends the watch. */
  readonly signal: AbortSignal;
  /** Who is further behind than this many events is told so instead of being sent all of them. @default never */
  readonly mostBehind?: number;
}

/** Why a watch is over: the run has ended and everything was given, the signal aborted, or there is too much to send. */
export type WatchEnd = 'ended' | 'stopped' | 'behind';

/** Batches of events, then the reason why there are no more. */
export type Watch = AsyncGenerator<EventBatch, WatchEnd>;

/**
 * The events of a run after `after`, first those there are, then those to come, a batch at a time. Nothing is read until
 * it is asked for, and what several watchers of this process ask for is read once.
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
    // The turn that puts the generator inside of `try`: one that was never asked would not run its `finally`.
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
