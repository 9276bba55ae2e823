import { join } from 'node:path';
import type { Sql } from 'postgres';
import type { BlobStore } from '../adapters/blobs/blob-store';
import { createDiskBlobs } from '../adapters/blobs/disk-blobs';
import { createS3Blobs } from '../adapters/blobs/s3-blobs';
import type { BlobSettings } from '../adapters/blobs/settings';
import { storageHttp } from '../adapters/blobs/storage-http';
import { createDatabaseBlobs } from './database-blobs';

export { createFileStore, expiryText, missingText } from './file-store';
export { createLocalFiles } from './local-files';
export { startSweeping } from './sweep';

/** The configured blob store. */
export function createBlobs(
  { blobs, dataDir }: BlobSettings & { readonly dataDir: string },
  sql: Sql,
): BlobStore {
  switch (blobs.kind) {
    case 'disk':
      return createDiskBlobs({ root: join(dataDir, 'blobs') });
    case 'database':
      return createDatabaseBlobs(sql);
    case 's3': {
      const { accessKeyId, secretAccessKey, ...address } = blobs;
      const credentials = { accessKeyId, secretAccessKey };
      return createS3Blobs({ ...address, credentials, http: storageHttp(blobs.endpoint) });
    }
  }
}
