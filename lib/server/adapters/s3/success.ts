import { ActionError } from '@/engine';
import type { HttpResponse } from '@/engine/ports';
import type { S3Options } from './request';
import { codeOf } from './response';

/** How errors name a store of this installation and its settings. */
export interface StoreTexts {
  /** Such as `file storage`. */
  readonly store: string;
  /** The setting of the address. */
  readonly url: string;
  /** The settings of the keys, in a list. */
  readonly keys: string;
}

/**
 * The response, if its status is a success.
 * @throws ActionError `rejected` or `connection_error`
 */
export function successOf(
  answer: HttpResponse,
  { endpoint, bucket }: Pick<S3Options, 'endpoint' | 'bucket'>,
  texts: StoreTexts,
): HttpResponse {
  const { status } = answer;
  if (status >= 200 && status < 300) return answer;
  const code = codeOf(answer);
  const said = code === undefined ? String(status) : `${status} ${code}`;
  throw new ActionError(
    status >= 500 || status === 429 ? 'connection_error' : 'rejected',
    `The ${texts.store} at ${endpoint.host} returned ${said} for the bucket ${bucket}. ${adviceFor(status, texts)}`,
    { code: code ?? String(status) },
  );
}

function adviceFor(status: number, { url, keys }: StoreTexts): string {
  if (status >= 500 || status === 429) return 'It may be busy; try again later.';
  if (status === 401 || status === 403) return `Check ${keys} and their permissions.`;
  if (status === 404) return `Create the bucket, or correct ${url}.`;
  return `Check ${url}: its endpoint, region and bucket.`;
}
