import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BlobSettings } from '../adapters/blobs/settings';
import { connect } from '../db/connect';
import type { DatabaseSettings } from '../db/settings';
import { createBlobs } from '../files';
import { reach } from './reach';
import { backupName, backupsFolder } from './rotation';
import { type Written, writeBackup } from './write';

/** Settings of the installation that is backed up. */
export type BackupConfig = DatabaseSettings & BlobSettings;

export interface BackupOptions {
  /**
   * A file or an existing folder.
   * @default the folder `backups` of the data folder
   */
  readonly to?: string | undefined;
  /**
   * Whether contents in S3 are copied too; others always are.
   * @default false
   */
  readonly isWithFiles?: boolean;
}

async function pathFor(to: string | undefined, dataDir: string): Promise<string> {
  const name = backupName(new Date());
  if (to === undefined) return join(backupsFolder(dataDir), name);
  const path = resolve(to);
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? join(path, name) : path;
}

/**
 * Backs up the installation, with or without a running server.
 * @throws BackupError when the file already exists
 * @throws EmbeddedServerError when there is no database
 */
export async function makeBackup(config: BackupConfig, options: BackupOptions = {}): Promise<Written> {
  const { target, leave } = await reach(config);
  const sql = connect(target, { max: 2 });
  try {
    const isCopied = config.blobs.kind !== 's3' || options.isWithFiles === true;
    return await writeBackup({
      sql,
      path: await pathFor(options.to, config.dataDir),
      database: config.databaseUrl === undefined ? 'built_in' : 'url',
      blobs: isCopied ? createBlobs(config, sql) : undefined,
    });
  } finally {
    await sql.end({ timeout: 5 });
    await leave();
  }
}
