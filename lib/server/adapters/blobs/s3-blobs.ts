import type { HttpResponse } from '@/engine/ports';
import { type HashedBucket, olderHashes } from '../s3/hashes';
import { type S3Request, sendToS3 } from '../s3/request';
import { codeOf } from '../s3/response';
import { type StoreTexts, successOf } from '../s3/success';
import { type BlobStore, intact, piecesOf, placeOf } from './blob-store';

const TEXTS: StoreTexts = {
  store: 'file storage',
  url: 'FILES_URL',
  keys: 'FILES_ACCESS_KEY_ID, FILES_SECRET_ACCESS_KEY',
};

/** Blobs as objects `<prefix>ab/cdef…` in a bucket of Amazon S3 or a compatible store. */
export function createS3Blobs(options: HashedBucket): BlobStore {
  const keyOf = (sha256: string) => `${options.prefix}${placeOf(sha256).join('/')}`;
  const send = (request: S3Request) => sendToS3(options, request);
  const succeeded = (answer: HttpResponse) => successOf(answer, options, TEXTS);
  const remove = async (sha256: string) => {
    const answer = await send({ method: 'DELETE', key: keyOf(sha256) });
    if (answer.status !== 404) succeeded(answer);
  };
  const changedAt = async (sha256: string) => {
    const answer = await send({ method: 'HEAD', key: keyOf(sha256) });
    if (answer.status === 404) return undefined;
    return new Date(succeeded(answer).headers['last-modified'] ?? Date.now());
  };
  return {
    has: async (sha256) => (await changedAt(sha256)) !== undefined,
    put: async (sha256, content) => {
      // The signature covers one length and one hash.
      const body = content instanceof Uint8Array ? content : Buffer.concat(piecesOf(content));
      succeeded(await send({ method: 'PUT', key: keyOf(sha256), body, sha256 }));
    },
    get: async (sha256) => {
      const answer = await send({ method: 'GET', key: keyOf(sha256) });
      if (codeOf(answer) === 'NoSuchKey') return undefined;
      return intact(sha256, succeeded(answer).body);
    },
    read: async (sha256, from, to) => {
      if (to <= from) return new Uint8Array();
      const answer = await send({
        method: 'GET',
        key: keyOf(sha256),
        headers: { range: `bytes=${from}-${to - 1}` },
      });
      if (codeOf(answer) === 'NoSuchKey') return undefined;
      // A range beyond the end.
      if (answer.status === 416) return new Uint8Array();
      const { status, body } = succeeded(answer);
      // A store that ignores ranges sends everything.
      return status === 206 ? body : body.subarray(from, to);
    },
    delete: remove,
    deleteOlder: async (sha256, before) => {
      const at = await changedAt(sha256);
      if (at === undefined || at >= before) return false;
      await remove(sha256);
      return true;
    },
    older: (before) => olderHashes(options, before, TEXTS),
    // Objects become visible only when complete, so there are no remains.
    tidy: () => Promise.resolve(),
  };
}
