import type { Sql } from 'postgres';
import { ActionError } from '@/engine';
import type { DeletedModel } from '@/engine/models';
import type { ModelStore } from '../adapters/models/model-store';
import type { Actor } from '../store/audit';
import { lockDeployments } from '../store/deployments/lock-deployments';
import { deploymentsOfModel } from '../store/deployments/read-deployments';
import { lockModels } from '../store/models/lock-models';
import { unsharedContents } from '../store/models/model-files';
import type { ModelRow } from '../store/models/model-row';
import { findModel } from '../store/models/read-models';
import { freedByDeleting, markDeleting, removeModel } from '../store/models/remove-models';
import { unknownModel } from './unknown-model';

/** Options and author of a deletion. */
export interface Deletion {
  /** Deletes the model even while a deployment uses it or it is downloading, which cancels the download. */
  readonly force: boolean;
  /** @default the local user */
  readonly actor: Actor | undefined;
}

/**
 * Deletes a model and the contents that no other model has. A repeated deletion returns the first result.
 * @throws ActionError `invalid_params` for an unknown model, `rejected` while it is downloading or in use
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
    throw unknownModel(id);
  }
  await begin(sql, row, force);
  const freedBytes = await lockModels(sql, async (tx) => {
    let freed = 0;
    for (const sha256 of await unsharedContents(tx, id)) freed += await store.remove(sha256);
    await removeModel(tx, { id, actor }, freed);
    return freed;
  });
  return { id, freedBytes };
}

/**
 * Marks a model as being deleted. A lock prevents the concurrent creation of a deployment of it. @throws ActionError
 * `rejected`
 */
async function begin(sql: Sql, { id, name }: Pick<ModelRow, 'id' | 'name'>, force: boolean): Promise<void> {
  await lockDeployments(sql, async (tx) => {
    const users = force ? [] : await deploymentsOfModel(tx, id);
    if (users.length > 0) {
      const [which, them] = users.length === 1 ? ['deployment', 'it'] : ['deployments', 'them'];
      throw inUse(
        `The model ${name} is used by the ${which} ${users.join(', ')}. Delete ${them} first, or delete with force.`,
      );
    }
    if (await markDeleting(tx, id, force)) return;
    throw inUse(`The model ${name} is downloading. Cancel the download first, or delete with force.`);
  });
}

function inUse(message: string): ActionError {
  return new ActionError('rejected', message, { code: 'model_in_use' });
}
