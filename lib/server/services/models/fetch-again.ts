import { MASK } from '@/engine';
import { CLOUD_SOURCE } from '@/engine/cloud-models';
import { DEFAULT_MODEL_WAIT_SECONDS } from '@/engine/models';
import { findModel } from '../../store/models/read-models';
import type { ServiceContext } from '../context';
import { Conflict } from '../errors';
import { doesNotExist } from '../not-found';

/** Starts a failed download again, with its original request. @throws NotFound @throws Conflict */
export async function fetchModelAgain(
  { sql, models }: Pick<ServiceContext, 'sql' | 'models'>,
  { id }: { id: string },
): Promise<{ id: string }> {
  const row = await findModel(sql, id);
  if (!row) throw doesNotExist('model', id);
  if (row.status !== 'error' || row.source === CLOUD_SOURCE) {
    throw new Conflict(`The model ${row.name} has no error. Only a failed download can be fetched again.`);
  }
  if (row.uri.includes(MASK)) {
    throw new Conflict('The address of the model contains a secret. Run the step that adds it again.');
  }
  const { source, uri, name, metadata, request } = row;
  const { revision, sha256 } = request ?? {};
  const started = await models.add({
    ...{ source, uri, name, metadata },
    files: request?.files ?? [],
    secret: request?.secret ?? null,
    maxWaitSeconds: request?.maxWaitSeconds ?? DEFAULT_MODEL_WAIT_SECONDS,
    ...(revision ? { revision } : {}),
    ...(sha256 ? { sha256 } : {}),
  });
  return { id: started };
}
