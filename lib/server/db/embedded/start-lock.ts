import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, EmbeddedServerError } from './error';

const POLL_MS = 50;
const LIMIT_MS = 120_000;

/** Binds the socket of the lock. @returns undefined when the name is taken */
function bind(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error) => (codeOf(error) === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen(path, () => resolve(server));
  });
}

/** Whether a live process has the lock; a killed one leaves the file without a listener. */
function isLocked(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error) => resolve(!['ECONNREFUSED', 'ENOENT'].includes(codeOf(error) ?? '')));
  });
}

async function removeAbandoned(path: string): Promise<void> {
  if (await isLocked(path)) return;
  // Two processes may find the lock abandoned at the same time: the second must not remove the lock of the first.
  await delay(Math.random() * POLL_MS);
  if (!(await isLocked(path))) await rm(path, { force: true });
}

async function acquire(path: string): Promise<Server> {
  const deadline = performance.now() + LIMIT_MS;
  while (performance.now() < deadline) {
    const server = await bind(path);
    if (server) return server;
    await removeAbandoned(path);
    await delay(POLL_MS);
  }
  throw new EmbeddedServerError(
    `Another process has been starting PostgreSQL with the lock ${path} for two minutes. Stop it, then start Pipewright again.`,
  );
}

/**
 * Lets one process at a time start a server. The lock is a socket file, so it works across containers that share a
 * folder.
 */
export async function withStartLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const server = await acquire(join(folder, '.start'));
  try {
    return await work();
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}
