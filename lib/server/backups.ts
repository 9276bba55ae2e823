/** The entry point for backing up, restoring, checking and migrating an installation from the command line. */
import { resolve } from 'node:path';
import { ActionError } from '@/engine';
import { type CheckReport, checkInstallation } from './backup/check';
import { BackupError } from './backup/error';
import { type BackupOptions, makeBackup } from './backup/make';
import { type Restored, restoreBackup } from './backup/restore';
import type { Written } from './backup/write';
import { type Config, ConfigError, readServerConfig } from './config';
import { describeTarget } from './db/connect';
import { EmbeddedServerError } from './db/embedded/error';
import { MigrationError, migrateDatabase, migrationsFolder } from './db/migrate';
import { DatabaseUrlError } from './db/open-failure';

export type { CheckReport } from './backup/check';
export { type Manifest, rowsOf } from './backup/manifest';
export type { Restored } from './backup/restore';
export type { Written } from './backup/write';

/** Backs up the configured installation. @throws an error that `problemOf` explains */
export function backup(options: BackupOptions): Promise<Written> {
  return makeBackup(readServerConfig(), options);
}

/** Checks the configured installation, or a data folder. @throws an error that `problemOf` explains */
export function check(data: string | undefined): Promise<CheckReport> {
  return checkInstallation(into(readServerConfig(), data));
}

/** What to restore, and where to. */
export interface RestoreOptions {
  /** A data folder to restore into instead of the configured installation. */
  readonly to?: string | undefined;
  readonly isDryRun: boolean;
}

/** A restore and its target. */
export interface RestoreOutcome extends Restored {
  readonly target: string;
  /** Path of the key file in the target. */
  readonly dataDir: string;
}

/**
 * Restores a backup into the configured installation, or into a folder.
 * @throws an error that `problemOf` explains
 */
export async function restore(path: string, { to, isDryRun }: RestoreOptions): Promise<RestoreOutcome> {
  const config = into(readServerConfig(), to);
  const restored = await restoreBackup(path, config, { isDryRun });
  const { databaseUrl, dataDir } = config;
  const target = databaseUrl === undefined ? dataDir : describeTarget({ kind: 'url', url: databaseUrl });
  return { ...restored, target, dataDir };
}

/**
 * Migrates the database of DATABASE_URL to this release.
 * @returns the location of the database
 * @throws an error that `problemOf` explains
 */
export async function migrate(): Promise<string> {
  const { databaseUrl: url, root } = readServerConfig();
  if (url === undefined) {
    throw new ConfigError(
      'DATABASE_URL must be set to the database to migrate. The server migrates the bundled one when it starts.',
    );
  }
  const target = { kind: 'url', url } as const;
  await migrateDatabase(target, migrationsFolder(root));
  return describeTarget(target);
}

function into(config: Config, to: string | undefined): Config {
  if (to === undefined) return config;
  const blobs = config.blobs.kind === 's3' ? config.blobs : { kind: 'disk' as const };
  return { ...config, databaseUrl: undefined, dataDir: resolve(to), blobs };
}

/** A sentence for an error that the user can resolve; undefined for an error in Pipewright. */
export function problemOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const explained = [
    BackupError,
    ConfigError,
    DatabaseUrlError,
    EmbeddedServerError,
    MigrationError,
    ActionError,
  ];
  if (explained.some((kind) => error instanceof kind)) return error.message;
  if (!('code' in error)) return undefined;
  return `${error.message} (${String(error.code)}). Resolve this, then run the command again.`;
}
