import { type RestoreOutcome, restore } from '@/lib/server/backups';
import { contentLine } from '../backup-lines';
import { EXIT, printJson, printLine } from '../output';
import { explaining } from '../problem';

export interface RestoreCommandOptions {
  readonly to?: string;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** Restores a backup. @returns the exit code */
export function restoreFrom(file: string, options: RestoreCommandOptions): Promise<number> {
  return explaining(options, async () => {
    const outcome = await restore(file, { to: options.to, isDryRun: options.dryRun });
    if (options.json) printJson(reportOf(outcome, options.dryRun));
    else print(outcome, options.dryRun);
    return EXIT.completed;
  });
}

function reportOf({ manifest, target, keys, absentBlobs }: RestoreOutcome, isDryRun: boolean) {
  const { created_at, release, key_ids } = manifest;
  return {
    restored: !isDryRun,
    target,
    created_at,
    release,
    tables: Object.fromEntries(manifest.tables.map(({ name, rows }) => [name, rows])),
    contents: { count: manifest.blobs.length, included: manifest.blobs_included, absent: absentBlobs },
    keys: { needed: key_ids, missing: keys.missing, unreadable_secrets: keys.unreadable },
  };
}

function print(outcome: RestoreOutcome, isDryRun: boolean): void {
  const { manifest, target, absentBlobs } = outcome;
  const of = `the backup of ${manifest.created_at}, made by Pipewright ${manifest.release},`;
  if (isDryRun)
    printLine(`Dry run: ${of} is intact and would be restored into ${target}. No changes were made.`);
  else printLine(`Restored ${of} into ${target}.`);
  printLine(contentLine(manifest));
  if (absentBlobs > 0) {
    printLine(
      `Of the files and large values, ${absentBlobs} are neither in the backup nor in the file storage of this installation.`,
    );
  }
  for (const line of keyLines(outcome)) printLine(line);
}

function keyLines({ manifest, keys, dataDir }: RestoreOutcome): string[] {
  if (manifest.key_ids.length === 0) return [];
  const [missing] = keys.missing;
  if (missing !== undefined) {
    return [
      `Secrets are encrypted with the key ${keys.missing.join(', ')}, which is missing. Copy the old secret.key into ${dataDir}, or set PIPEWRIGHT_KEY to the key. Until then these secrets cannot be decrypted.`,
    ];
  }
  if (keys.unreadable.length === 0)
    return [`The key of the secrets is available: ${manifest.key_ids.join(', ')}.`];
  return [`These secrets cannot be decrypted with the current key: ${keys.unreadable.join(', ')}.`];
}
