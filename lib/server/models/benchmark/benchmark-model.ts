import type { Sql } from 'postgres';
import { ActionError } from '@/engine';
import type { BenchmarkResult } from '@/engine/benchmark';
import type { BenchmarkRequest, Secrets } from '@/engine/ports';
import type { Download } from '../../adapters/http';
import { streamChat } from '../../adapters/models/cloud/stream-chat';
import type { ModelRow } from '../../store/models/model-row';
import { findModel } from '../../store/models/read-models';
import { measure, type Target } from './measure';

export interface BenchmarkParts {
  readonly sql: Sql;
  readonly secrets: Secrets;
  /** Through the guarded dialer. */
  readonly download: Download;
}

/** Measures a model where it is served. @throws ActionError */
export async function benchmarkModel(
  parts: BenchmarkParts,
  request: BenchmarkRequest,
): Promise<BenchmarkResult> {
  const row = await findModel(parts.sql, request.modelId);
  if (!row) {
    const message = `The model ${request.modelId} does not exist. Check the id on the models page.`;
    throw new ActionError('invalid_params', message, { code: 'no_such_model', path: 'params.model_id' });
  }
  if (row.status !== 'available') {
    const message = `The model ${row.name} is not available (${row.status}). Add it again, or wait for it.`;
    throw new ActionError('rejected', message, { code: 'model_not_available' });
  }
  return measure(await targetOf(parts, row, request), request);
}

/** What serves a model. */
async function targetOf(
  { download, secrets }: BenchmarkParts,
  { name, request: stored }: ModelRow,
  { owner }: BenchmarkRequest,
): Promise<Target> {
  if (!stored?.cloud) {
    throw new ActionError(
      'rejected',
      `The model ${name} has files and no server of its own. Deploy it, add the deployment with cloud_model_add and its address in base_url, and benchmark that model.`,
      { code: 'model_not_served' },
    );
  }
  const { provider, model, baseUrl } = stored.cloud;
  const key =
    stored.secret === null ? undefined : await secrets.reveal(stored.secret, { runId: owner.runId });
  if (stored.secret !== null && !key) {
    throw new ActionError(
      'invalid_params',
      `The secret ${stored.secret} with the key of the model ${name} does not exist. Add it on the secrets page, or add the model again with another key.`,
      { path: 'params.model_id' },
    );
  }
  const access = {
    provider,
    baseUrl: baseUrl ?? undefined,
    apiKey: key?.value,
    ...(key ? { secrets: [key] } : {}),
  };
  return (chat) => streamChat(download, access, { ...chat, model });
}
