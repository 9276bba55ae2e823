import type { z } from 'zod';
import type { addTriggerInput, TriggerDetail } from '@/lib/contracts/triggers';
import { newId } from '../../ids';
import { insertTrigger } from '../../store/triggers';
import type { ServiceContext } from '../context';
import { doesNotExist } from '../not-found';
import { newToken } from './address';
import { checkTrigger } from './check';
import { detailOf } from './detail';

/**
 * Adds a trigger to a pipeline.
 * @throws Invalid with `FieldProblem[]` as details
 * @throws NotFound
 */
export async function addTrigger(
  ctx: ServiceContext,
  { pipelineId, trigger }: z.output<typeof addTriggerInput>,
): Promise<TriggerDetail> {
  const text = await checkTrigger(ctx, { pipelineId, trigger });
  const id = newId('trigger');
  const { type } = trigger;
  const token = type === 'webhook' ? await newToken(ctx, id) : undefined;
  if (await insertTrigger(ctx.sql, { ...text, id, pipelineId, type, token })) return detailOf(ctx, id);
  throw doesNotExist('pipeline', pipelineId);
}
