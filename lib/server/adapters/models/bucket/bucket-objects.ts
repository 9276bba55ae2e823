import type { HttpResponse } from '@/engine/ports';
import type { Download } from '../../http';
import { type HashedBucket, olderHashes } from '../../s3/hashes';
import { OF_NOTHING, type S3Request, sendToS3 } from '../../s3/request';
import { s3Url, signedHeaders } from '../../s3/sign';
import { type StoreTexts, successOf } from '../../s3/success';
import { checkHash } from '../model-store';
import type { OpenedFile, ResumePoint } from '../source';
import { openHttpFile } from '../sources/http-file';

const KEYS = 'MODELS_STORE_ACCESS_KEY_ID, MODELS_STORE_SECRET_ACCESS_KEY';
const TEXTS: StoreTexts = { store: 'model store', url: 'MODELS_STORE_URL', keys: KEYS };

/** A bucket with ranged reads. */
export interface ModelBucketAccess extends HashedBucket {
  readonly download: Download;
}

/** Contents as objects of a bucket, named by their SHA-256. Its methods throw ActionErrors. */
export class BucketObjects {
  readonly #access: ModelBucketAccess;

  constructor(access: ModelBucketAccess) {
    this.#access = access;
  }

  keyOf(sha256: string): string {
    checkHash(sha256);
    return `${this.#access.prefix}${sha256.slice(0, 2)}/${sha256.slice(2)}`;
  }

  /** Size in bytes; undefined when the object does not exist. */
  async sizeOf(sha256: string): Promise<number | undefined> {
    const answer = await this.send({ method: 'HEAD', key: this.keyOf(sha256) });
    if (answer.status === 404) return undefined;
    return Number(this.succeeded(answer).headers['content-length']);
  }

  /** Opens an object at an offset. */
  async open(sha256: string, from: ResumePoint, signal: AbortSignal): Promise<OpenedFile> {
    const { download, region, credentials } = this.#access;
    const url = s3Url(this.#access, this.keyOf(sha256));
    const headers = { 'x-amz-content-sha256': OF_NOTHING };
    const file = {
      url: url.href,
      headers: async () =>
        credentials ? signedHeaders({ method: 'GET', url, headers, region }, credentials) : headers,
      // The name of an object is the hash of its content.
      version: sha256,
      maxRedirects: 0,
      accessAdvice: `Check ${KEYS} and their permissions.`,
    };
    return openHttpFile(download, file, from, signal);
  }

  async remove(sha256: string): Promise<void> {
    const answer = await this.send({ method: 'DELETE', key: this.keyOf(sha256) });
    if (answer.status !== 404) this.succeeded(answer);
  }

  /** Contents that were stored before an instant, in pages. */
  older(before: Date): AsyncIterable<readonly string[]> {
    return olderHashes(this.#access, before, TEXTS);
  }

  send(request: S3Request, signal?: AbortSignal): Promise<HttpResponse> {
    return sendToS3(signal ? { ...this.#access, signal } : this.#access, request);
  }

  /** Returns the response if its status is a success. */
  succeeded(answer: HttpResponse): HttpResponse {
    return successOf(answer, this.#access, TEXTS);
  }

  /** Name of the bucket in error messages. */
  get name(): string {
    return `the bucket ${this.#access.bucket} at ${this.#access.endpoint.host}`;
  }
}
