import { ActionError } from '@/engine';

/** An object or a folder of objects in a bucket. */
export interface ObjectAddress {
  readonly bucket: string;
  /** Not percent-encoded; empty for the whole bucket. */
  readonly key: string;
}

const BUCKET = /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/i;

/** Parses `s3://bucket/key`. @throws ActionError `invalid_params` */
export function objectAddress(uri: string, scheme: 's3' | 'gs'): ObjectAddress {
  const [, written = '', bucket = '', key = ''] = /^([a-z0-9]+):\/\/([^/]*)(?:\/(.*))?$/is.exec(uri) ?? [];
  const isKey = !key.split('/').some((part) => part === '.' || part === '..');
  if (written.toLowerCase() === scheme && BUCKET.test(bucket) && isKey) return { bucket, key };
  throw new ActionError(
    'invalid_params',
    `The address does not look like ${scheme}://bucket/folder. Enter the bucket and the key of an object or folder.`,
    { path: 'params.model_uri' },
  );
}
