import { constants } from 'node:fs';
import { access, lstat, mkdir, realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { ActionError } from '@/engine';
import type { FileRequest } from '../request';

/**
 * Resolves the file of a database, which must be below the folder after links are followed.
 * @throws ActionError `rejected` when it is outside, is not a file, or does not exist and may not be created
 */
export async function placeOf(
  { connection: { path }, command }: FileRequest,
  sqliteDir: string,
): Promise<string> {
  await mkdir(sqliteDir, { recursive: true });
  const root = await realpath(sqliteDir);
  const segments = path.split('/');
  // The action has checked the path already; the code that opens files checks it again.
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
    'The SQLite database is not a file in the folder for SQLite databases. Check its name.',
  );
}

function missing(path: string): ActionError {
  return new ActionError(
    'rejected',
    `The SQLite database ${path} does not exist. Check the name, or create it with a query with allow_write: true, such as CREATE TABLE.`,
  );
}

function unreadable(path: string): never {
  throw new ActionError(
    'rejected',
    `The account that runs Pipewright cannot read and write the SQLite database ${path}. Change the permissions of the file.`,
  );
}
