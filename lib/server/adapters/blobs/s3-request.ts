import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { ActionError } from '@/engine';
import type { Http, HttpResponse } from '@/engine/ports';
import type { S3Address } from './s3-address';

/** How to reach an S3-compatible store. */
export interface S3Options extends S3Address {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly http: Http;
  /**
   * Delays between attempts at a busy store, in ms.
   * @default 200, 800 and 2000
   */
  readonly waitsMs?: readonly number[];
}

/** A request to the store; signed again for every attempt. */
export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Of the object; without it, the request is about the bucket. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Of the body, in hex: the store refuses a damaged body. */
  readonly sha256?: string;
}

/** SHA-256 of an empty body. */
const OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

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
    await delay(wait);
  }
  return attempt(options, request);
}

function isBusy({ status }: HttpResponse): boolean {
  return status >= 500 || status === 429;
}

async function attempt(options: S3Options, { method, key = '', query = {}, body, sha256 }: S3Request) {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey, http } = options;
  const url = new URL(`/${bucket}/${key}`, endpoint);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { 'x-amz-content-sha256': sha256 ?? OF_NOTHING },
    accessKeyId,
    secretAccessKey,
    service: 's3',
    region,
  });
  const signed = await signer.sign();
  return http({
    url: signed.url.href,
    method,
    // A compressed response would not match the hash.
    headers: { ...Object.fromEntries(signed.headers), 'accept-encoding': 'identity' },
    signal: AbortSignal.timeout(TRY_MS),
    maxRedirects: 0,
    ...(body ? { body } : {}),
  });
}
