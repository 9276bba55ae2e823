import { DatabaseDamaged } from '../db/embedded/damage';
import { EmbeddedServerError } from '../db/embedded/error';
import { databasesIn } from '../db/embedded/place';
import { ArchiveReader } from './archive-reader';
import { backupsFolder, type FoundBackup, listBackups } from './rotation';

/** The command line in instructions for people. */
const COMMAND = 'npm run -s pipewright --';

/** The newest backup in a data folder with valid checksums. */
export async function newestWhole(dataDir: string): Promise<FoundBackup | undefined> {
  for (const backup of await listBackups(backupsFolder(dataDir))) {
    if (await isWhole(backup.path)) return backup;
  }
  return undefined;
}

async function isWhole(path: string): Promise<boolean> {
  try {
    const archive = await ArchiveReader.open(path);
    await archive.verify().finally(() => archive.close());
    return true;
  } catch {
    // Any defect: an older backup is checked next.
    return false;
  }
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

function restoreCommand({ path }: FoundBackup, dataDir: string): string {
  return `${COMMAND} restore ${quoted(path)} --to ${quoted(dataDir)}`;
}

/** Instructions for a damaged database: which backup to restore, and how. */
export async function restoreAdvice(dataDir: string, data: string): Promise<string> {
  const backup = await newestWhole(dataDir);
  const folder = backupsFolder(dataDir);
  if (!backup) {
    return `${folder} contains no intact backup. First copy ${data} to a safe place, then restore a backup from another place with "${COMMAND} restore FILE".`;
  }
  return `The newest intact backup was made at ${backup.at.toISOString()}. To restore it, stop Pipewright and run: mv ${quoted(data)} ${quoted(`${data}.damaged`)} && ${restoreCommand(backup, dataDir)}`;
}

/** Adds instructions to an error about a damaged database; returns other errors unchanged. */
export async function withAdvice(error: unknown, dataDir: string): Promise<unknown> {
  if (!(error instanceof DatabaseDamaged)) return error;
  const advice = await restoreAdvice(dataDir, error.data);
  return new EmbeddedServerError(`${error.message} ${advice}`, { cause: error });
}

/**
 * Refuses a data folder with backups but without a database: an empty database would look like the loss of
 * all data.
 * @throws EmbeddedServerError naming the newest backup
 */
export async function refuseLost(dataDir: string): Promise<void> {
  if ((await databasesIn(dataDir)).length > 0) return;
  const folder = backupsFolder(dataDir);
  if ((await listBackups(folder)).length === 0) return;
  const backup = await newestWhole(dataDir);
  const how = backup
    ? `To restore the newest one, made at ${backup.at.toISOString()}, run: ${restoreCommand(backup, dataDir)}`
    : `None of them is intact. Restore a backup from another place with "${COMMAND} restore FILE".`;
  throw new EmbeddedServerError(
    `${dataDir} contains backups but no database. ${how} To start with an empty database instead, move ${folder} away.`,
  );
}
