import { constants } from 'node:fs';
import { access, lstat, mkdir, realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { ActionError } from '@/engine/errors';
import type { FileRequest } from '../request';

/**
 * The file of a database, which lies below the folder whatever links say.
 * @throws ActionError `rejected` when it is elsewhere, is no file, or does not exist and is not to be made
 */
export async function placeOf(
  { connection: { path }, command }: FileRequest,
  sqliteDir: string,
): Promise<string> {
  await mkdir(sqliteDir, { recursive: true });
  const root = await realpath(sqliteDir);
  const segments = path.split('/');
  // The action has read the path; what opens files does not rely on that.
  if (segments.some((part) => part === '' || part === '.' || part === '..' || /[\0\\]/.test(part))) {
    throw outside();
  }
  const wanted = join(root, ...segments);
  const makes = command.do === 'query' && command.mayWrite;
  if (makes) await mkdir(dirname(wanted), { recursive: true });
  const folder = await realpath(dirname(wanted)).catch(() => undefined);
  if (folder === undefined) throw missing(path);
  if (folder !== root && !folder.startsWith(root + sep)) throw outside();
  const file = join(folder, segments.at(-1) ?? '');
  const found = await lstat(file).catch(() => undefined);
  if (found === undefined && !makes) throw missing(path);
  if (found !== undefined && !found.isFile()) throw outside();
  if (found !== undefined) await access(file, constants.R_OK | constants.W_OK).catch(() => unreadable(path));
  return file;
}

function outside(): ActionError {
  return new ActionError(
    'rejected',
    'The SQLite database is not a file in the folder for them. Check its name.',
  );
}

function missing(path: string): ActionError {
  return new ActionError(
    'rejected',
    `There is no SQLite database called ${path}. Check the name; a query with allow_write: true, such as CREATE TABLE, makes a new one.`,
  );
}

function unreadable(path: string): never {
  throw new ActionError(
    'rejected',
    `The SQLite database ${path} cannot be read and written by the account that runs Pipewright. Change its rights.`,
  );
}
