import { isTerminal } from '@/engine/index';
import { type EventLine, eventLines, PAGE_EVENTS } from '../../store/load';
import { runHeads } from '../../store/runs';
import type { ServiceContext } from '../context';
import { NotFound } from '../errors';

/**
 * The events of a run after `after`, first those there are, then those to come, a batch at a time; ends once the run
 * has ended and everything was given, or when the signal aborts.
 * @throws NotFound
 */
export async function watchRun(
  ctx: ServiceContext,
  input: { id: string; after: number; signal: AbortSignal },
): Promise<AsyncGenerator<EventLine[], void>> {
  const [head] = await runHeads(ctx.sql, [input.id]);
  if (!head) throw new NotFound(`There is no run ${input.id}.`);
  return follow(ctx, input);
}

async function* follow(
  ctx: ServiceContext,
  input: { id: string; after: number; signal: AbortSignal },
): AsyncGenerator<EventLine[], void> {
  const { id, signal } = input;
  const arrivals = arrivalsOf(ctx, id, signal);
  let sent = input.after;
  try {
    while (!signal.aborted) {
      const lines = await eventLines(ctx.sql, id, sent);
      sent = lines.at(-1)?.seq ?? sent;
      if (lines.length > 0) yield lines;
      if (lines.length === PAGE_EVENTS) continue;
      if (isEnd(lines.at(-1)) || (lines.length === 0 && (await hasEnded(ctx, id, sent)))) return;
      await arrivals.after(sent);
    }
  } finally {
    arrivals.stop();
  }
}

/** The last event of every journal. */
function isEnd(line: EventLine | undefined): boolean {
  return line?.type === 'run_completed' || line?.type === 'run_failed' || line?.type === 'run_cancelled';
}

/** The journal of a run that has ended never grows again. */
async function hasEnded(ctx: ServiceContext, id: string, sent: number): Promise<boolean> {
  const [head] = await runHeads(ctx.sql, [id]);
  return !head || (isTerminal(head.status) && head.lastSeq <= sent);
}

/** Waits for news of a run. Watching begins at once, so nothing between a read and the wait is missed. */
function arrivalsOf(ctx: ServiceContext, id: string, signal: AbortSignal) {
  let newest = 0;
  let notify: (() => void) | undefined;
  const stopWatching = ctx.feed.watch(id, (lastSeq) => {
    newest = Math.max(newest, lastSeq);
    notify?.();
  });
  const onAbort = () => {
    newest = Number.POSITIVE_INFINITY;
    notify?.();
  };
  signal.addEventListener('abort', onAbort, { once: true });
  return {
    /** Resolves once there may be events after `seq`, or the signal aborted. */
    async after(seq: number): Promise<void> {
      while (newest <= seq && !signal.aborted) {
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
      }
    },
    stop(): void {
      stopWatching();
      signal.removeEventListener('abort', onAbort);
    },
  };
}
