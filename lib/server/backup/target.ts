import { connect, type DatabaseTarget } from '../db/connect';
import { databasesIn } from '../db/embedded/place';
import { startEmbedded } from '../db/embedded/supervisor';
import { beginRestore, endRestore, isRestoreUnfinished } from '../db/embedded/unfinished';
import { migrationsFolder } from '../db/migrate';
import type { DatabaseSettings } from '../db/settings';
import type { ArchiveReader } from './archive-reader';
import { BackupError } from './error';
import { refuseUsed } from './load';

/** Settings that say where a database is. */

/**
 * Checks the target without changing it.
 * @throws BackupError when it is not empty
 */
export async function refuseUsedTarget(config: DatabaseSettings, archive: ArchiveReader): Promise<void> {
  if (config.databaseUrl !== undefined) {
    const sql = connect({ kind: 'url', url: config.databaseUrl }, { max: 1 });
    await sql
      .begin('read only', (tx) => refuseUsed(tx, archive.manifest.schema))
      .finally(() => sql.end({ timeout: 5 }));
    return;
  }
  const [found] = await databasesIn(config.dataDir);
  if (found === undefined || (await isRestoreUnfinished(config.dataDir))) return;
  throw new BackupError(
    `${found} already contains a database. No changes were made. To replace it, stop Pipewright, move it aside (mv ${found} ${found}.old), and restore again. Or restore into another folder with --to.`,
  );
}

/** The open target of a restore. */
export interface OpenTarget {
  readonly target: DatabaseTarget;
  readonly migrations: string;
}

/** Opens the target database; servers can use a new data folder only after `work` is done. */
export async function withTarget<T>(
  config: DatabaseSettings,
  work: (open: OpenTarget) => Promise<T>,
): Promise<T> {
  const migrations = migrationsFolder(config.root);
  if (config.databaseUrl !== undefined) {
    return work({ target: { kind: 'url', url: config.databaseUrl }, migrations });
  }
  const { dataDir } = config;
  await beginRestore(dataDir);
  const server = await startEmbedded({ root: dataDir, project: config.root });
  const { host, user, database } = server;
  try {
    const result = await work({ target: { kind: 'socket', host, user, database }, migrations });
    await endRestore(dataDir);
    return result;
  } finally {
    await server.stop();
  }
}
