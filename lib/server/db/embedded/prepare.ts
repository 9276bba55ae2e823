import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { findPackage, prepareBinaries } from './binaries';
import { EmbeddedServerError } from './error';
import type { LaunchRequest } from './launch';
import { choosePlace, hasData, SYSTEM_FOLDER } from './place';
import { prepareSocketFolder } from './socket';

const LITTLE_SPACE_BYTES = 300 * 1024 * 1024;

/** Location and programs of the bundled PostgreSQL. */
export interface EmbeddedOptions {
  /** The data folder, absolute; created when missing. */
  readonly root: string;
  /** The folder whose node_modules contain the programs. @default the working folder */
  readonly project?: string;
  /** Receives lines for the operator. @default standard error */
  readonly notify?: (line: string) => void;
  /** Where root stores what its unprivileged account cannot reach. @default "/var/lib/pipewright" */
  readonly systemFolder?: string;
  /** Settings of PostgreSQL besides those of the product, such as of a server for tests. @default none */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Where lines for the operator go. */
export function notifierOf({ notify }: EmbeddedOptions): (line: string) => void {
  return notify ?? ((line) => void process.stderr.write(`${line}\n`));
}

async function warnWhenFull(root: string, notify: (line: string) => void): Promise<void> {
  const { bavail, bsize } = await statfs(root);
  if (bavail * bsize >= LITTLE_SPACE_BYTES) return;
  notify(
    `Only ${Math.floor((bavail * bsize) / 1024 / 1024)} MB are free on the disk of ${root}. Free space before the database needs it.`,
  );
}

/**
 * Finds folders, account and programs without starting anything.
 * @throws EmbeddedServerError when the server cannot run here
 */
export async function prepare(options: EmbeddedOptions): Promise<LaunchRequest> {
  const notify = notifierOf(options);
  if (process.platform === 'win32') {
    throw new EmbeddedServerError(
      'The bundled PostgreSQL runs only on Linux and macOS. Set DATABASE_URL to another PostgreSQL server.',
    );
  }
  const { root, project = process.cwd(), systemFolder = SYSTEM_FOLDER, settings = {} } = options;
  const pack = await findPackage(project);
  const place = await choosePlace({ root, major: pack.major, systemFolder, notify });
  await hasData(place);
  const libraries = join(place.root, 'lib');
  const binaries = await prepareBinaries({ pack, account: place.account, libraries, systemFolder });
  const socket = await prepareSocketFolder(place);
  await warnWhenFull(place.root, notify);
  return { place, binaries, folders: { data: place.data, socket }, settings };
}
