import { randomBytes } from 'node:crypto';
import {
  chmod,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Account, canEnter, chooseAccount } from './account';
import { DatabaseDamaged } from './damage';
import { codeOf, EmbeddedServerError } from './error';

/** Where root keeps what its unprivileged account could not reach in the project. */
export const SYSTEM_FOLDER = '/var/lib/pipewright';

/** The folder one PostgreSQL lives in, and who runs it. */
export interface Place {
  readonly root: string;
  /** The PostgreSQL release whose data this is. */
  readonly major: number;
  readonly data: string;
  readonly log: string;
  readonly account: Account;
}

/** What choosing a place needs to know. */
export interface PlaceRequest {
  readonly root: string;
  readonly major: number;
  readonly systemFolder: string;
  readonly notify: (line: string) => void;
}

/** Names that only a folder of ours holds. */
const OURS = /^(data-\d+(\.new)?|restore\.unfinished)$/;

/** Name of a database in a data folder, with the PostgreSQL release it is of. */
const DATA_FOLDER = /^data-(\d+)$/;

function placeAt(root: string, major: number, account: Account): Place {
  return { root, major, data: join(root, `data-${major}`), log: join(root, 'server.log'), account };
}

/** A folder of ours that only its owner may enter is opened for passing through, never a foreign one. */
async function openForAccount(root: string, account: Account): Promise<boolean> {
  if (await canEnter(account, root)) return true;
  if (!(await canEnter(account, dirname(root)))) return false;
  const names = await readdir(root);
  const isOurs = names.length === 0 || names.some((name) => OURS.test(name));
  if (!isOurs) return false;
  const { mode } = await stat(root);
  await chmod(root, (mode & 0o777) | 0o111);
  return canEnter(account, root);
}

async function linkedFolder(root: string): Promise<string | undefined> {
  try {
    const target = await readlink(join(root, 'postgres'));
    await stat(target);
    return target;
  } catch (error) {
    if (['ENOENT', 'EINVAL'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}

function note(account: Account, root: string, elsewhere: string): string {
  return [
    `PostgreSQL does not run as root, and the account "${account.name}" that runs it instead may not enter`,
    `${root}.`,
    `So the database of this Pipewright is in ${elsewhere}; the link "postgres" beside this file leads there.`,
    'Delete that folder and this one to start afresh.',
    'To keep the database elsewhere, set PIPEWRIGHT_DATA_DIR to a folder that the account may enter.',
    '',
  ].join('\n');
}

async function makeElsewhere(request: PlaceRequest, account: Account): Promise<string> {
  const { root, systemFolder } = request;
  const folder = join(systemFolder, randomBytes(6).toString('hex'));
  try {
    await mkdir(systemFolder, { recursive: true });
    if (await canEnter(account, systemFolder)) {
      await mkdir(folder);
      await chmod(folder, 0o711);
      return folder;
    }
  } catch (error) {
    throw new EmbeddedServerError(blocked(account, root, systemFolder), { cause: error });
  }
  throw new EmbeddedServerError(blocked(account, root, systemFolder));
}

function blocked(account: Account, root: string, systemFolder: string): string {
  return (
    `PostgreSQL runs as the account "${account.name}", which may enter neither ${root} nor ${systemFolder}: ` +
    'set PIPEWRIGHT_DATA_DIR to a folder it may enter, or start Pipewright as another user.'
  );
}

async function placeElsewhere(request: PlaceRequest): Promise<Place> {
  const { root, major, notify } = request;
  const known = await linkedFolder(root);
  if (known) return placeAt(known, major, await chooseAccount(join(known, `data-${major}`)));
  const account = await chooseAccount(join(root, `data-${major}`));
  const folder = await makeElsewhere(request, account);
  await writeFile(join(root, 'README'), note(account, root, folder));
  const link = join(root, `postgres.${process.pid}`);
  await symlink(folder, link);
  await rename(link, join(root, 'postgres'));
  notify(`The database is in ${folder}, because "${account.name}" may not enter ${root} (see README there).`);
  return placeAt(folder, major, account);
}

/**
 * Finds the folder for the server, and creates it: the data folder itself, or as root, where the unprivileged
 * account may not enter it, a folder under /var/lib that the data folder links to.
 * @throws EmbeddedServerError when no folder can be used
 */
export async function choosePlace(request: PlaceRequest): Promise<Place> {
  const { root, major } = request;
  try {
    await mkdir(root, { recursive: true });
  } catch (error) {
    const reason = codeOf(error) ?? 'unknown';
    throw new EmbeddedServerError(
      `The data folder ${root} cannot be created (${reason}): set PIPEWRIGHT_DATA_DIR to a folder we may write.`,
      { cause: error },
    );
  }
  const here = placeAt(root, major, await chooseAccount(join(root, `data-${major}`)));
  if (await openForAccount(root, here.account)) return here;
  return placeElsewhere(request);
}

/** Paths of the databases that a data folder has, here or where it leads to; touches nothing. */
export async function databasesIn(root: string): Promise<string[]> {
  const folders = [root, await linkedFolder(root).catch(() => undefined)];
  const found = folders.map(async (folder) => {
    const names = folder === undefined ? [] : await readdir(folder).catch(() => []);
    return names.filter((name) => DATA_FOLDER.test(name)).map((name) => join(folder ?? root, name));
  });
  return (await Promise.all(found)).flat();
}

/**
 * Makes sure that data found in the place was written by this release's PostgreSQL.
 * @returns whether there is data at all
 * @throws EmbeddedServerError when another release wrote it
 */
export async function hasData({ root, data, major }: Place): Promise<boolean> {
  const names = await readdir(root);
  const found = names.flatMap((name) => DATA_FOLDER.exec(name)?.[1] ?? []);
  if (!found.includes(String(major))) {
    if (found[0] === undefined) return false;
    throw new EmbeddedServerError(otherRelease(root, found[0], major));
  }
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8').catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw new DatabaseDamaged(data, 'it is only half there, without the file PG_VERSION', { cause: error });
  });
  if (version.trim() === String(major)) return true;
  throw new EmbeddedServerError(otherRelease(data, version.trim(), major));
}

function otherRelease(folder: string, found: string, major: number): string {
  return (
    `The data in ${folder} is of PostgreSQL ${found}, but this release of Pipewright has PostgreSQL ${major}: ` +
    'run the release that wrote it, or set PIPEWRIGHT_DATA_DIR to another folder.'
  );
}
