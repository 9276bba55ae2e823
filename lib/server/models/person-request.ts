import { ActionError } from '@/engine';
import type { ModelRequest, Secrets } from '@/engine/ports';
import type { ModelRow } from '../store/models';

type Stored = NonNullable<ModelRow['request']>;

/** A request of a person, as it is stored. */
export interface PersonRequest extends Pick<ModelRow, 'source' | 'uri' | 'name' | 'metadata'> {
  readonly stored: Stored;
}

/** What a person writes is no attempt. */
const NO_OWNER = { runId: '', step: '' };

/** The request with its token and its time limit. @throws ActionError `invalid_params` when the secret does not exist */
export async function requestOf(
  { source, uri, name, metadata, stored }: PersonRequest,
  secrets: Secrets,
): Promise<ModelRequest> {
  const token = stored.secret === null ? undefined : await secrets.reveal(stored.secret);
  if (stored.secret !== null && !token) {
    throw new ActionError(
      'invalid_params',
      `The secret ${stored.secret} does not exist. Choose another one, or add it on the secrets page.`,
    );
  }
  return {
    source,
    uri,
    shownUri: uri,
    name,
    metadata,
    files: stored.files,
    ...(stored.revision === null ? {} : { revision: stored.revision }),
    ...(stored.sha256 === null ? {} : { sha256: stored.sha256 }),
    ...(token ? { token: token.value, secrets: [token] } : {}),
    signal: timeLimit(stored.maxWaitSeconds),
    owner: NO_OWNER,
    log: () => undefined,
  };
}

function timeLimit(seconds: number): AbortSignal {
  const limit = new AbortController();
  const message = `The download took longer than ${seconds} s. Fetch the model again to resume.`;
  setTimeout(() => limit.abort(new ActionError('timeout', message)), seconds * 1000).unref();
  return limit.signal;
}
