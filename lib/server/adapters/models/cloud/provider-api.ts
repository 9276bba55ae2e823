import { ActionError } from '@/engine';
import { CLOUD_PROVIDERS, type CloudProvider, cloudBaseUrl } from '@/engine/cloud-models';
import type { Outgoing } from '@/engine/ports';

/** Version of the Anthropic API. */
const ANTHROPIC_VERSION = '2023-06-01';

/** A provider with the key for it. */
export interface ProviderAccess extends Pick<Outgoing, 'secrets'> {
  readonly provider: CloudProvider;
  /** Base URL of a compatible server. @default that of the provider */
  readonly baseUrl: string | undefined;
  readonly apiKey: string | undefined;
}

/** A URL below the base URL of the provider. @throws ActionError `invalid_params` */
export function providerUrl({ provider, baseUrl }: ProviderAccess, path: string): URL {
  const base = cloudBaseUrl(provider, baseUrl);
  if (base === undefined) {
    throw new ActionError(
      'invalid_params',
      `${CLOUD_PROVIDERS[provider].title} requires base_url. Set it to the address of the server, for example http://inference.internal:8000/v1.`,
      { path: 'params.base_url' },
    );
  }
  const url = URL.canParse(base) ? new URL(`${base}${path}`) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw new ActionError(
    'invalid_params',
    'The address of the provider starts with neither http:// nor https://. Correct base_url.',
    { path: 'params.base_url' },
  );
}

/** Headers that carry the key. */
export function providerHeaders({ provider, apiKey }: ProviderAccess): Record<string, string> {
  if (CLOUD_PROVIDERS[provider].style === 'anthropic') {
    const key: Record<string, string> = apiKey === undefined ? {} : { 'x-api-key': apiKey };
    return { ...key, 'anthropic-version': ANTHROPIC_VERSION };
  }
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}

/** The error for a refused request. @param host of the provider */
export function providerRefusal(host: string, status: number): ActionError {
  const code = String(status);
  if (status === 401 || status === 403) {
    return new ActionError(
      'rejected',
      `${host} refused the key (${status}). Check the secret in api_key and the permissions of the key.`,
      { code },
    );
  }
  if (status === 404) {
    return new ActionError(
      'rejected',
      `${host} returned status 404. Check base_url: for most servers it ends with /v1.`,
      { code },
    );
  }
  const isBusy = status >= 500 || status === 429;
  return new ActionError(
    isBusy ? 'connection_error' : 'rejected',
    `${host} returned status ${status}. ${isBusy ? 'Try again later.' : 'Check base_url and the provider.'}`,
    { code },
  );
}
