import { findModel } from '../../store/models/read-models';
import { cancelModel as cancel } from '../../store/models/write-downloads';
import type { ServiceContext } from '../context';
import { Conflict } from '../errors';
import { doesNotExist } from '../not-found';

/** Cancels a download. @throws NotFound @throws Conflict when the model is not downloading */
export async function cancelModel(
  { sql }: Pick<ServiceContext, 'sql'>,
  { id }: { id: string },
): Promise<{ id: string }> {
  if (await cancel(sql, id)) return { id };
  const row = await findModel(sql, id);
  if (!row) throw doesNotExist('model', id);
  throw new Conflict(`The model ${row.name} is not downloading. Reload the page to see its state.`);
}
