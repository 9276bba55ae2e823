import type { Sql } from 'postgres';
import type { ModelState } from '@/engine/models';
import { findModel } from '../store/models/read-models';
import { freedByDeleting } from '../store/models/remove-models';
import { unknownModel } from './unknown-model';

/** The present state of a model, also of a deleted one. @throws ActionError `invalid_params` for an unknown model */
export async function modelState(sql: Sql, id: string): Promise<ModelState> {
  const row = await findModel(sql, id);
  if (row) {
    const { name, status, size, error } = row;
    return { id, name, status, sizeBytes: size ?? 0, error: error?.message };
  }
  if ((await freedByDeleting(sql, id)) === undefined) throw unknownModel(id);
  return { id, name: undefined, status: 'deleted', sizeBytes: 0, error: undefined };
}
