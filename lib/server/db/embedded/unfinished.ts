import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedServerError } from './error';

/** In a data folder whose restore was cut off: a server that took it would show an empty database. */
const MARK = 'restore.unfinished';

/** Marks a data folder as one that is being restored into. */
export async function beginRestore(root: string): Promise<void> {
  const note = 'A restore into this folder began and did not end. Run "pipewright restore" again.\n';
  await mkdir(root, { recursive: true });
  await writeFile(join(root, MARK), note, { mode: 0o600 });
}

/** Takes the mark off. */
export function endRestore(root: string): Promise<void> {
  return rm(join(root, MARK));
}

/** Whether a restore into this data folder began and did not end. */
export function isRestoreUnfinished(root: string): Promise<boolean> {
  return access(join(root, MARK)).then(
    () => true,
    () => false,
  );
}

/** @throws EmbeddedServerError when a restore into the folder did not end */
export async function refuseUnfinished(root: string): Promise<void> {
  if (!(await isRestoreUnfinished(root))) return;
  throw new EmbeddedServerError(
    `A restore into ${root} began and did not end, so its database is incomplete: run "pipewright restore" with the same backup again.`,
  );
}
