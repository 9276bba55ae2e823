import { deleteTrigger } from '../../store/triggers';
import type { ServiceContext } from '../context';
import { doesNotExist } from '../not-found';

/** Deletes a trigger with its history; its runs stay. @throws NotFound */
export async function removeTrigger(ctx: ServiceContext, { id }: { id: string }): Promise<{ id: string }> {
  if (await deleteTrigger(ctx.sql, id)) return { id };
  throw doesNotExist('trigger', id);
}
