import { z } from 'zod';
import { ActionError } from '@/engine';
import type { Checksum, Source, SourceRequest } from '../source';
import { type Bucket, type ListedObject, planObjects, type StoredObject } from './bucket';
import { hexOf, keysIn } from './bucket-keys';
import { bearer, openHttpFile } from './http-file';
import { S3Bucket, type SourceClients } from './s3-bucket';

const objectSchema = z.object({
  name: z.string(),
  size: z.string().regex(/^\d{1,15}$/),
  generation: z.string().regex(/^\d{1,20}$/),
  md5Hash: z.string().optional(),
  crc32c: z.string().optional(),
  contentEncoding: z.string().optional(),
});
const listSchema = z.object({
  items: z.array(objectSchema).default([]),
  nextPageToken: z.string().min(1).optional(),
});
type ObjectEntry = z.output<typeof objectSchema>;

const FIELDS = 'name,size,generation,md5Hash,crc32c,contentEncoding';

/**
 * Objects in buckets of Google Cloud Storage: `gs://bucket/key`. A token is a bearer token, or an HMAC key as `<access
 * id>:<secret>` for the S3-compatible API of Google.
 */
export function createGcsSource(clients: SourceClients, endpoint: URL): Source {
  const openBucket = (bucket: string, request: SourceRequest): Bucket => {
    const credentials = request.token === undefined ? undefined : keysIn(request.token);
    if (!credentials) return new GcsBucket({ clients, endpoint, bucket, request });
    const store = { endpoint, region: 'auto', isPathStyle: true, credentials };
    return new S3Bucket({ clients, store, bucket, request });
  };
  return { plan: (request) => planObjects(request, 'gs', (bucket) => openBucket(bucket, request)) };
}

interface GcsBucketOptions {
  readonly clients: SourceClients;
  readonly endpoint: URL;
  readonly bucket: string;
  readonly request: SourceRequest;
}

/** A bucket behind the JSON API of Google Cloud Storage. */
class GcsBucket implements Bucket {
  readonly #options: GcsBucketOptions;

  constructor(options: GcsBucketOptions) {
    this.#options = options;
  }

  async find(key: string): Promise<StoredObject | undefined> {
    const body = await this.#json(this.#url(key, { fields: FIELDS }));
    return body === undefined ? undefined : this.#object(this.#parsed(objectSchema, body));
  }

  async *list(prefix: string): AsyncGenerator<readonly ListedObject[]> {
    let pageToken: string | undefined;
    do {
      const query = { prefix, fields: `nextPageToken,items(${FIELDS})`, ...(pageToken && { pageToken }) };
      const body = await this.#json(this.#url(undefined, query));
      if (body === undefined) {
        const message = `${this.#name} does not exist. Check the address.`;
        throw new ActionError('invalid_params', message, { code: '404', path: 'params.model_uri' });
      }
      const { items, nextPageToken } = this.#parsed(listSchema, body);
      if (items.length > 0)
        yield items.map((entry) => ({ key: entry.name, load: async () => this.#object(entry) }));
      // Stops at a server that repeats the same page.
      pageToken = nextPageToken === pageToken ? undefined : nextPageToken;
    } while (pageToken !== undefined);
  }

  #object(entry: ObjectEntry): StoredObject {
    const { name, size, generation, contentEncoding } = entry;
    if (contentEncoding !== undefined && contentEncoding !== '') {
      throw new ActionError(
        'rejected',
        `${name} is stored compressed (${contentEncoding}), so that it cannot be verified. Store it without Content-Encoding.`,
      );
    }
    const { clients, request } = this.#options;
    const { secrets, token } = request;
    const file = {
      url: this.#url(name, { alt: 'media', generation }).href,
      headers: async () => bearer(token),
      version: generation,
      accessAdvice: this.#accessAdvice,
      ...(secrets === undefined ? {} : { secrets }),
    };
    return {
      size: Number(size),
      expected: checksumOf(entry),
      version: generation,
      open: (from, signal) => openHttpFile(clients.download, file, from, signal),
    };
  }

  #url(key: string | undefined, query: Readonly<Record<string, string>>): URL {
    const { endpoint, bucket } = this.#options;
    const object = key === undefined ? '' : `/${encodeURIComponent(key)}`;
    const url = new URL(`/storage/v1/b/${encodeURIComponent(bucket)}/o${object}`, endpoint);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }

  /** Reads JSON; undefined for status 404. */
  async #json(url: URL): Promise<unknown> {
    const { clients, request } = this.#options;
    const { signal, secrets, token } = request;
    const { status, body } = await clients.http({
      url: url.href,
      method: 'GET',
      headers: bearer(token),
      signal,
      ...(secrets === undefined ? {} : { secrets }),
    });
    if (status === 404) return undefined;
    if (status !== 200) throw this.#refusal(status);
    try {
      return JSON.parse(Buffer.from(body).toString('utf8'));
    } catch (error) {
      throw this.#notTheApi(error);
    }
  }

  #parsed<T>(schema: z.ZodType<T>, body: unknown): T {
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    throw this.#notTheApi(parsed.error);
  }

  #notTheApi(cause: unknown): ActionError {
    return new ActionError(
      'rejected',
      `${this.#options.endpoint.host} did not respond like Google Cloud Storage. Check STORAGE_EMULATOR_HOST.`,
      { cause },
    );
  }

  #refusal(status: number): ActionError {
    const code = String(status);
    if (status === 401 || status === 403) {
      const message = `${this.#name} refused access (${status}). ${this.#accessAdvice}`;
      return new ActionError('rejected', message, { code });
    }
    const isBusy = status >= 500 || status === 429;
    const advice = isBusy ? 'Try again later.' : 'Check the address.';
    const kind = isBusy ? 'connection_error' : 'rejected';
    return new ActionError(kind, `${this.#name} returned ${status}. ${advice}`, { code });
  }

  get #name(): string {
    const { bucket, endpoint } = this.#options;
    return `The bucket ${bucket} at ${endpoint.host}`;
  }

  get #accessAdvice(): string {
    return `Set the parameter token to a token with read permission for the bucket ${this.#options.bucket}: a bearer token, or an HMAC key as <access id>:<secret>.`;
  }
}

/** MD5 if the object has one; composite objects have only CRC-32C. */
function checksumOf({ md5Hash, crc32c }: ObjectEntry): Checksum | undefined {
  const md5 = hexOf(md5Hash, 16);
  if (md5 !== undefined) return { algorithm: 'md5', hex: md5 };
  const crc = hexOf(crc32c, 4);
  return crc === undefined ? undefined : { algorithm: 'crc32c', hex: crc };
}
