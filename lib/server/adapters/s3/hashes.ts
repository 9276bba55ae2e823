import { type S3Options, sendToS3 } from './request';
import { elements, sections } from './response';
import { type StoreTexts, successOf } from './success';

/** A bucket with objects `<prefix>ab/cdef…` that are named by their SHA-256. */
export interface HashedBucket extends S3Options {
  /** Precedes every key: empty, or ends with a slash. */
  readonly prefix: string;
}

/** SHA-256 of the objects that were stored before an instant, in pages. @throws ActionError */
export async function* olderHashes(
  bucket: HashedBucket,
  before: Date,
  texts: StoreTexts,
): AsyncGenerator<string[]> {
  let token: string | undefined;
  do {
    const query = {
      'list-type': '2',
      prefix: bucket.prefix,
      ...(token === undefined ? {} : { 'continuation-token': token }),
    };
    const answer = successOf(await sendToS3(bucket, { method: 'GET', query }), bucket, texts);
    const list = Buffer.from(answer.body).toString('utf8');
    const hashes = sections(list, 'Contents').flatMap((entry) => oldHash(entry, bucket.prefix, before));
    if (hashes.length > 0) yield hashes;
    [token] = elements(list, 'NextContinuationToken');
  } while (token !== undefined);
}

/** The bucket may contain other objects: contents are recognised by their names. */
function oldHash(entry: string, prefix: string, before: Date): string[] {
  const [key = ''] = elements(entry, 'Key');
  const [at = ''] = elements(entry, 'LastModified');
  if (!key.startsWith(prefix)) return [];
  const [, folder, name] = /^([0-9a-f]{2})\/([0-9a-f]{62})$/.exec(key.slice(prefix.length)) ?? [];
  if (folder === undefined || name === undefined || !(new Date(at) < before)) return [];
  return [folder + name];
}
