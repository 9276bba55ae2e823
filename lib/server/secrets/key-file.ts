import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { formatMasterKey, type MasterKey, MasterKeyError, newMasterKey, parseMasterKeys } from './master-key';

/** The key file cannot be used. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}

const ONLY_OWNER = 0o600;
const OTHERS = 0o077;

/**
 * The keys of the file, the first one for encryption; empty without a file. Makes a file that other users can
 * read private, and logs it.
 * @throws KeyFileError
 */
export async function readKeyFile(path: string, log: (line: string) => void): Promise<MasterKey[]> {
  try {
    await closeToOthers(path, log);
    return parseMasterKeys(await readFile(path, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    if (error instanceof KeyFileError) throw error;
    if (error instanceof MasterKeyError) {
      throw new KeyFileError(`The key file ${path} ${error.message}. Restore the original file.`);
    }
    throw new KeyFileError(
      `The key file ${path} cannot be read (${codeOf(error)}). Grant this account read access, or set PIPEWRIGHT_KEY.`,
      { cause: error },
    );
  }
}

/**
 * Creates the file with a new key, unless another process has just created it.
 * @throws KeyFileError
 */
export async function makeKeyFile(path: string): Promise<void> {
  const text = `# Decrypts the secrets of this Pipewright installation. Keep a copy in a safe place, separate from database backups.\n${formatMasterKey(newMasterKey())}\n`;
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeDurably(draft, text);
    await appearAs(draft, path, text);
  } catch (error) {
    throw new KeyFileError(
      `The key file ${path} cannot be created (${codeOf(error)}). Grant this account write access, or set PIPEWRIGHT_KEY.`,
      { cause: error },
    );
  } finally {
    await unlink(draft).catch(() => undefined);
  }
}

/** The first link wins, and readers never see an incomplete file. */
async function appearAs(draft: string, path: string, text: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    // Some file systems do not support links.
    if (!['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'].includes(codeOf(error))) throw error;
    await writeFile(path, text, { flag: 'wx', mode: ONLY_OWNER });
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', ONLY_OWNER);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function closeToOthers(path: string, log: (line: string) => void): Promise<void> {
  const { mode } = await stat(path);
  if (process.platform === 'win32' || (mode & OTHERS) === 0) return;
  const was = (mode & 0o777).toString(8);
  try {
    await chmod(path, ONLY_OWNER);
  } catch (error) {
    throw new KeyFileError(
      `The key file ${path} may be read by others (mode ${was}), and this account cannot change that. Run: chmod 600 ${path}`,
      { cause: error },
    );
  }
  log(
    `The key file ${path} could be read by others (mode ${was}); now only its owner can. If they may have read it, set a new key.`,
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
