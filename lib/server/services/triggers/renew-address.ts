import type { TriggerDetail } from '@/lib/contracts/triggers';
import { replaceToken } from '../../store/triggers';
import type { ServiceContext } from '../context';
import { doesNotExist } from '../not-found';
import { newToken } from './address';
import { detailOf } from './detail';

/** Gives a webhook another address; the one it had works no more. @throws NotFound @throws Unavailable without a key */
export async function renewAddress(ctx: ServiceContext, { id }: { id: string }): Promise<TriggerDetail> {
  if (!(await replaceToken(ctx.sql, id, await newToken(ctx, id)))) throw doesNotExist('trigger', id);
  return detailOf(ctx, id);
}
