import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isUnfinished } from './archive-writer';
import { BACKUP_SUFFIX } from './manifest';

const BACKUP_KINDS = ['hourly', 'exit'] as const;

/** What makes a backup by itself: the hour, or the end of the server. */
export type BackupKind = (typeof BACKUP_KINDS)[number];

/** Days of which the newest backup is kept, besides the newest backups. */
const DAYS = 7;

/** What a writer that was killed left is removed after this time, in ms: the longest that a backup takes. */
const UNFINISHED_MS = 3_600_000;

const NAME = /^pipewright-(\d{8})T(\d{6})Z(?:-(hourly|exit))?\.pwb$/;

/** A backup in the folder of backups, as its name says. */
export interface FoundBackup {
  readonly path: string;
  readonly at: Date;
  /** Undefined for one that a person made: those are never removed. */
  readonly kind: BackupKind | undefined;
}

/** The default folder of backups. */
export function backupsFolder(dataDir: string): string {
  return join(dataDir, 'backups');
}

/** Name of a backup by its time: "pipewright-20261122T053518Z.pwb", or "…Z-hourly.pwb" for one made by itself. */
export function backupName(at: Date, kind?: BackupKind): string {
  const time = at.toISOString().replace(/[-:]|\.\d+/g, '');
  return `pipewright-${time}${kind ? `-${kind}` : ''}${BACKUP_SUFFIX}`;
}

/** Backups of a folder, the newest first. Files with other names, and unfinished ones, are none. */
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

/** Those that may go: all that were made by themselves but the newest `keep`, and the newest of each of 7 days. */
export function outdated(backups: readonly FoundBackup[], keep: number): FoundBackup[] {
  const own = backups.filter(({ kind }) => kind !== undefined);
  const dayOf = ({ at }: FoundBackup) => at.toISOString().slice(0, 10);
  const days = [...new Set(own.map(dayOf))].slice(0, DAYS);
  const daily = new Set(days.map((day) => own.find((backup) => dayOf(backup) === day)));
  return own.slice(keep).filter((backup) => !daily.has(backup));
}

/** Removes what may go from a folder of backups, and what writers that were killed left there. */
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
