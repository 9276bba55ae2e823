import { statfs } from 'node:fs/promises';

/** Space that must stay free on a disk, in bytes, so that the database on it keeps working. */
export const RESERVE_BYTES = 200_000_000;

/** Free bytes on the disk of a folder; undefined when the folder does not exist. */
export type FreeBytes = (folder: string) => Promise<number | undefined>;

/** Free space by the system, for unprivileged users. */
export const systemFreeBytes: FreeBytes = async (folder) => {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
};

/** Bytes as whole megabytes. */
export function megabytes(bytes: number): string {
  return `${Math.floor(bytes / 1_000_000)} MB`;
}
