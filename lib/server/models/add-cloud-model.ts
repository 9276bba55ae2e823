import type { Sql } from 'postgres';
import { ActionError, notOneSecret } from '@/engine';
import { CLOUD_PROVIDERS, CLOUD_SOURCE, type CloudModel, cloudBaseUrl } from '@/engine/cloud-models';
import { DEFAULT_MODEL_WAIT_SECONDS } from '@/engine/models';
import type { CloudModelRequest, Http } from '@/engine/ports';
import { sha256Of } from '../adapters/blobs/blob-store';
import { listedModels } from '../adapters/models/cloud/listed-models';
import { newId } from '../ids';
import type { Actor } from '../store/audit';
import { lockModels } from '../store/models/lock-models';
import { storeCloudModel } from '../store/models/store-cloud-model';

/** Number of models that an error message lists. */
const NAMED = 10;

/** Adds a model of a provider, or returns the existing one, after the provider has listed it. @throws ActionError */
export async function addCloudModel(
  { sql, http }: { readonly sql: Sql; readonly http: Http },
  request: CloudModelRequest,
  actor: Actor | undefined,
): Promise<CloudModel> {
  const { provider, model, name = model, baseUrl, owner, signal, secrets } = request;
  const secret = secretOf(request);
  const access = { provider, baseUrl, apiKey: request.apiKey, ...(secrets === undefined ? {} : { secrets }) };
  const listed = await listedModels(http, access, signal);
  if (!listed.includes(model)) throw notListed(request, listed);
  const base = cloudBaseUrl(provider, baseUrl) ?? '';
  const id = await lockModels(sql, (tx) =>
    storeCloudModel(tx, {
      actor,
      row: {
        id: newId('model'),
        name,
        source: CLOUD_SOURCE,
        uri: `${base}/${model}`,
        metadata: request.metadata,
        requestKey: sha256Of(JSON.stringify([CLOUD_SOURCE, name, provider, base, model])),
        request: {
          ...{ files: [], revision: null, sha256: null, maxWaitSeconds: DEFAULT_MODEL_WAIT_SECONDS, secret },
          cloud: { provider, model, baseUrl: baseUrl ?? null },
        },
        runId: owner?.runId ?? null,
        step: owner?.step ?? null,
      },
    }),
  );
  return { id, name, provider, model };
}

/**
 * The name of the secret that holds the key. @throws ActionError `invalid_params` when the key is not a stored secret
 */
function secretOf({ apiKey, secrets = [] }: CloudModelRequest): string | null {
  if (apiKey === undefined) return null;
  const found = secrets.find(({ value, isWritten }) => value === apiKey && isWritten !== true);
  if (found) return found.name;
  const { message, hint } = notOneSecret('api_key');
  throw new ActionError('invalid_params', `${message} ${hint}`, { path: 'params.api_key' });
}

function notListed({ provider, model }: CloudModelRequest, listed: readonly string[]): ActionError {
  const alike = listed.filter((id) => id.includes(model) || model.includes(id));
  const names = [...alike, ...listed.filter((id) => !alike.includes(id))].slice(0, NAMED);
  const more = listed.length > names.length ? ' and others' : '';
  const has = names.length === 0 ? 'It lists no models.' : `It lists ${names.join(', ')}${more}.`;
  return new ActionError(
    'invalid_params',
    `${CLOUD_PROVIDERS[provider].title} does not list the model ${model} for this key. ${has}`,
    { code: 'no_such_model', path: 'params.model_id' },
  );
}
