import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { childEnvironment } from './environment';
import { codeOf, EmbeddedServerError } from './error';

/** The system account that PostgreSQL runs as: PostgreSQL refuses to run as root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
  readonly name: string;
  /** True when this process is root and starts PostgreSQL as this unprivileged account. */
  readonly isSwitched: boolean;
}

/** Existing system accounts for such servers, in order of preference. */
const PREFERRED = ['postgres', 'node', 'nobody'];

interface PasswdEntry {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

async function passwdEntries(): Promise<PasswdEntry[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

async function ownerOf(folder: string): Promise<{ uid: number; gid: number } | undefined> {
  try {
    const { uid, gid } = await stat(folder);
    return { uid, gid };
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

async function accountForRoot(data: string): Promise<Account> {
  const entries = await passwdEntries();
  const owner = await ownerOf(data);
  if (owner && owner.uid !== 0) {
    const name = entries.find((entry) => entry.uid === owner.uid)?.name ?? `uid ${owner.uid}`;
    return { ...owner, name, isSwitched: true };
  }
  for (const name of PREFERRED) {
    const entry = entries.find((candidate) => candidate.name === name && candidate.uid !== 0);
    if (entry) return { ...entry, isSwitched: true };
  }
  throw new EmbeddedServerError(
    `PostgreSQL cannot run as root, and none of the accounts ${PREFERRED.join(', ')} exists. ` +
      'Start Pipewright as another user, or set DATABASE_URL.',
  );
}

async function ownAccount(uid: number, data: string): Promise<Account> {
  const gid = process.getgid?.() ?? uid;
  try {
    return { uid, gid, name: userInfo().username, isSwitched: false };
  } catch (error) {
    // initdb requires a name for its user; a server on an existing folder does not.
    if (await ownerOf(data)) return { uid, gid, name: `uid ${uid}`, isSwitched: false };
    throw new EmbeddedServerError(
      `User ${uid} has no entry in /etc/passwd, which PostgreSQL needs to create its data folder. ` +
        'Add an entry, or set DATABASE_URL.',
      { cause: error },
    );
  }
}

/**
 * Chooses the account of PostgreSQL: the current one, or as root the owner of existing data, otherwise an
 * unprivileged account.
 * @throws EmbeddedServerError when no account is suitable
 */
export function chooseAccount(data: string): Promise<Account> {
  const uid = process.getuid?.() ?? 0;
  return uid === 0 ? accountForRoot(data) : ownAccount(uid, data);
}

/** Options that run a child process as the account. */
export function identity(account: Account): { uid?: number; gid?: number } {
  return account.isSwitched ? { uid: account.uid, gid: account.gid } : {};
}

/** Whether the account can enter the folder. The system is asked, so that access lists count too. */
export function canEnter(account: Account, folder: string): Promise<boolean> {
  if (!account.isSwitched) return Promise.resolve(true);
  return new Promise((resolve) => {
    const options = { ...identity(account), cwd: '/', env: childEnvironment() };
    execFile('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], options, (error) => resolve(error === null));
  });
}
