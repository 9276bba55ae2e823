import {
  isJsonObject,
  type Json,
  type JsonObject,
  ownProperty,
  type SentTrace,
  templateTexts,
  traceHeaders,
} from '@/engine';
import { finishedTrigger, MAX_CHAIN, triggerParams } from '@/engine/triggers';
import { finishedConfigSchema } from '@/lib/contracts/triggers';
import {
  type AnnouncedRun,
  clearAnnounced,
  takeAnnounced,
  triggersOfSource,
} from '../../../store/deliveries/announced-runs';
import { readRunTrace } from '../../../store/run-trace';
import type { StoredTrigger } from '../../../store/triggers';
import type { ServiceContext } from '../../context';
import { deliver, internalErrorOf } from './deliver';
import { outputsOf } from './outputs';
import type { RequestedRun } from './prepare';
import type { Refusal } from './refusal';

/**
 * Starts the pipelines that wait for an ended run, in one transaction that also records the notification.
 * False when another scheduler does it.
 */
export async function announceRun(ctx: ServiceContext, run: AnnouncedRun): Promise<boolean> {
  const waiting = (await triggersOfSource(ctx.sql, run.pipelineId)).filter((trigger) => counts(trigger, run));
  let read: Promise<JsonObject> | undefined;
  const payload = () => {
    read ??= payloadOf(ctx, run, waiting);
    return read;
  };
  const sent = waiting.length === 0 ? {} : await traceAfter(ctx, run);
  const events = waiting.map((trigger) => ({
    trigger,
    eventKey: `run ${run.id}`,
    requested: requestedRun(ctx, { trigger, run, payload, sent }),
  }));
  let isTaken = false;
  const delivered = await deliver(ctx, events, async (tx) => {
    isTaken = await takeAnnounced(tx, run.id);
    if (isTaken) await clearAnnounced(tx, run.id);
    return isTaken ? events : [];
  });
  for (const { outcome } of delivered) {
    const error = internalErrorOf(outcome);
    if (error !== undefined) throw error;
  }
  return isTaken;
}

function counts({ config }: StoredTrigger, { status }: AnnouncedRun): boolean {
  const read = finishedConfigSchema.safeParse(config);
  return read.success && read.data.statuses.some((each) => each === status);
}

/** Outputs may be large, so they are read only if a template may use them. */
async function payloadOf(
  ctx: ServiceContext,
  run: AnnouncedRun,
  waiting: readonly StoredTrigger[],
): Promise<JsonObject> {
  const { pipelineId, pipelineName, id, number, status, error } = run;
  const readsOutputs = waiting.some(({ params }) => templateTexts(params).length > 0);
  return finishedTrigger({
    id,
    number,
    status,
    error,
    outputs: readsOutputs ? await outputsOf(ctx, run) : {},
    pipeline: { id: pipelineId, name: pipelineName },
  });
}

function requestedRun(
  ctx: ServiceContext,
  {
    trigger,
    run,
    payload,
    sent,
  }: { trigger: StoredTrigger; run: AnnouncedRun; payload: () => Promise<JsonObject>; sent: SentTrace },
): RequestedRun | Refusal {
  const chain = chainOf(run.origin) + 1;
  if (chain > MAX_CHAIN) {
    const detail = `${MAX_CHAIN} pipelines have started each other in a row, the last one is "${run.pipelineName}". Check the triggers for a cycle.`;
    return { outcome: 'refused', reason: 'chain_too_long', detail };
  }
  return {
    trigger: 'pipeline',
    params: async () =>
      triggerParams({
        params: trigger.params,
        trigger: await payload(),
        now: ctx.now().toISOString(),
      }),
    origin: { run_id: run.id, run_number: run.number, pipeline_id: run.pipelineId, chain },
    sent,
  };
}

/** The trace that runs started by an ended run continue. */
async function traceAfter({ sql }: ServiceContext, { id }: AnnouncedRun): Promise<SentTrace> {
  return traceHeaders({ runId: id, trace: await readRunTrace(sql, id) });
}

/** How many pipelines have started each other up to a run. */
function chainOf(origin: Json): number {
  const chain = isJsonObject(origin) ? ownProperty(origin, 'chain') : undefined;
  return typeof chain === 'number' ? chain : 0;
}
