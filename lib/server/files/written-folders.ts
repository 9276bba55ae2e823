import { join } from 'node:path';
import type { BlobSettings } from '../adapters/blobs/settings';
import type { DatabaseSettings } from '../db/settings';

/**
 * Folders to which this process or the bundled database writes, possibly on several disks. The disk of an
 * external database is not visible.
 */
export function writtenFolders({
  databaseUrl,
  blobs,
  dataDir,
}: BlobSettings & Pick<DatabaseSettings, 'databaseUrl' | 'dataDir'>): readonly string[] {
  // As root, the bundled database may be in another folder, to which a link of this name points.
  const ofDatabase = databaseUrl === undefined ? [dataDir, join(dataDir, 'postgres')] : [];
  return blobs.kind === 'disk' ? [...ofDatabase, join(dataDir, 'blobs')] : ofDatabase;
}
