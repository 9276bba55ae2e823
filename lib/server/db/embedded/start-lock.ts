import { randomBytes } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, EmbeddedServerError } from './error';

const POLL_MS = 50;
const LIMIT_MS = 120_000;

/** Name of a lock. Not longer than the name of the server's socket, because the system limits the whole path. */
const LOCK = /^\.start-[\w-]{6}$/;

/** The lock of one process: a socket that it listens on. The system closes it when the process is killed. */
interface Lock {
  readonly name: string;
  readonly release: () => Promise<void>;
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(path, () => resolve(server));
  });
}

/** Creates a lock. It gets its name when it is listening, so that no other process sees it as abandoned before. */
async function createLock(folder: string): Promise<Lock> {
  const id = randomBytes(4).toString('base64url');
  const name = `.start-${id}`;
  const server = await listen(join(folder, `.claim-${id}`));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  await rename(join(folder, `.claim-${id}`), join(folder, name)).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    name,
    async release() {
      await rm(join(folder, name), { force: true });
      await close();
    },
  };
}

/** Whether a live process has the lock; a killed one leaves the file without a listener. */
function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error) => resolve(!['ECONNREFUSED', 'ENOENT'].includes(codeOf(error) ?? '')));
  });
}

/** Whether a process has a lock in the folder, besides the own one. Removes the locks of killed processes. */
async function isTaken(folder: string, own?: Lock): Promise<boolean> {
  const names = (await readdir(folder)).filter((name) => LOCK.test(name) && name !== own?.name);
  for (const path of names.map((name) => join(folder, name))) {
    if (await isListening(path)) return true;
    // No lock gets the name of another, so this removes no lock of a live process.
    await rm(path, { force: true });
  }
  return false;
}

/** Each process shows its lock before it looks for others, so of two processes at least one sees the other. */
async function acquire(folder: string): Promise<Lock> {
  const deadline = performance.now() + LIMIT_MS;
  while (performance.now() < deadline) {
    if (!(await isTaken(folder))) {
      const lock = await createLock(folder);
      if (!(await isTaken(folder, lock))) return lock;
      await lock.release();
    }
    // At random, so that two processes that saw each other do not meet again.
    await delay(POLL_MS * (1 + Math.random()));
  }
  throw new EmbeddedServerError(
    `Another process has been starting PostgreSQL in ${folder} for two minutes. Stop it, then start Pipewright again.`,
  );
}

/**
 * Lets one process at a time start a server. The locks are socket files, so they work across containers that share a
 * folder.
 */
export async function withStartLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const lock = await acquire(folder);
  try {
    return await work();
  } finally {
    await lock.release();
  }
}
