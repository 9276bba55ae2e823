import { join } from 'node:path';
import type { Sql } from 'postgres';
import type { Config } from '../../config';
import { createHttp } from '../http';
import type { BlobStore } from './blob-store';
import { createDatabaseBlobs } from './database-blobs';
import { createDiskBlobs } from './disk-blobs';
import { createS3Blobs } from './s3-blobs';

export type { BlobStore } from './blob-store';
export { createFileStore, expiryText, missingText } from './file-store';
export { createLocalFiles } from './local-files';
export { startSweeping } from './sweep';

/** The blob store that the settings ask for. */
export function createBlobs({ blobs, dataDir }: Pick<Config, 'blobs' | 'dataDir'>, sql: Sql): BlobStore {
  switch (blobs.kind) {
    case 'disk':
      return createDiskBlobs({ root: join(dataDir, 'blobs') });
    case 'database':
      return createDatabaseBlobs(sql);
    case 's3':
      return createS3Blobs({ ...blobs, http: storageHttp() });
  }
}

/** Largest answer of the storage, in bytes: large values are kept there too. */
const LIMIT_BYTES = 1_000_000_000;

/** Reaches the storage that the settings name. */
function storageHttp() {
  return createHttp({ limitBytes: LIMIT_BYTES });
}
