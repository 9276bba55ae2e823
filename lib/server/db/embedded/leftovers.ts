import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedServerError } from './error';
import { type Claim, claimOwnership, type Owner, type OwnerSession } from './owner';
import { commandOf, findUser, isAlive, readPostmasterPid } from './processes';
import { socketFile } from './socket';

const POLL_MS = 20;
/** A server writes a checkpoint before it stops. */
const STOP_LIMIT_MS = 20_000;
/** Recovery after a crash takes long when much was written. */
const BUSY_LIMIT_MS = 120_000;
/** The server notices within milliseconds that its owner was killed; on a loaded machine it takes longer. */
const OWNER_LIMIT_MS = 1000;
/** The same where the owner's process does not exist on this machine. */
const GONE_OWNER_LIMIT_MS = 15_000;

/** A data folder and the folder of its socket. */
export interface Folders {
  readonly data: string;
  readonly socket: string;
}

/** Stops a server whose owner has died, so that a new one starts with the settings of this release. */
async function stopOrphan(folders: Folders, session: OwnerSession): Promise<void> {
  const pid = await readPostmasterPid(folders.data);
  await session.release();
  if (pid === undefined) return;
  if (!(await commandOf(pid)).includes(folders.data)) {
    throw new EmbeddedServerError(
      `An orphaned PostgreSQL server uses ${folders.data}, but its process is not visible here. It may run in another container. ` +
        'Stop it, then start Pipewright again.',
    );
  }
  if (isAlive(pid)) process.kill(pid, 'SIGINT');
  const deadline = performance.now() + STOP_LIMIT_MS;
  while ((await findUser(folders.data, pid)) !== undefined && performance.now() < deadline)
    await delay(POLL_MS);
}

/** Tries to claim the server until it is not taken, or has been taken for so long that the owner must be alive. */
async function claimWithRetry(socket: string): Promise<Claim> {
  const began = performance.now();
  for (;;) {
    const claim = await claimOwnership(socket);
    if (claim.kind !== 'taken') return claim;
    const limitMs = (await isGone(claim.owner)) ? GONE_OWNER_LIMIT_MS : OWNER_LIMIT_MS;
    if (performance.now() - began > limitMs) return claim;
    await delay(POLL_MS);
  }
}

/** Whether a process has ended, or is not visible from here. */
async function isGone({ pid }: Owner): Promise<boolean> {
  return pid !== undefined && (await commandOf(pid)) === '';
}

/**
 * Handles an existing server: refuses when it has an owner, stops it when it has none.
 * @throws EmbeddedServerError naming the owner
 */
export async function reclaimOrRefuse(folders: Folders): Promise<void> {
  const deadline = performance.now() + BUSY_LIMIT_MS;
  while (performance.now() < deadline) {
    const claim = await claimWithRetry(folders.socket);
    switch (claim.kind) {
      case 'absent':
        return;
      case 'taken':
        throw new EmbeddedServerError(
          `${folders.data} is in use by ${claim.owner.name}. Stop that process, or set PIPEWRIGHT_DATA_DIR to another folder.`,
        );
      case 'held':
        await stopOrphan(folders, claim.session);
        break;
      case 'busy':
        await delay(POLL_MS);
        break;
    }
  }
  throw new EmbeddedServerError(
    `The PostgreSQL server of ${folders.data} has been starting or stopping for two minutes. Stop it, then start Pipewright again.`,
  );
}

/**
 * Removes lock files of a killed server once no process uses the folder. PostgreSQL trusts them when their process
 * id is a zombie or was reused, which is frequent in containers.
 * @throws EmbeddedServerError when a server that does not respond still uses the folder
 */
export async function clearLeftovers(folders: Folders): Promise<void> {
  const pid = await readPostmasterPid(folders.data);
  const deadline = performance.now() + STOP_LIMIT_MS;
  let user = await findUser(folders.data, pid);
  while (user !== undefined && performance.now() < deadline) {
    await delay(POLL_MS);
    user = await findUser(folders.data, pid);
  }
  if (user !== undefined) {
    throw new EmbeddedServerError(
      `PostgreSQL process ${user} uses ${folders.data} but does not respond. Stop it, then start Pipewright again.`,
    );
  }
  const socket = socketFile(folders.socket);
  const names = [join(folders.data, 'postmaster.pid'), socket, `${socket}.lock`];
  await Promise.all(names.map((name) => rm(name, { force: true })));
}
