import { templateTexts } from '@/engine';
import { isJsonObject, type Json, type JsonObject, ownProperty } from '@/engine/json';
import { triggerParams } from '@/engine/triggers/params';
import { finishedTrigger, MAX_CHAIN } from '@/engine/triggers/pipeline_finished';
import { finishedConfigSchema } from '@/lib/contracts/triggers';
import { between } from '../../../failpoint';
import {
  type AnnouncedRun,
  clearAnnounced,
  takeAnnounced,
  triggersOfSource,
} from '../../../store/deliveries';
import type { TriggerRow } from '../../../store/triggers';
import type { ServiceContext } from '../../context';
import { type Attempt, attempt, throwInternal } from './attempt';
import { fire } from './fire';
import { outputsOf } from './outputs';

/**
 * Starts the pipelines that wait for a run which has ended. All that follows from its end is written in one transaction,
 * along with the note that it was. False when another scheduler does it.
 */
export async function announceRun(ctx: ServiceContext, run: AnnouncedRun): Promise<boolean> {
  const waiting = (await triggersOfSource(ctx.sql, run.pipelineId)).filter((trigger) => counts(trigger, run));
  let read: Promise<JsonObject> | undefined;
  const payload = () => {
    read ??= payloadOf(ctx, run, waiting);
    return read;
  };
  const ready: { trigger: TriggerRow; attempt: Attempt }[] = [];
  for (const trigger of waiting) {
    ready.push({ trigger, attempt: await attemptOf(ctx, { trigger, run, payload }) });
  }
  const isTaken = await between('delivery', () =>
    ctx.sql.begin(async (tx) => {
      if (!(await takeAnnounced(tx, run.id))) return false;
      for (const each of ready) await fire(tx, { ...each, eventKey: `run ${run.id}` });
      await clearAnnounced(tx, run.id);
      return true;
    }),
  );
  if (!isTaken) return false;
  if (ready.length > 0) ctx.wakeWorker();
  for (const each of ready) throwInternal(each.attempt);
  return true;
}

function counts({ config }: TriggerRow, { status }: AnnouncedRun): boolean {
  const read = finishedConfigSchema.safeParse(config);
  return read.success && read.data.statuses.some((each) => each === status);
}

/** Outputs may be large: they are read only where a template may ask for them. */
async function payloadOf(
  ctx: ServiceContext,
  run: AnnouncedRun,
  waiting: readonly TriggerRow[],
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

async function attemptOf(
  ctx: ServiceContext,
  { trigger, run, payload }: { trigger: TriggerRow; run: AnnouncedRun; payload: () => Promise<JsonObject> },
): Promise<Attempt> {
  const chain = chainOf(run.origin) + 1;
  if (chain > MAX_CHAIN) {
    const detail = `${MAX_CHAIN} pipelines have started each other in a row, the last one is "${run.pipelineName}". Check the triggers for a cycle.`;
    return { refusal: { outcome: 'refused', reason: 'chain_too_long', detail } };
  }
  return attempt(ctx, async () => ({
    pipelineId: trigger.pipelineId,
    version: undefined,
    params: triggerParams({ params: trigger.params, trigger: await payload(), now: ctx.now().toISOString() }),
    trigger: 'pipeline',
    triggerId: trigger.id,
    origin: { run_id: run.id, run_number: run.number, pipeline_id: run.pipelineId, chain },
  }));
}

/** How many pipelines have started each other up to a run. */
function chainOf(origin: Json): number {
  const chain = isJsonObject(origin) ? ownProperty(origin, 'chain') : undefined;
  return typeof chain === 'number' ? chain : 0;
}
