import { join } from 'node:path';
import type { BlobSettings } from '../adapters/blobs/settings';
import type { DatabaseSettings } from '../db/settings';

/**
 * Folders that this process, or the built-in database, writes to: they may lie on several disks. An outside database has
 * its own disk, which cannot be seen from here.
 */
export function writtenFolders({
  databaseUrl,
  blobs,
  dataDir,
}: BlobSettings & Pick<DatabaseSettings, 'databaseUrl' | 'dataDir'>): readonly string[] {
  // Under root the built-in database may stand elsewhere, behind a link of this name.
  const ofDatabase = databaseUrl === undefined ? [dataDir, join(dataDir, 'postgres')] : [];
  return blobs.kind === 'disk' ? [...ofDatabase, join(dataDir, 'blobs')] : ofDatabase;
}
