/** The door for backing up, restoring and checking an installation from the command line. */
import { resolve } from 'node:path';
import { ActionError } from '@/engine/errors';
import { type CheckReport, checkInstallation } from './backup/check';
import { BackupError } from './backup/error';
import { type BackupOptions, makeBackup } from './backup/make';
import { type Restored, restoreBackup } from './backup/restore';
import type { Written } from './backup/write';
import { type Config, ConfigError, readServerConfig } from './config';
import { describeTarget } from './db/connect';
import { EmbeddedServerError } from './db/embedded/error';

export type { CheckReport } from './backup/check';
export { type Manifest, rowsOf } from './backup/manifest';
export type { Restored } from './backup/restore';
export type { Written } from './backup/write';

/** Backs up what the settings name. @throws an error that `problemOf` explains */
export function backup(options: BackupOptions): Promise<Written> {
  return makeBackup(readServerConfig(), options);
}

/** Checks what the settings name, or a data folder. @throws an error that `problemOf` explains */
export function check(data: string | undefined): Promise<CheckReport> {
  return checkInstallation(into(readServerConfig(), data));
}

/** What to restore, and where. */
export interface RestoreOptions {
  /** A data folder, instead of what the settings name. */
  readonly to?: string | undefined;
  readonly isDryRun: boolean;
}

/** A restore, and where it went. */
export interface RestoreOutcome extends Restored {
  readonly target: string;
  /** Where the key file belongs. */
  readonly dataDir: string;
}

/** Restores a backup into what the settings name, or into a folder. @throws an error that `problemOf` explains */
export async function restore(path: string, { to, isDryRun }: RestoreOptions): Promise<RestoreOutcome> {
  const config = into(readServerConfig(), to);
  const restored = await restoreBackup(path, config, { isDryRun });
  const { databaseUrl, dataDir } = config;
  const target = databaseUrl === undefined ? dataDir : describeTarget({ kind: 'url', url: databaseUrl });
  return { ...restored, target, dataDir };
}

function into(config: Config, to: string | undefined): Config {
  if (to === undefined) return config;
  const blobs = config.blobs.kind === 's3' ? config.blobs : { kind: 'disk' as const };
  return { ...config, databaseUrl: undefined, dataDir: resolve(to), blobs };
}

/** What went wrong, as a sentence for people; undefined for a mistake of ours. */
export function problemOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const explained = [BackupError, ConfigError, EmbeddedServerError, ActionError];
  if (explained.some((kind) => error instanceof kind)) return error.message;
  if (!('code' in error)) return undefined;
  return `${error.message} (${String(error.code)}). Repair this, then run the command again.`;
}
