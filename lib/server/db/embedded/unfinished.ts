import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedServerError } from './error';

/** Exists in a data folder whose restore was interrupted: a server on it would show an incomplete database. */
const MARK = 'restore.unfinished';

/** Marks a data folder before a restore. */
export async function beginRestore(root: string): Promise<void> {
  const note = 'A restore into this folder is incomplete. Run "pipewright restore" again.\n';
  await mkdir(root, { recursive: true });
  await writeFile(join(root, MARK), note, { mode: 0o600 });
}

/** Removes the mark. */
export function endRestore(root: string): Promise<void> {
  return rm(join(root, MARK));
}

/** Whether a restore into this data folder is incomplete. */
export function isRestoreUnfinished(root: string): Promise<boolean> {
  return access(join(root, MARK)).then(
    () => true,
    () => false,
  );
}

/** @throws EmbeddedServerError when a restore into the folder is incomplete */
export async function refuseUnfinished(root: string): Promise<void> {
  if (!(await isRestoreUnfinished(root))) return;
  throw new EmbeddedServerError(
    `The restore into ${root} was interrupted, so its database is incomplete. Run "pipewright restore" with the same backup again.`,
  );
}
