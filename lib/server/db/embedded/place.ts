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

/** Where root stores what its unprivileged account cannot reach in the project. */
export const SYSTEM_FOLDER = '/var/lib/pipewright';

/** The folder of a PostgreSQL server, and the account it runs as. */
export interface Place {
  readonly root: string;
  /** The PostgreSQL release that the data belongs to. */
  readonly major: number;
  readonly data: string;
  readonly log: string;
  readonly account: Account;
}

/** Input for choosing a place. */
export interface PlaceRequest {
  readonly root: string;
  readonly major: number;
  readonly systemFolder: string;
  readonly notify: (line: string) => void;
}

/** Names that only Pipewright's folders contain. */
const OURS = /^(data-\d+(\.new)?|restore\.unfinished)$/;

/** Name of a database in a data folder, with its PostgreSQL release. */
const DATA_FOLDER = /^data-(\d+)$/;

function placeAt(root: string, major: number, account: Account): Place {
  return { root, major, data: join(root, `data-${major}`), log: join(root, 'server.log'), account };
}

/** Makes a folder of ours that only its owner may enter traversable; never changes other folders. */
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
    `PostgreSQL cannot run as root. It runs as "${account.name}", which cannot access`,
    `${root}.`,
    `Therefore the database is in ${elsewhere}. The link "postgres" beside this file points there.`,
    'To start with an empty database, delete both folders.',
    'To use another folder, set PIPEWRIGHT_DATA_DIR to one that the account can access.',
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
    `PostgreSQL runs as the account "${account.name}", which can access neither ${root} nor ${systemFolder}. ` +
    'Set PIPEWRIGHT_DATA_DIR to a folder that it can access, or start Pipewright as another user.'
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
  notify(
    `The database is in ${folder}, because "${account.name}" cannot access ${root}. See ${root}/README.`,
  );
  return placeAt(folder, major, account);
}

/**
 * Chooses and creates the folder of the server: the data folder itself, or, for root whose unprivileged account
 * cannot access it, a folder under /var/lib that the data folder links to.
 * @throws EmbeddedServerError when no folder can be used
 */
export async function choosePlace(request: PlaceRequest): Promise<Place> {
  const { root, major } = request;
  try {
    await mkdir(root, { recursive: true });
  } catch (error) {
    const reason = codeOf(error) ?? 'unknown';
    throw new EmbeddedServerError(
      `The data folder ${root} cannot be created (${reason}). Set PIPEWRIGHT_DATA_DIR to a writable folder.`,
      { cause: error },
    );
  }
  const here = placeAt(root, major, await chooseAccount(join(root, `data-${major}`)));
  if (await openForAccount(root, here.account)) return here;
  return placeElsewhere(request);
}

/** Paths of the databases in a data folder or in the folder it links to. Changes nothing. */
export async function databasesIn(root: string): Promise<string[]> {
  const folders = [root, await linkedFolder(root).catch(() => undefined)];
  const found = folders.map(async (folder) => {
    const names = folder === undefined ? [] : await readdir(folder).catch(() => []);
    return names.filter((name) => DATA_FOLDER.test(name)).map((name) => join(folder ?? root, name));
  });
  return (await Promise.all(found)).flat();
}

/**
 * Checks that existing data was written by the PostgreSQL of this release.
 * @returns whether data exists
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
    throw new DatabaseDamaged(data, 'it is incomplete: the file PG_VERSION is missing', { cause: error });
  });
  if (version.trim() === String(major)) return true;
  throw new EmbeddedServerError(otherRelease(data, version.trim(), major));
}

function otherRelease(folder: string, found: string, major: number): string {
  return (
    `The data in ${folder} was written by PostgreSQL ${found}, but this release of Pipewright has PostgreSQL ${major}. ` +
    'Run the release that wrote it, or set PIPEWRIGHT_DATA_DIR to another folder.'
  );
}
