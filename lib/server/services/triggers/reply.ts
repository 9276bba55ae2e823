import type { JsonObject } from '@/engine/json';
import type { RunEvent } from '@/engine/run/events';
import { type EventLine, parseEvent } from '../../store/event-lines';
import { wholeOutputs } from '../../triggers/outputs';
import type { ServiceContext } from '../context';

/** A run as the caller of a webhook knows it. */
export interface HookRun {
  readonly id: string;
  readonly number: number;
}

/** What a webhook answers. */
export type HookAnswer =
  | { readonly kind: 'accepted'; readonly body: { readonly run: HookRun } }
  | {
      readonly kind: 'completed';
      readonly body: { readonly run: HookRun; readonly status: 'completed'; readonly outputs: JsonObject };
    }
  | {
      readonly kind: 'failed';
      readonly body: { readonly run: HookRun; readonly status: string; readonly error: object };
    };

/** Waits for the end of a run and answers what it gave; still under way when the signal aborts, it is accepted. */
export async function replyOf(ctx: ServiceContext, run: HookRun, signal: AbortSignal): Promise<HookAnswer> {
  const end = await endOf(ctx, run.id, signal);
  switch (end?.type) {
    case 'run_completed':
      return {
        kind: 'completed',
        body: { run, status: 'completed', outputs: await wholeOutputs(ctx, end.outputs) },
      };
    case 'run_failed': {
      const { kind, message, code } = end.error;
      const error = { kind, message, ...(code === undefined ? {} : { code }) };
      return { kind: 'failed', body: { run, status: 'failed', error } };
    }
    case 'run_cancelled': {
      const error = { kind: 'cancelled', message: `Run ${run.number} was cancelled.` };
      return { kind: 'failed', body: { run, status: 'cancelled', error } };
    }
    default:
      return { kind: 'accepted', body: { run } };
  }
}

/** The newest event of a run, once it has ended or the signal aborts. */
async function endOf(ctx: ServiceContext, id: string, signal: AbortSignal): Promise<RunEvent | undefined> {
  const { tail, stop } = ctx.feed.watch(id);
  try {
    await tail.look();
    let last: EventLine | undefined;
    let after = Math.max(0, tail.newest - 1);
    for (let batch = await tail.next(after, signal); batch; batch = await tail.next(after, signal)) {
      last = batch.at(-1) ?? last;
      after = last?.seq ?? after;
    }
    return last && parseEvent(last);
  } finally {
    stop();
  }
}
