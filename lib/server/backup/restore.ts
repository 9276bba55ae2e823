import type { BlobStore } from '../adapters/blobs/blob-store';
import type { BlobSettings } from '../adapters/blobs/settings';
import { connect } from '../db/connect';
import { knowsMigration, migrateDatabase, migrationsFolder } from '../db/migrate';
import type { DatabaseSettings } from '../db/settings';
import { createBlobs } from '../files';
import type { KeySettings } from '../secrets';
import { ArchiveReader } from './archive-reader';
import { BackupError } from './error';
import { type KeyState, missingKeys, unreadableSecrets } from './keys';
import { loadTables, prepareTables } from './load';
import type { Manifest } from './manifest';
import { type OpenTarget, refuseUsedTarget, withTarget } from './target';

/** Settings of the target installation. */
export type RestoreConfig = DatabaseSettings & BlobSettings & KeySettings;

/** The result of a restore or dry run. */
export interface Restored {
  readonly manifest: Manifest;
  readonly keys: KeyState;
  /** Referenced contents that are missing in the store; unknown before a restore. */
  readonly absentBlobs: number;
}

/**
 * Restores a backup into an empty database or data folder. Verifies all checksums before it writes anything.
 * @param options `isDryRun` stops before the first write
 * @throws BackupError when the backup is damaged or too new, or the target is not empty
 */
export async function restoreBackup(
  path: string,
  config: RestoreConfig,
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<Restored> {
  const archive = await ArchiveReader.open(path);
  try {
    const { manifest } = archive;
    await refuseNewer(manifest, config.root);
    await refuseUsedTarget(config, archive);
    await archive.verify();
    const missing = await missingKeys(config, manifest.key_ids);
    if (isDryRun) {
      const absentBlobs = manifest.blobs_missing.length;
      return { manifest, keys: { missing, unreadable: [] }, absentBlobs };
    }
    const { unreadable, absentBlobs } = await withTarget(config, (open) => fill(open, archive, config));
    return { manifest, keys: { missing, unreadable }, absentBlobs };
  } finally {
    await archive.close();
  }
}

/** @throws BackupError when a newer release wrote it */
async function refuseNewer({ schema, release }: Manifest, root: string): Promise<void> {
  if (await knowsMigration(migrationsFolder(root), schema)) return;
  throw new BackupError(
    `The backup was made by Pipewright ${release}, whose tables are newer than those of this release. Update Pipewright, then restore it.`,
  );
}

async function fill({ target, migrations }: OpenTarget, archive: ArchiveReader, config: RestoreConfig) {
  const sql = connect(target, { max: 2 });
  try {
    await prepareTables(sql, migrations, archive.manifest.schema);
    // Contents first, so that rows never refer to missing contents.
    const absentBlobs = await putBlobs(createBlobs(config, sql), archive);
    await loadTables(sql, archive);
    await migrateDatabase(target, migrations);
    return { absentBlobs, unreadable: await unreadableSecrets(sql, config) };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * Stores the contents of the backup.
 * @returns how many referenced contents are missing
 */
async function putBlobs(blobs: BlobStore, archive: ArchiveReader): Promise<number> {
  const { blobs: contents, blobs_included, blobs_missing } = archive.manifest;
  let absent = blobs_missing.length;
  for (const content of contents) {
    if (blobs_included) await blobs.put(content.sha256, await archive.blob(content));
    else if (!(await blobs.has(content.sha256))) absent += 1;
  }
  return absent;
}
