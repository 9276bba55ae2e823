import { ActionError } from '@/engine';
import type { Http, HttpResponse } from '@/engine/ports';
import type { Download } from '../../http';
import { OF_NOTHING, type S3Request, sendToS3 } from '../../s3/request';
import { codeOf, elements, sections } from '../../s3/response';
import { type S3Credentials, s3Url, signedHeaders } from '../../s3/sign';
import type { Checksum, SourceRequest } from '../source';
import type { Bucket, ListedObject, StoredObject } from './bucket';
import { hexOf } from './bucket-keys';
import { openHttpFile, strongEtag } from './http-file';

/** Settings of the source `s3`. */
export interface S3SourceSettings {
  /** @default Amazon S3 in the region */
  readonly endpoint: URL | undefined;
  readonly region: string;
  readonly isPathStyle: boolean;
  /** Credentials for steps without their own. */
  readonly credentials: S3Credentials | undefined;
  /** Delays between attempts when the store is busy, in ms. @default those of `sendToS3` */
  readonly waitsMs?: readonly number[];
}

/** Clients of sources. */
export interface SourceClients {
  readonly download: Download;
  readonly http: Http;
}

export interface S3BucketOptions {
  readonly clients: SourceClients;
  readonly store: S3SourceSettings;
  readonly bucket: string;
  readonly request: Pick<SourceRequest, 'signal' | 'secrets'>;
}

const REGION = /^[a-z0-9-]{1,40}$/;

/** A bucket behind the API of Amazon S3. */
export class S3Bucket implements Bucket {
  readonly #options: S3BucketOptions;
  #region: string;

  constructor(options: S3BucketOptions) {
    this.#options = options;
    this.#region = options.store.region;
  }

  async find(key: string): Promise<StoredObject | undefined> {
    const answer = await this.#send({ method: 'HEAD', key, headers: { 'x-amz-checksum-mode': 'ENABLED' } });
    if (answer.status === 404) return undefined;
    const { headers } = this.#succeeded(answer);
    const etag = strongEtag(headers.etag);
    const size = headers['content-length'];
    return {
      size: size === undefined ? undefined : Number(size),
      expected: checksumIn(headers),
      version: etag,
      open: (from, signal) =>
        openHttpFile(this.#options.clients.download, this.#file(key, etag), from, signal),
    };
  }

  async *list(prefix: string): AsyncGenerator<readonly ListedObject[]> {
    let token: string | undefined;
    do {
      const query = {
        'list-type': '2',
        prefix,
        ...(token === undefined ? {} : { 'continuation-token': token }),
      };
      const answer = this.#succeeded(await this.#send({ method: 'GET', query }));
      const list = Buffer.from(answer.body).toString('utf8');
      const keys = sections(list, 'Contents').flatMap((entry) => elements(entry, 'Key').slice(0, 1));
      if (keys.length > 0) yield keys.map((key) => ({ key, load: () => this.#present(key) }));
      const next = elements(list, 'NextContinuationToken')[0];
      // Stops at a store that repeats the same page.
      token = next === token ? undefined : next;
    } while (token !== undefined);
  }

  async #present(key: string): Promise<StoredObject> {
    const object = await this.find(key);
    if (object) return object;
    throw new ActionError(
      'rejected',
      `${this.#name} lists ${key} and does not have it. Add the model again.`,
      {
        code: 'source_changed',
      },
    );
  }

  #file(key: string, etag: string | undefined) {
    const { secrets } = this.#options.request;
    const url = s3Url(this.#place, key);
    const unsigned = {
      'x-amz-content-sha256': OF_NOTHING,
      ...(etag === undefined ? {} : { 'if-match': etag }),
    };
    const { credentials } = this.#options.store;
    return {
      url: url.href,
      headers: async () =>
        credentials
          ? signedHeaders({ method: 'GET', url, headers: unsigned, region: this.#region }, credentials)
          : unsigned,
      version: etag,
      maxRedirects: 0,
      accessAdvice: this.#accessAdvice,
      ...(secrets === undefined ? {} : { secrets }),
    };
  }

  /** Sends a request, and again when the store states that the bucket is in another region. */
  async #send(request: S3Request): Promise<HttpResponse> {
    const answer = await this.#attempt(request);
    const region = answer.headers['x-amz-bucket-region'];
    if (answer.status < 300 || region === undefined || region === this.#region || !REGION.test(region))
      return answer;
    this.#region = region;
    return this.#attempt(request);
  }

  #attempt(request: S3Request): Promise<HttpResponse> {
    const { clients, store, request: asked } = this.#options;
    const { signal, secrets } = asked;
    const options = {
      ...this.#place,
      region: this.#region,
      credentials: store.credentials,
      http: clients.http,
      signal,
      ...(secrets === undefined ? {} : { secrets }),
      ...(store.waitsMs === undefined ? {} : { waitsMs: store.waitsMs }),
    };
    return sendToS3(options, request);
  }

  get #place() {
    const { store, bucket } = this.#options;
    const endpoint = store.endpoint ?? new URL(`https://s3.${this.#region}.amazonaws.com`);
    return { endpoint, bucket, isPathStyle: store.isPathStyle };
  }

  get #name(): string {
    return `The bucket ${this.#options.bucket} at ${this.#place.endpoint.host}`;
  }

  get #accessAdvice(): string {
    return `Set the parameter token to keys with read permission for the bucket ${this.#options.bucket}.`;
  }

  /** @throws ActionError for a response that is not a success */
  #succeeded(answer: HttpResponse): HttpResponse {
    const { status } = answer;
    if (status >= 200 && status < 300) return answer;
    const code = codeOf(answer) ?? String(status);
    if (status === 401 || status === 403) {
      const message = `${this.#name} refused access (${code}). ${this.#accessAdvice}`;
      throw new ActionError('rejected', message, { code });
    }
    if (status === 404) {
      const message = `${this.#name} does not exist. Check the address.`;
      throw new ActionError('invalid_params', message, { code, path: 'params.model_uri' });
    }
    const isBusy = status >= 500 || status === 429;
    const advice = isBusy ? 'Try again later.' : 'Check the address and the settings of the store.';
    throw new ActionError(
      isBusy ? 'connection_error' : 'rejected',
      `${this.#name} returned ${code}. ${advice}`,
      {
        code,
      },
    );
  }
}

