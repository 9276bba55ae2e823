import { ActionError } from '@/engine';
import type { HttpResponse } from '@/engine/ports';
import { type S3Options, type S3Request, sendToS3 } from '../s3/request';
import { codeOf, elements, sections } from '../s3/response';
import { type BlobStore, intact, piecesOf, placeOf } from './blob-store';

/** A bucket, and what precedes every key in it. */
export interface S3BlobOptions extends S3Options {
  readonly prefix: string;
}

/** Blobs as objects `<prefix>ab/cdef…` in a bucket of Amazon S3 or a compatible store. */
export function createS3Blobs(options: S3BlobOptions): BlobStore {
  const keyOf = (sha256: string) => `${options.prefix}${placeOf(sha256).join('/')}`;
  const send = (request: S3Request) => sendToS3(options, request);
  const remove = async (sha256: string) => {
    const answer = await send({ method: 'DELETE', key: keyOf(sha256) });
    if (answer.status !== 404) succeeded(answer, options);
  };
  const changedAt = async (sha256: string) => {
    const answer = await send({ method: 'HEAD', key: keyOf(sha256) });
    if (answer.status === 404) return undefined;
    return new Date(succeeded(answer, options).headers['last-modified'] ?? Date.now());
  };
  return {
    has: async (sha256) => (await changedAt(sha256)) !== undefined,
    put: async (sha256, content) => {
      // The signature covers one length and one hash.
      const body = content instanceof Uint8Array ? content : Buffer.concat(piecesOf(content));
      succeeded(await send({ method: 'PUT', key: keyOf(sha256), body, sha256 }), options);
    },
    get: async (sha256) => {
      const answer = await send({ method: 'GET', key: keyOf(sha256) });
      if (codeOf(answer) === 'NoSuchKey') return undefined;
      return intact(sha256, succeeded(answer, options).body);
    },
    delete: remove,
    deleteOlder: async (sha256, before) => {
      const at = await changedAt(sha256);
      if (at === undefined || at >= before) return false;
      await remove(sha256);
      return true;
    },
    older: (before) => older(options, before),
    // Objects become visible only when complete, so there are no remains.
    tidy: () => Promise.resolve(),
  };
}

async function* older(options: S3BlobOptions, before: Date): AsyncGenerator<string[]> {
  let token: string | undefined;
  do {
    const query = {
      'list-type': '2',
      prefix: options.prefix,
      ...(token === undefined ? {} : { 'continuation-token': token }),
    };
    const answer = succeeded(await sendToS3(options, { method: 'GET', query }), options);
    const list = Buffer.from(answer.body).toString('utf8');
    const hashes = sections(list, 'Contents').flatMap((entry) => oldHash(entry, options.prefix, before));
    if (hashes.length > 0) yield hashes;
    [token] = elements(list, 'NextContinuationToken');
  } while (token !== undefined);
}

/** The bucket may contain other objects: blobs are recognised by their names. */
function oldHash(entry: string, prefix: string, before: Date): string[] {
  const [key = ''] = elements(entry, 'Key');
  const [at = ''] = elements(entry, 'LastModified');
  if (!key.startsWith(prefix)) return [];
  const [, folder, name] = /^([0-9a-f]{2})\/([0-9a-f]{62})$/.exec(key.slice(prefix.length)) ?? [];
  if (folder === undefined || name === undefined || !(new Date(at) < before)) return [];
  return [folder + name];
}

/**
 * The response, if its status is a success.
 * @throws ActionError `rejected` or `connection_error`
 */
function succeeded(answer: HttpResponse, { endpoint, bucket }: S3Options): HttpResponse {
  const { status } = answer;
  if (status >= 200 && status < 300) return answer;
  const code = codeOf(answer);
  const said = code === undefined ? String(status) : `${status} ${code}`;
  throw new ActionError(
    status >= 500 || status === 429 ? 'connection_error' : 'rejected',
    `The file storage at ${endpoint.host} returned ${said} for the bucket ${bucket}. ${adviceFor(status)}`,
    { code: code ?? String(status) },
  );
}

function adviceFor(status: number): string {
  if (status >= 500 || status === 429) return 'It may be busy; try again later.';
  if (status === 401 || status === 403) {
    return 'Check FILES_ACCESS_KEY_ID, FILES_SECRET_ACCESS_KEY and their permissions.';
  }
  if (status === 404) return 'Create the bucket, or correct FILES_URL.';
  return 'Check FILES_URL: its endpoint, region and bucket.';
}
