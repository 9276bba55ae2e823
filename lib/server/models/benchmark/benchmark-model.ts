import type { Sql } from 'postgres';
import { ActionError } from '@/engine';
import type { BenchmarkResult } from '@/engine/benchmark';
import type { BenchmarkRequest, Secrets } from '@/engine/ports';
import type { Download } from '../../adapters/http';
import { streamChat } from '../../adapters/models/cloud/stream-chat';
import type { ModelRow } from '../../store/models/model-row';
import { findModel } from '../../store/models/read-models';
import { unknownModel } from '../unknown-model';
import { measure, type Target } from './measure';
import type { ServedModel, ServeModel } from './served-model';

export interface BenchmarkParts {
  readonly sql: Sql;
  readonly secrets: Secrets;
  /** Under the rules for outgoing connections. */
  readonly download: Download;
  readonly serveModel: ServeModel;
}

/** Benchmarks a model on its replicas or at its provider. @throws ActionError */
export async function benchmarkModel(
  parts: BenchmarkParts,
  request: BenchmarkRequest,
): Promise<BenchmarkResult> {
  const row = await findModel(parts.sql, request.modelId);
  if (!row) throw unknownModel(request.modelId);
  if (row.status !== 'available') {
    const message = `The model ${row.name} is not available (${row.status}). Add it again, or wait for it.`;
    throw new ActionError('rejected', message, { code: 'model_not_available' });
  }
  if (row.request?.cloud) return measure(await providerTarget(parts, row, request), request);
  const { log, owner, signal } = request;
  return parts.serveModel(row.id, { owner, signal }, (served) => {
    log('info', servedBy(served));
    return measure(replicaTarget(row, served), request);
  });
}

function servedBy({ name, replicas, isTemporary }: ServedModel): string {
  if (isTemporary) return 'The model has no active deployment. A temporary replica was started.';
  return `The deployment ${name} is measured, with ${replicas.length} ready replicas.`;
}

/**
 * The replicas of a deployment, round robin. Bypasses the gateway, so that neither rate limit nor queue is measured.
 */
function replicaTarget(row: ModelRow, { name, isExternal, replicas, download }: ServedModel): Target {
  let sent = 0;
  return (chat) => {
    const replica = replicas[sent++ % replicas.length];
    if (!replica) {
      throw new ActionError(
        'connection_error',
        `The deployment ${name} has no ready replica. Check its page, then benchmark the model again.`,
        { code: 'no_ready_replica' },
      );
    }
    const baseUrl = `${replica.url}/v1`;
    const access = { provider: 'openai_compatible', baseUrl, apiKey: undefined } as const;
    return streamChat(download, access, { ...chat, model: isExternal ? row.name : name });
  };
}

/** The provider of a model without files. */
async function providerTarget(
  { download, secrets }: BenchmarkParts,
  { name, request: stored }: ModelRow,
  { owner }: BenchmarkRequest,
): Promise<Target> {
  if (!stored?.cloud) throw new Error(`The model ${name} has no provider.`);
  const { provider, model, baseUrl } = stored.cloud;
  const key =
    stored.secret === null ? undefined : await secrets.reveal(stored.secret, { runId: owner.runId });
  if (stored.secret !== null && !key) {
    throw new ActionError(
      'invalid_params',
      `The secret ${stored.secret} with the key of the model ${name} does not exist. Add it in Settings, or add the model again with another key.`,
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
