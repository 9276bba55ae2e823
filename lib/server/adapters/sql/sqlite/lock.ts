import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../../egress/failures';

const RETRY_MS = 20;
/** Longer than any request may take: what is older was left behind. */
const STALE_MS = 10 * 60_000;

/** The last request for each file in this process. */
const last = new Map<string, Promise<void>>();

/**
 * Does some work while nobody else of ours touches the file. SQLite's own lock, a folder beside the database, stays behind
 * when a thread is ended in the middle; whoever holds this lock may remove it.
 * @throws the signal's reason when it was not our turn before
 */
export async function withFileLock<T>(file: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const before = last.get(file) ?? Promise.resolve();
  let done = (): void => undefined;
  const mine = new Promise<void>((resolve) => {
    done = resolve;
  });
  last.set(
    file,
    Promise.all([before, mine]).then(() => undefined),
  );
  try {
    await unlessAborted(before, signal);
    return await withOwner(`${file}.owner`, signal, async () => {
      await rm(`${file}.lock`, { recursive: true, force: true });
      return work();
    });
  } finally {
    done();
  }
}

/** Waits, but no longer than the signal lets us. */
function unlessAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    void promise.then(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
  });
}

/** Holds a file that only one process can make. */
async function withOwner<T>(owner: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const us = `${hostname()} ${process.pid}`;
  while (!(await claim(owner, us))) {
    signal.throwIfAborted();
    if (await isLeftBehind(owner)) await rm(owner, { force: true });
    else await delay(RETRY_MS);
  }
  try {
    signal.throwIfAborted();
    return await work();
  } finally {
    await rm(owner, { force: true });
  }
}

async function claim(owner: string, us: string): Promise<boolean> {
  try {
    await writeFile(owner, us, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Whether the process that made the file is gone. */
async function isLeftBehind(owner: string): Promise<boolean> {
  const found = await stat(owner).catch(() => undefined);
  if (found === undefined) return false;
  if (Date.now() - found.mtimeMs > STALE_MS) return true;
  const [host, pid] = (await readFile(owner, 'utf8').catch(() => '')).split(' ');
  return host === hostname() && pid !== undefined && !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
