import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../../egress/failures';

const RETRY_MS = 20;
/** Longer than any request may take: an older lock is stale. */
const STALE_MS = 10 * 60_000;
/** Longer than the removal of a stale lock takes, in ms. */
const REMOVAL_MS = 10_000;

/**
 * Runs `work` while this call alone holds a lock file, which only one process can create. A lock whose process has ended is
 * removed.
 * @throws the reason of the signal when it aborts while waiting
 */
export async function withLockFile<T>(file: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  while (!(await create(file))) {
    signal.throwIfAborted();
    if (!(await isStale(file)) || !(await removeStale(file))) await delay(RETRY_MS);
  }
  try {
    signal.throwIfAborted();
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function create(file: string): Promise<boolean> {
  try {
    await writeFile(file, `${hostname()} ${process.pid}`, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Removes a stale lock, one process at a time: of two that found the same stale lock, the later one would remove the lock that
 * the other has created since. Returns false when another process is at it.
 */
async function removeStale(file: string): Promise<boolean> {
  const removal = `${file}.stale`;
  if (!(await create(removal))) {
    // Its process ended between the two statements below.
    if ((await ageOf(removal)) > REMOVAL_MS) await rm(removal, { force: true });
    return false;
  }
  try {
    if (await isStale(file)) await rm(file, { force: true });
    return true;
  } finally {
    await rm(removal, { force: true });
  }
}

/** Whether the process that created the lock has ended. */
async function isStale(file: string): Promise<boolean> {
  if ((await ageOf(file)) > STALE_MS) return true;
  const [host, pid] = (await readFile(file, 'utf8').catch(() => '')).split(' ');
  return host === hostname() && pid !== undefined && !isAlive(Number(pid));
}

/** Time since a file was written, in ms; 0 when it does not exist. */
async function ageOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined);
  return found === undefined ? 0 : Date.now() - found.mtimeMs;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
