import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from './error';

/** Whether a process with this id exists; also true for a zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** The command line of a process; empty when it does not exist. */
export async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return text.replaceAll('\0', ' ').trim();
  }
  return new Promise((resolve) => {
    execFile('/bin/ps', ['-o', 'command=', '-p', String(pid)], (error, stdout) =>
      resolve(error ? '' : stdout.trim()),
    );
  });
}

/** A living PostgreSQL process of the data folder, or undefined. Zombies have no working folder and do not count. */
export async function findUser(data: string, pid: number | undefined): Promise<number | undefined> {
  if (process.platform !== 'linux') {
    const isOurs = pid !== undefined && isAlive(pid) && (await commandOf(pid)).includes(data);
    return isOurs ? pid : undefined;
  }
  const folder = await realpath(data).catch(() => data);
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // The working folder of every PostgreSQL process is its data folder.
    const cwd = await readlink(join('/proc', name, 'cwd')).catch(() => '');
    if (cwd === folder) return Number(name);
  }
  return undefined;
}

/** The server's process id in the lock file of the data folder, or undefined. */
export async function readPostmasterPid(data: string): Promise<number | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return pid > 0 ? pid : undefined;
}
