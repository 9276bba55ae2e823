import type { z } from 'zod';
import type { DeliveryPage, listDeliveriesInput } from '@/lib/contracts/triggers';
import { listDeliveries as listOf } from '../../store/deliveries/history';
import { findTrigger } from '../../store/triggers';
import type { ServiceContext } from '../context';
import { doesNotExist } from '../not-found';

/** A page of the history of a trigger, newest first. @throws NotFound */
export async function listDeliveries(
  ctx: ServiceContext,
  input: z.output<typeof listDeliveriesInput>,
): Promise<DeliveryPage> {
  const page = await listOf(ctx.sql, input);
  if (page.deliveries.length === 0 && !(await findTrigger(ctx.sql, input.triggerId)))
    throw doesNotExist('trigger', input.triggerId);
  return page;
}
