import { createHash } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isSignedWith } from '../../s3/testing/signature';
import { crc32c } from '../crc32c';
import { sendFile } from './file-host';
import { ObjectUploads, s3Error, type TestObject } from './object-uploads';

export interface ObjectStoreOptions {
  /** Of every request of the S3 side. */
  readonly secretAccessKey: string;
  /** Of every request of the Google side. */
  readonly token: string;
}

/** Objects on one page of a listing. */
const PAGE = 2;
const GOOGLE = /^\/storage\/v1\/b\/([^/]+)\/o(?:\/([^/]+))?$/;

/** A server with the APIs of Amazon S3 and of Google Cloud Storage, which checks signatures and tokens. */
export class TestObjectStore {
  /** By `<bucket>/<key>`. */
  readonly objects = new Map<string, TestObject>();
  /** Buckets that exist without objects. */
  readonly emptyBuckets = new Set<string>();
  /** Every request, in order. */
  readonly requests: { method: string; path: string; range: string | undefined }[] = [];
  /** Region that the S3 side wants in signatures. */
  region = 'us-east-1';
  /** Writes of the S3 side. */
  readonly uploads = new ObjectUploads(this.objects);
  readonly #options: ObjectStoreOptions;
  readonly #server = http.createServer((request, response) => void this.#answer(request, response));

  private constructor(options: ObjectStoreOptions) {
    this.#options = options;
  }

  static async start(options: ObjectStoreOptions): Promise<TestObjectStore> {
    const store = new TestObjectStore(options);
    await new Promise<void>((done) => store.#server.listen(0, '127.0.0.1', done));
    return store;
  }

  get origin(): URL {
    return new URL(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', this.origin);
    const { method = '', headers } = request;
    this.requests.push({ method, path: url.pathname, range: headers.range });
    if (url.pathname.startsWith('/storage/')) await this.#google(url, request, response);
    else await this.#s3(url, request, response);
  }

  async #s3(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    if (!isSignedWith(this.#options.secretAccessKey, request, body))
      return void s3Error(response, 403, 'SignatureDoesNotMatch');
    if (!request.headers.authorization?.includes(`/${this.region}/s3/`))
      return void s3Error(response, 400, 'AuthorizationHeaderMalformed', {
        'x-amz-bucket-region': this.region,
      });
    const [, bucket = '', ...parts] = url.pathname.split('/');
    const key = decodeURIComponent(parts.join('/'));
    const isWrite = ['PUT', 'POST', 'DELETE'].includes(request.method ?? '');
    if (isWrite)
      return void (await this.uploads.answer(
        { name: `${bucket}/${key}`, query: url.searchParams, body },
        request,
        response,
      ));
    if (!this.#keys(bucket).length && !this.emptyBuckets.has(bucket))
      return void s3Error(response, 404, 'NoSuchBucket');
    if (url.searchParams.has('list-type')) return this.#listS3(bucket, url.searchParams, response);
    const object = this.objects.get(`${bucket}/${key}`);
    if (!object) return void s3Error(response, 404, 'NoSuchKey');
    const etag = etagOf(object);
    if (request.method === 'HEAD')
      return void response.writeHead(200, { etag, ...s3Checksums(object) }).end();
    if ((request.headers['if-match'] ?? etag) !== etag)
      return void s3Error(response, 412, 'PreconditionFailed');
    await sendOrRedirect(object, etag, request, response);
  }

  #listS3(bucket: string, query: URLSearchParams, response: ServerResponse): void {
    const { keys, next } = this.#page(bucket, query.get('prefix') ?? '', query.get('continuation-token'));
    const contents = keys.map(
      (key) =>
        `<Contents><Key>${escaped(key)}</Key><LastModified>${this.#storedAt(bucket, key)}</LastModified></Contents>`,
    );
    const more = next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`;
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(`<ListBucketResult>${contents.join('')}${more}</ListBucketResult>`);
  }

  async #google(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { token } = this.#options;
    if (request.headers.authorization !== `Bearer ${token}`) return void response.writeHead(401).end();
    const [, bucket = '', written] = GOOGLE.exec(url.pathname) ?? [];
    if (!this.#keys(bucket).length) return void response.writeHead(404).end();
    if (written === undefined) return this.#listGoogle(bucket, url.searchParams, response);
    const key = decodeURIComponent(written);
    const object = this.objects.get(`${bucket}/${key}`);
    if (!object) return void response.writeHead(404).end();
    if (url.searchParams.get('alt') !== 'media') return json(response, googleObject(key, object));
    if (url.searchParams.get('generation') !== generationOf(object))
      return void response.writeHead(404).end();
    await sendOrRedirect(object, etagOf(object), request, response);
  }

  #listGoogle(bucket: string, query: URLSearchParams, response: ServerResponse): void {
    const { keys, next } = this.#page(bucket, query.get('prefix') ?? '', query.get('pageToken'));
    const items = keys.flatMap((key) => {
      const object = this.objects.get(`${bucket}/${key}`);
      return object ? [googleObject(key, object)] : [];
    });
    json(response, {
      ...(items.length > 0 && { items }),
      ...(next !== undefined && { nextPageToken: next }),
    });
  }

  #keys(bucket: string): string[] {
    const start = `${bucket}/`;
    return [...this.objects.keys()].flatMap((name) =>
      name.startsWith(start) ? name.slice(start.length) : [],
    );
  }

  #storedAt(bucket: string, key: string): string {
    return (this.objects.get(`${bucket}/${key}`)?.storedAt ?? new Date()).toISOString();
  }

  #page(bucket: string, prefix: string, token: string | null) {
    const from = Number(token ?? 0);
    const all = this.#keys(bucket).filter((key) => key.startsWith(prefix));
    const next = from + PAGE < all.length ? String(from + PAGE) : undefined;
    return { keys: all.slice(from, from + PAGE), next };
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function sendOrRedirect(
  object: TestObject,
  etag: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | void {
  if (object.redirect === undefined) return sendFile(object, etag, request, response);
  response.writeHead(307, { location: object.redirect }).end();
}

const hashOf = (algorithm: 'md5' | 'sha256', { content }: TestObject) =>
  createHash(algorithm).update(content);

function etagOf(object: TestObject): string {
  return `"${hashOf('md5', object).digest('hex')}${object.isComposite ? '-2' : ''}"`;
}

function crcOf({ content }: TestObject): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32c(content));
  return bytes.toString('base64');
}

function s3Checksums(object: TestObject): Record<string, string | number> {
  const length = { 'content-length': object.content.length };
  if (object.hasSha256)
    return { ...length, 'x-amz-checksum-sha256': hashOf('sha256', object).digest('base64') };
  if (!object.isComposite) return length;
  return { ...length, 'x-amz-checksum-crc32c': crcOf(object), 'x-amz-checksum-type': 'FULL_OBJECT' };
}

/** Another one for another content. */
function generationOf(object: TestObject): string {
  return String(hashOf('md5', object).digest().readUInt32BE());
}

function googleObject(name: string, object: TestObject) {
  return {
    name,
    size: String(object.content.length),
    generation: generationOf(object),
    crc32c: crcOf(object),
    ...(object.isComposite ? {} : { md5Hash: hashOf('md5', object).digest('base64') }),
  };
}

function json(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
