import { backup, rowsOf, type Written } from '@/lib/server/backups';
import { contentLine } from '../backup-lines';
import { EXIT, printJson, printLine } from '../output';
import { explaining } from '../problem';

export interface BackupCommandOptions {
  readonly to?: string;
  readonly withFiles: boolean;
  readonly json: boolean;
}

/** Writes a backup. @returns the exit code */
export function backupTo(options: BackupCommandOptions): Promise<number> {
  return explaining(options, async () => {
    const written = await backup({ to: options.to, isWithFiles: options.withFiles });
    if (options.json) printJson(reportOf(written));
    else print(written);
    return EXIT.completed;
  });
}

function reportOf({ path, size, manifest }: Written) {
  const { created_at, release, key_ids, blobs, blobs_included, blobs_missing } = manifest;
  const tables = Object.fromEntries(manifest.tables.map(({ name, rows }) => [name, rows]));
  const contents = { count: blobs.length, included: blobs_included, missing: blobs_missing };
  return { path, bytes: size, created_at, release, tables, contents, key_ids };
}

function print({ path, size, manifest }: Written): void {
  printLine(`Backup written: ${path} (${sizeText(size)}).`);
  printLine(contentLine(manifest));
  if (!manifest.blobs_included) {
    printLine('Files and large values in S3 are not part of this backup. Include them with --with-files.');
  }
  if (manifest.blobs_missing.length > 0) {
    printLine(
      `Of the files and large values, ${manifest.blobs_missing.length} are missing or damaged, so the backup does not contain them. It contains everything else.`,
    );
  }
  if (rowsOf(manifest, 'secrets') > 0 || manifest.key_ids.length > 0) {
    printLine(
      `The backup contains secrets encrypted with ${manifest.key_ids.join(', ')}, but not that key. Keep a copy of the key in another place.`,
    );
  }
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
