import type { JsonObject, ParamDeclaration, SentTrace } from '@/engine';
import type { Trigger } from '@/lib/contracts/runs';
import type { StoredTrigger } from '../../../store/triggers';
import type { ServiceContext } from '../../context';
import { type PreparedRun, prepareRun } from '../../runs/begin';
import { type NoRun, type Refusal, refusalOf } from './refusal';

/** The run that an event requests. */
export interface RequestedRun {
  readonly trigger: Extract<Trigger, 'webhook' | 'schedule' | 'pipeline'>;
  /** The params for the declarations of the version that runs. Templates in them may fail. */
  readonly params: (declared: Readonly<Record<string, ParamDeclaration>>) => JsonObject | Promise<JsonObject>;
  /** The payload of the trigger, shown in the run. */
  readonly origin: JsonObject;
  /** The trace that the run continues. */
  readonly sent?: SentTrace;
}

/** An event that may start a run: a call of a webhook, a due time, an ended run. */
export interface TriggerEvent {
  readonly trigger: Pick<StoredTrigger, 'id' | 'pipelineId'>;
  /** Identifies the event, which never starts a second run: a due time, an ended run, a sender's key. */
  readonly eventKey: string;
  readonly dueAt?: Date | undefined;
  /**
   * The key of a refusal, if the event itself may be sent again.
   * @default `eventKey`
   */
  readonly refusedAs?: string;
  /** Starts no run while a run of the trigger is active. */
  readonly skipsOverlap?: boolean;
  /** The run that the event requests, or why it starts none. */
  readonly requested: RequestedRun | Refusal;
}

/** An event with a prepared run and its place in the queue, or without a run. */
export interface PreparedEvent<E extends TriggerEvent> {
  readonly event: E;
  readonly ready: PreparedRun | NoRun;
}

/**
 * Prepares the run of an event without writing. The caller frees its place in the queue.
 * @throws temporary errors, such as a lost connection: the caller may retry
 */
export async function prepareEvent<E extends TriggerEvent>(
  ctx: ServiceContext,
  event: E,
): Promise<PreparedEvent<E>> {
  const { trigger, requested } = event;
  if ('outcome' in requested) return { event, ready: { refusal: requested } };
  try {
    const { id: triggerId, pipelineId } = trigger;
    const source = { pipelineId, triggerId, version: undefined, breakpoints: 'triggered' } as const;
    const ready = await prepareRun(ctx, { ...requested, ...source });
    return { event, ready };
  } catch (error) {
    return { event, ready: refusalOf(error) };
  }
}
