import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isUnfinished } from './archive-writer';
import { BACKUP_SUFFIX } from './manifest';

const BACKUP_KINDS = ['hourly', 'exit'] as const;

/** Reason for an automatic backup: hourly, or on exit of the server. */
export type BackupKind = (typeof BACKUP_KINDS)[number];

/** Days whose newest backup is retained, in addition to the newest backups. */
const DAYS = 7;

/** Unfinished files are removed after this time, in ms: longer than any backup takes. */
const UNFINISHED_MS = 3_600_000;

const NAME = /^pipewright-(\d{8})T(\d{6})Z(?:-(hourly|exit))?\.pwb$/;

/** A backup in the folder of backups, described by its name. */
export interface FoundBackup {
  readonly path: string;
  readonly at: Date;
  /** Undefined for a manual backup, which is never removed. */
  readonly kind: BackupKind | undefined;
}

/** The default folder of backups. */
export function backupsFolder(dataDir: string): string {
  return join(dataDir, 'backups');
}

/** Name of a backup: "pipewright-20261122T053518Z.pwb", or "…Z-hourly.pwb" for an automatic one. */
export function backupName(at: Date, kind?: BackupKind): string {
  const time = at.toISOString().replace(/[-:]|\.\d+/g, '');
  return `pipewright-${time}${kind ? `-${kind}` : ''}${BACKUP_SUFFIX}`;
}

/** Backups in a folder, newest first, without unfinished ones. */
export async function listBackups(folder: string): Promise<FoundBackup[]> {
  const names = await readdir(folder).catch(() => []);
  const found = names.flatMap((name): FoundBackup[] => {
    const [, day, time, word] = NAME.exec(name) ?? [];
    if (day === undefined || time === undefined) return [];
    const parts = [day.slice(0, 4), day.slice(4, 6), day.slice(6)].join('-');
    const at = new Date(`${parts}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}Z`);
    return [{ path: join(folder, name), at, kind: BACKUP_KINDS.find((each) => each === word) }];
  });
  return found.sort((a, b) => b.at.getTime() - a.at.getTime());
}

/** Automatic backups to remove: all but the newest `keep` and the newest of each of 7 days. */
export function outdated(backups: readonly FoundBackup[], keep: number): FoundBackup[] {
  const own = backups.filter(({ kind }) => kind !== undefined);
  const dayOf = ({ at }: FoundBackup) => at.toISOString().slice(0, 10);
  const days = [...new Set(own.map(dayOf))].slice(0, DAYS);
  const daily = new Set(days.map((day) => own.find((backup) => dayOf(backup) === day)));
  return own.slice(keep).filter((backup) => !daily.has(backup));
}

/** Removes outdated backups and unfinished files of killed processes from a folder. */
export async function rotate(folder: string, keep: number): Promise<void> {
  for (const { path } of outdated(await listBackups(folder), keep)) await rm(path, { force: true });
  for (const name of (await readdir(folder)).filter(isUnfinished)) {
    const path = join(folder, name);
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > UNFINISHED_MS) await rm(path, { force: true });
  }
}
