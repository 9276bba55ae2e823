import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config';

/** What must stay free on a disk, in bytes: the database on it needs room to go on. */
export const RESERVE_BYTES = 200_000_000;

/** Bytes that are free below a folder; undefined where there is none yet. */
export type FreeBytes = (folder: string) => Promise<number | undefined>;

/** What the system says, of the space that a user without privileges may take. */
export const systemFreeBytes: FreeBytes = async (folder) => {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * Folders that this process, or the built-in database, writes to: they may lie on several disks. An outside database has
 * its own disk, which cannot be seen from here.
 */
export function writtenFolders({
  databaseUrl,
  blobs,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'blobs' | 'dataDir'>): readonly string[] {
  // Under root the built-in database may stand elsewhere, behind a link of this name.
  const ofDatabase = databaseUrl === undefined ? [dataDir, join(dataDir, 'postgres')] : [];
  return blobs.kind === 'disk' ? [...ofDatabase, join(dataDir, 'blobs')] : ofDatabase;
}

/** Bytes as whole megabytes, for people. */
export function megabytes(bytes: number): string {
  return `${Math.floor(bytes / 1_000_000)} MB`;
}