/** The strongest checksum of the whole object in a response. */
function checksumIn(headers: HttpResponse['headers']): Checksum | undefined {
  const stated = googleHashes(headers['x-goog-hash']);
  const isWhole = headers['x-amz-checksum-type'] !== 'COMPOSITE';
  const found: Record<Exclude<Checksum['algorithm'], 'git_sha1'>, string | undefined> = {
    sha256: isWhole ? hexOf(headers['x-amz-checksum-sha256'], 32) : undefined,
    md5: hexOf(stated.md5, 16) ?? md5Etag(headers),
    crc32c: hexOf(stated.crc32c ?? (isWhole ? headers['x-amz-checksum-crc32c'] : undefined), 4),
  };
  for (const algorithm of ['sha256', 'md5', 'crc32c'] as const) {
    const hex = found[algorithm];
    if (hex !== undefined) return { algorithm, hex };
  }
  return undefined;
}

/**
 * The ETag if it is an MD5, as for objects that were uploaded in one part and are not encrypted with a customer key.
 */
function md5Etag(headers: HttpResponse['headers']): string | undefined {
  const encryption = headers['x-amz-server-side-encryption'];
  const isOther =
    (encryption !== undefined && encryption !== 'AES256') ||
    headers['x-amz-server-side-encryption-customer-algorithm'] !== undefined;
  return isOther ? undefined : /^"([0-9a-f]{32})"$/.exec(headers.etag ?? '')?.[1];
}

/** Google states both hashes in one header: `crc32c=…,md5=…`. */
function googleHashes(header: string | undefined): Readonly<Record<string, string>> {
  const parts = (header ?? '').split(',').map((part) => part.trim().split(/=(.*)/s, 2));
  return Object.fromEntries(parts.map(([name = '', value = '']) => [name, value]));
}
