import type { Sql } from 'postgres';
import { ActionError, toFailure } from '@/engine';
import { CLOUD_SOURCE, type CloudModel, type NewCloudModel } from '@/engine/cloud-models';
import { DEFAULT_MODEL_WAIT_SECONDS, type NewModel } from '@/engine/models';
import type { ModelRequest, Secrets } from '@/engine/ports';
import type { ModelRow } from '../store/models/model-row';
import { findRequested } from '../store/models/read-models';
import { failModel } from '../store/models/write-downloads';
import { requestKeyOf } from './model-request';
import type { ModelRegistry, StoredTerms } from './registry';

/** What downloads for a person depend on. */
export interface PersonDownloads {
  readonly registry: ModelRegistry;
  readonly sql: Sql;
  readonly secrets: Secrets;
  readonly report: (error: unknown, what: string) => void;
}

/** A model that a person adds. */
export type PersonModel = Omit<NewModel, 'token'> & StoredTerms;

/** The owner of a request by a person, which belongs to no run. */
const NO_OWNER = { runId: '', step: '' };

/**
 * Starts the download of a model for a person without waiting for it. A download in progress is not started again.
 * @returns the row of the download
 */
export async function addForPerson(downloads: PersonDownloads, model: PersonModel): Promise<string> {
  const { registry, sql } = downloads;
  const { secret, maxWaitSeconds, ...rest } = model;
  const request: ModelRequest = { ...rest, ...untokened(rest.uri, maxWaitSeconds) };
  const id = await registry.claim(request, { secret, maxWaitSeconds });
  if (id !== undefined) {
    void begin(downloads, id, request, secret);
    return id;
  }
  const row = await findRequested(sql, requestKeyOf(request));
  return row?.id ?? addForPerson(downloads, model);
}

/** A model of a provider that a person adds. */
export interface PersonCloudModel extends Omit<NewCloudModel, 'apiKey'> {
  /** Name of the secret that holds the key. */
  readonly secret: string | undefined;
}

/** Timeout of the model list of a provider, in seconds. */
const LISTING_SECONDS = 30;

/** Adds a model of a provider for a person, once the provider has listed it. @throws ActionError */
export async function addCloudForPerson(
  registry: ModelRegistry,
  secrets: Secrets,
  { secret, ...model }: PersonCloudModel,
): Promise<CloudModel> {
  const key = await tokenOf(secret ?? null, secrets);
  const signal = timeLimit(LISTING_SECONDS, 'The provider did not list its models in time. Try again later.');
  return registry.addCloud({ ...model, signal, ...(key ? { apiKey: key.value, secrets: [key] } : {}) });
}

/** Starts the download of a row that this process has claimed. */
export async function startForPerson(downloads: PersonDownloads, row: ModelRow): Promise<void> {
  const { source, uri, name, metadata, request } = row;
  const {
    files = [],
    revision,
    sha256,
    secret = null,
    maxWaitSeconds = DEFAULT_MODEL_WAIT_SECONDS,
  } = request ?? {};
  if (source === CLOUD_SOURCE) return;
  const asked: ModelRequest = {
    source,
    uri,
    name,
    metadata,
    files,
    ...(revision ? { revision } : {}),
    ...(sha256 ? { sha256 } : {}),
    ...untokened(uri, maxWaitSeconds),
  };
  void begin(downloads, row.id, asked, secret);
}

function untokened(uri: string, seconds: number) {
  return {
    shownUri: uri,
    owner: NO_OWNER,
    log: () => undefined,
    signal: timeLimit(seconds, tooSlow(seconds)),
  };
}

/** Downloads in the background. The row records the result; only internal errors are also logged. */
async function begin(
  { registry, sql, secrets, report }: PersonDownloads,
  id: string,
  request: ModelRequest,
  secret: string | null,
): Promise<void> {
  try {
    const token = await tokenOf(secret, secrets).catch(async (error: unknown) => {
      await failModel(sql, { id, owner: registry.owner }, toFailure(error));
      throw error;
    });
    const more = token ? { token: token.value, secrets: [token] } : {};
    await registry.download(id, { ...request, ...more }, { actor: undefined });
  } catch (error) {
    if (toFailure(error).kind === 'internal') report(error, `The model ${id} could not be downloaded`);
  }
}

async function tokenOf(secret: string | null, secrets: Secrets) {
  const token = secret === null ? undefined : await secrets.reveal(secret);
  if (secret === null || token) return token;
  throw new ActionError(
    'invalid_params',
    `The secret ${secret} does not exist. Add it in Settings, or choose another one.`,
  );
}

function tooSlow(seconds: number): string {
  return `The download took longer than ${seconds} s. Fetch the model again to resume.`;
}

function timeLimit(seconds: number, message: string): AbortSignal {
  const limit = new AbortController();
  setTimeout(() => limit.abort(new ActionError('timeout', message)), seconds * 1000).unref();
  return limit.signal;
}
