import { ActionError } from '@/engine';
import type { ServiceContext } from '../context';
import { Conflict } from '../errors';
import { doesNotExist } from '../not-found';

/** Deletes a model. @throws NotFound @throws Conflict while it is downloading */
export async function removeModel(
  { models }: Pick<ServiceContext, 'models'>,
  { id }: { id: string },
): Promise<{ model_id: string; deleted: boolean; freed_bytes: number }> {
  try {
    const { freedBytes } = await models.registry.deleteAs(id, { force: false, actor: undefined });
    return { model_id: id, deleted: true, freed_bytes: freedBytes };
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    if (error.code === 'no_such_model') throw doesNotExist('model', id);
    throw new Conflict(error.message, { cause: error });
  }
}
