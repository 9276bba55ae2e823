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
  /** Waits between tries of a store that is busy, in ms. @default 200, 800 and 2000 */
  readonly waitsMs?: readonly number[];
}

/** One request to the store; signed anew for every try. */
export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Of the object; the bucket itself without one. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Of the body, in hex: the store refuses what arrives damaged. */
  readonly sha256?: string;
}

/** SHA-256 of no content. */
const OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const WAITS_MS = [200, 800, 2000];

/** Longest time that one try may take, in ms. */
const TRY_MS = 120_000;

/** Sends a request, again where the store is busy or the connection broke. @throws ActionError */
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
    // A compressed answer would be another content.
    headers: { ...Object.fromEntries(signed.headers), 'accept-encoding': 'identity' },
    signal: AbortSignal.timeout(TRY_MS),
    maxRedirects: 0,
    ...(body ? { body } : {}),
  });
}
