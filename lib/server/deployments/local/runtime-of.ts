import type { Sql } from 'postgres';
import { ActionError } from '@/engine';
import { chooseRuntime, type RuntimeOffer } from '../../adapters/runtimes/choose';
import { formatOf } from '../../adapters/runtimes/formats';
import type { Runtime } from '../../adapters/runtimes/runtime';
import { unknownModel } from '../../models/unknown-model';
import { filesOfModel } from '../../store/models/model-files';
import type { ModelFileRow, ModelRow } from '../../store/models/model-row';
import { findModel } from '../../store/models/read-models';

/** Runtimes, and which of them can be started on the cluster. */
interface OfferedRuntimes extends Omit<RuntimeOffer, 'runtimes'> {
  readonly all: readonly Runtime[];
}

/** The runtime of a deployment and the files of its model. @throws ActionError when no runtime can serve the model */
export async function runtimeOf(
  { sql, runtimes }: { readonly sql: Sql; readonly runtimes: OfferedRuntimes },
  { modelId, runtime, gpuCount }: { modelId: string; runtime: string | undefined; gpuCount: number },
): Promise<{ readonly runtime: Runtime; readonly model: ModelRow; readonly files: readonly ModelFileRow[] }> {
  const model = await findModel(sql, modelId);
  if (model?.status !== 'available') throw noModel(modelId, model);
  const files = await filesOfModel(sql, modelId);
  const format = formatOf(files.map(({ path }) => path));
  const chosen = chooseRuntime(
    { model: model.name, format, runtime, gpuCount },
    { ...runtimes, runtimes: runtimes.all },
  );
  return { runtime: chosen, model, files };
}

/** The error for a model without files. */
export function noModel(id: string, model: { readonly name: string; readonly status: string } | undefined) {
  if (!model) return unknownModel(id);
  const message = `The model ${model.name} is not available: its status is ${model.status}. Wait for its download, or fetch it again on the models page.`;
  return new ActionError('invalid_params', message, { code: 'no_such_model', path: 'params.model_id' });
}
