import type { Sql } from 'postgres';
import { ActionError } from '@/engine';
import type { DeletedModel } from '@/engine/models';
import type { ModelStore } from '../adapters/models/model-store';
import type { Actor } from '../store/audit';
import { lockModels } from '../store/models/lock-models';
import { unsharedContents } from '../store/models/model-files';
import { findModel } from '../store/models/read-models';
import { freedByDeleting, markDeleting, removeModel } from '../store/models/remove-models';

/** How a model is deleted, and by whom. */
export interface Deletion {
  /** Even while it is downloading, which ends the download. */
  readonly force: boolean;
  /** @default a person at this machine */
  readonly actor: Actor | undefined;
}

/**
 * Deletes a model and the contents that no other model has. One that is deleted already answers as it did then.
 * @throws ActionError `invalid_params` when there never was one, `rejected` while it is downloading
 */
export async function deleteModel(
  { sql, store }: { readonly sql: Sql; readonly store: ModelStore },
  id: string,
  { force, actor }: Deletion,
): Promise<DeletedModel> {
  const row = await findModel(sql, id);
  if (!row) {
    const freedBytes = await freedByDeleting(sql, id);
    if (freedBytes !== undefined) return { id, freedBytes };
    throw new ActionError(
      'invalid_params',
      `The model ${id} does not exist. Check the id on the models page.`,
      { code: 'no_such_model', path: 'params.model_id' },
    );
  }
  if (!(await markDeleting(sql, id, force))) {
    throw new ActionError(
      'rejected',
      `The model ${row.name} is downloading. Cancel the download first, or delete with force.`,
      { code: 'model_in_use' },
    );
  }
  const freedBytes = await lockModels(sql, async (tx) => {
    let freed = 0;
    for (const sha256 of await unsharedContents(tx, id)) freed += await store.remove(sha256);
    await removeModel(tx, { id, actor }, freed);
    return freed;
  });
  return { id, freedBytes };
}
