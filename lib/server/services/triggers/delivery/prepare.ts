import type { JsonObject, ParamDeclaration } from '@/engine';
import type { Trigger } from '@/lib/contracts/runs';
import type { NewRun } from '../../../store/new-runs';
import type { StoredTrigger } from '../../../store/triggers';
import type { ServiceContext } from '../../context';
import type { Place } from '../../queue-limit';
import { prepareRun } from '../../runs/begin';
import { type NoRun, type Refusal, refusalOf } from './refusal';

/** The run that an event requests. */
export interface RequestedRun {
  readonly trigger: Extract<Trigger, 'webhook' | 'schedule' | 'pipeline'>;
  /** The params, by what the version that runs declares. Templates in them may fail. */
  readonly params: (declared: Readonly<Record<string, ParamDeclaration>>) => JsonObject | Promise<JsonObject>;
  /** What the trigger was notified of, as the run shows it. */
  readonly origin: JsonObject;
}

/** Something that may start a run: a call of a webhook, a due time, a run that ended. */
export interface TriggerEvent {
  readonly trigger: Pick<StoredTrigger, 'id' | 'pipelineId'>;
  /** The same event never starts a second run: a due time, a run that ended, a sender's key. */
  readonly eventKey: string;
  readonly dueAt?: Date | undefined;
  /** The key of a refusal, where the event itself may come again. @default `eventKey` */
  readonly refusedAs?: string;
  /** Starts nothing while a run that the trigger started is under way. */
  readonly skipsOverlap?: boolean;
  /** The run that the event requests, or why it starts none. */
  readonly requested: RequestedRun | Refusal;
}

/** An event whose run is ready to be inserted, with its place in the queue; or without a run. */
export interface PreparedEvent<E extends TriggerEvent> {
  readonly event: E;
  readonly ready: { readonly run: NewRun; readonly place: Place } | NoRun;
}

/**
 * Makes the run of an event ready; nothing is written yet. Whoever calls frees its place in the queue.
 * @throws errors that pass, such as a lost connection: then it may be tried again
 */
export async function prepareEvent<E extends TriggerEvent>(
  ctx: ServiceContext,
  event: E,
): Promise<PreparedEvent<E>> {
  const { trigger, requested } = event;
  if ('outcome' in requested) return { event, ready: { refusal: requested } };
  try {
    const { id: triggerId, pipelineId } = trigger;
    const run = await prepareRun(ctx, { ...requested, pipelineId, triggerId, version: undefined });
    return { event, ready: { run, place: await ctx.queueLimit.reserve(pipelineId) } };
  } catch (error) {
    return { event, ready: refusalOf(error) };
  }
}
