import { setTimeout as delay } from 'node:timers/promises';
import { ActionError } from '@/engine';
import type { Http, HttpResponse, Outgoing } from '@/engine/ports';
import { deadlineOf } from '../../deadline';
import { type S3Credentials, type S3Place, s3Url, signedHeaders } from './sign';

/** How to reach a bucket of an S3-compatible store. */
export interface S3Options extends S3Place, Partial<Outgoing> {
  readonly region: string;
  /** Undefined for a public bucket. */
  readonly credentials: S3Credentials | undefined;
  readonly http: Http;
  /**
   * Delays between attempts at a busy store, in ms.
   * @default 200, 800 and 2000
   */
  readonly waitsMs?: readonly number[];
}

/** A request to the store; signed again for every attempt. */
export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  /** Of the object; without it, the request is about the bucket. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Further headers, which are signed too. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Of the body, in hex: the store refuses a damaged body. */
  readonly sha256?: string;
}

/** SHA-256 of an empty body. */
export const OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const WAITS_MS = [200, 800, 2000];

/** Timeout of one attempt, in ms. */
const TRY_MS = 120_000;

/**
 * Sends a request; retries when the store is busy or the connection broke.
 * @throws ActionError
 */
export async function sendToS3(options: S3Options, request: S3Request): Promise<HttpResponse> {
  for (const wait of options.waitsMs ?? WAITS_MS) {
    const answer = await attempt(options, request).catch((error: unknown) => {
      if (error instanceof ActionError && error.kind === 'connection_error') return undefined;
      throw error;
    });
    if (answer && !isBusy(answer)) return answer;
    await delay(wait, undefined, options.signal && { signal: options.signal });
  }
  return attempt(options, request);
}

function isBusy({ status }: HttpResponse): boolean {
  return status >= 500 || status === 429;
}

async function attempt(options: S3Options, { method, key, query, body, headers, sha256 }: S3Request) {
  const { region, credentials, http, signal, secrets } = options;
  const url = s3Url(options, key, query);
  const unsigned = { ...headers, 'x-amz-content-sha256': sha256 ?? OF_NOTHING };
  const signed = credentials
    ? await signedHeaders({ method, url, headers: unsigned, region }, credentials)
    : unsigned;
  const limit = deadlineOf(signal, TRY_MS);
  return http({
    url: url.href,
    method,
    // A compressed response would not match the hash.
    headers: { ...signed, 'accept-encoding': 'identity' },
    signal: limit.signal,
    maxRedirects: 0,
    ...(body ? { body } : {}),
    ...(secrets ? { secrets } : {}),
  }).finally(limit.done);
}
