import { deleteSearch } from '../../store/saved-searches';
import type { ServiceContext } from '../context';
import { doesNotExist } from '../not-found';

/** Deletes a saved search. @throws NotFound */
export async function removeSearch(ctx: ServiceContext, { id }: { id: string }): Promise<{ id: string }> {
  if ((await deleteSearch(ctx.sql, id)) === 'missing') throw doesNotExist('saved search', id);
  return { id };
}
