import type { z } from 'zod';
import type { DeliveryPage, listDeliveriesInput } from '@/lib/contracts/triggers';
import { findTrigger, listDeliveries as listOf } from '../../store/triggers';
import type { ServiceContext } from '../context';
import { noTrigger } from './detail';

/** A page of the history of a trigger, newest first. @throws NotFound */
export async function listDeliveries(
  ctx: ServiceContext,
  input: z.output<typeof listDeliveriesInput>,
): Promise<DeliveryPage> {
  const page = await listOf(ctx.sql, input);
  if (page.deliveries.length === 0 && !(await findTrigger(ctx.sql, input.triggerId)))
    throw noTrigger(input.triggerId);
  return page;
}
