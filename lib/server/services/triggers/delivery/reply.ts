import type { JsonObject, RunEvent } from '@/engine';
import { type EventLine, parseEvent } from '../../../store/event-lines';
import type { ServiceContext } from '../../context';
import { wholeOutputs } from './outputs';

/** The run in the response of a webhook. */
export interface HookRun {
  readonly id: string;
  readonly number: number;
}

/** The run of a delivery. */
export interface StartedRun {
  readonly run: HookRun;
  /** Set when an earlier call of the same delivery started the run. */
  readonly repeated?: true;
}

/** The response of a webhook. */
export type HookAnswer =
  | { readonly kind: 'accepted'; readonly body: StartedRun }
  /** The call was saved as a test event. */
  | { readonly kind: 'kept'; readonly body: { readonly sample: true } }
  | {
      readonly kind: 'completed';
      readonly body: StartedRun & { readonly status: 'completed'; readonly outputs: JsonObject };
    }
  | {
      readonly kind: 'failed';
      readonly body: StartedRun & { readonly status: string; readonly error: object };
    };

/** Waits for the end of a run and returns its outputs; returns `accepted` when the signal aborts first. */
export async function replyOf(
  ctx: ServiceContext,
  started: StartedRun,
  signal: AbortSignal,
): Promise<HookAnswer> {
  const end = await endOf(ctx, started.run.id, signal);
  switch (end?.type) {
    case 'run_completed':
      return {
        kind: 'completed',
        body: { ...started, status: 'completed', outputs: await wholeOutputs(ctx, end.outputs) },
      };
    case 'run_failed': {
      const { kind, message, code } = end.error;
      const error = { kind, message, ...(code === undefined ? {} : { code }) };
      return { kind: 'failed', body: { ...started, status: 'failed', error } };
    }
    case 'run_cancelled': {
      const error = { kind: 'cancelled', message: `Run ${started.run.number} was cancelled.` };
      return { kind: 'failed', body: { ...started, status: 'cancelled', error } };
    }
    default:
      return { kind: 'accepted', body: started };
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
