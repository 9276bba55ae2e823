import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { unlessAborted } from '../../../deadline';
import { codeOf } from '../../egress/failures';

const RETRY_MS = 20;
/** Longer than any request may take: an older lock is stale. */
const STALE_MS = 10 * 60_000;

/** The last request of this process for each file. */
const last = new Map<string, Promise<void>>();

/**
 * Runs `work` while no other request of Pipewright uses the file. SQLite's own lock is a folder beside the
 * database and remains when a thread is ended early; the holder of this lock may remove it.
 * @throws the reason of the signal when it aborts while waiting
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

/** Creates the lock file, which only one process can create. */
async function withOwner<T>(owner: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const us = `${hostname()} ${process.pid}`;
  while (!(await claim(owner, us))) {
    signal.throwIfAborted();
    if (await isStale(owner)) await rm(owner, { force: true });
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

/** Whether the process that created the lock has ended. */
async function isStale(owner: string): Promise<boolean> {
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
