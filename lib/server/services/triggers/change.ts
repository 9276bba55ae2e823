import type { z } from 'zod';
import type { JsonObject } from '@/engine';
import type { changeTriggerInput, TriggerDetail } from '@/lib/contracts/triggers';
import { triggerInput } from '@/lib/contracts/triggers';
import { findTrigger, updateTrigger } from '../../store/triggers';
import type { ServiceContext } from '../context';
import { Invalid } from '../errors';
import { doesNotExist } from '../not-found';
import { checkTrigger } from './check';
import { detailOf } from './detail';

/**
 * Replaces a trigger except for its type and address.
 * @throws Invalid with `FieldProblem[]` as details
 * @throws NotFound
 */
export async function changeTrigger(
  ctx: ServiceContext,
  { id, trigger }: z.output<typeof changeTriggerInput>,
): Promise<TriggerDetail> {
  const before = await findTrigger(ctx.sql, id);
  if (!before) throw doesNotExist('trigger', id);
  if (before.type !== trigger.type) {
    const message = `The type ${before.type} of a trigger cannot be changed. Add another trigger instead.`;
    throw new Invalid(`type: ${message}`, { details: [{ path: 'trigger.type', message }] });
  }
  const text = await checkTrigger(ctx, { pipelineId: before.pipelineId, trigger, before });
  if (!(await updateTrigger(ctx.sql, id, text))) throw doesNotExist('trigger', id);
  return detailOf(ctx, id);
}

/**
 * Turns a trigger on or off. Times that were due while it was off are ignored.
 * @throws Invalid when it could never fire again
 * @throws NotFound
 */
export async function enableTrigger(
  ctx: ServiceContext,
  { id, enabled }: { id: string; enabled: boolean },
): Promise<TriggerDetail> {
  const before = await findTrigger(ctx.sql, id);
  if (!before) throw doesNotExist('trigger', id);
  if (before.enabled === enabled) return detailOf(ctx, id);
  const { type, name, config } = before;
  const params: JsonObject = before.params;
  if (enabled) return changeTrigger(ctx, { id, trigger: triggerInput.parse({ type, name, config, params }) });
  const sourcePipelineId = 'pipeline_id' in config ? config.pipeline_id : undefined;
  const text = { name, enabled, config, params, nextAt: undefined, sourcePipelineId };
  if (!(await updateTrigger(ctx.sql, id, text))) throw doesNotExist('trigger', id);
  return detailOf(ctx, id);
}
