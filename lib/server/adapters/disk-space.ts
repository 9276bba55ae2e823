import { statfs } from 'node:fs/promises';

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

/** Bytes as whole megabytes, for people. */
export function megabytes(bytes: number): string {
  return `${Math.floor(bytes / 1_000_000)} MB`;
}
