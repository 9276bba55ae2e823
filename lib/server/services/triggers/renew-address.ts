import type { TriggerDetail } from '@/lib/contracts/triggers';
import { replaceToken } from '../../store/triggers';
import type { ServiceContext } from '../context';
import { doesNotExist } from '../not-found';
import { newToken } from './address';
import { detailOf } from './detail';

/**
 * Replaces the address of a webhook; the previous one stops working.
 * @throws NotFound
 * @throws Unavailable without a key
 */
export async function renewAddress(ctx: ServiceContext, { id }: { id: string }): Promise<TriggerDetail> {
  if (!(await replaceToken(ctx.sql, id, await newToken(ctx, id)))) throw doesNotExist('trigger', id);
  return detailOf(ctx, id);
}
