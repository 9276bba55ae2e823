import type { Sql } from 'postgres';
import type { BlobStore } from '../adapters/blobs/blob-store';
import { BlobDamaged } from '../adapters/blobs/blob-store';
import { VERSION } from '../release';
import { unreferenced } from '../store/unreferenced';
import { ArchiveWriter } from './archive-writer';
import { type DumpOptions, dumpTables } from './dump';
import { BACKUP_FORMAT, type BlobContent, blobName, type Manifest } from './manifest';

export interface WriteRequest extends DumpOptions {
  readonly sql: Sql;
  /** Path of the new file; must not exist. */
  readonly path: string;
  readonly database: Manifest['database'];
  /** The source of contents; undefined leaves them out. */
  readonly blobs: BlobStore | undefined;
}

/** A finished backup. */
export interface Written {
  readonly path: string;
  /** Of the file, in bytes. */
  readonly size: number;
  readonly manifest: Manifest;
}

/**
 * Writes a backup: first the rows of one snapshot, then every content to which they refer, since the server
 * never removes referenced contents.
 * @throws BackupError when the path is taken
 */
export async function writeBackup(request: WriteRequest): Promise<Written> {
  const { sql, blobs, path, database, ...options } = request;
  const writer = await ArchiveWriter.create(path);
  try {
    const dump = await dumpTables(sql, writer, options);
    const copied = blobs && (await copyBlobs({ ...request, blobs }, dump.blobs, writer));
    const manifest: Manifest = {
      format: BACKUP_FORMAT,
      release: VERSION,
      database,
      ...dump,
      blobs: copied?.copied ?? [...dump.blobs],
      blobs_included: copied !== undefined,
      blobs_missing: copied?.missing ?? [],
    };
    await writer.finish(manifest);
    return { path, size: writer.size, manifest };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

/** Copies contents. `missing` are those still referenced but lost or damaged. */
async function copyBlobs(
  { sql, blobs, pace }: WriteRequest & { readonly blobs: BlobStore },
  wanted: readonly BlobContent[],
  writer: ArchiveWriter,
): Promise<{ copied: BlobContent[]; missing: string[] }> {
  const copied: BlobContent[] = [];
  const gone: string[] = [];
  for (const { sha256 } of wanted) {
    const content = await wholeContent(blobs, sha256);
    if (content) {
      await writer.addCompressed(blobName(sha256), content);
      copied.push({ sha256, bytes: content.length });
    } else gone.push(sha256);
    await pace?.();
  }
  // Contents that expired during the backup are not lost.
  const expired = new Set(gone.length > 0 ? await unreferenced(sql, gone) : []);
  return { copied, missing: gone.filter((sha256) => !expired.has(sha256)) };
}

async function wholeContent(blobs: BlobStore, sha256: string): Promise<Uint8Array | undefined> {
  try {
    return await blobs.get(sha256);
  } catch (error) {
    if (error instanceof BlobDamaged) return undefined;
    throw error;
  }
}
